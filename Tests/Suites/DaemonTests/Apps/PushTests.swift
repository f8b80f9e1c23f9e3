import AppCases
import Control
import Foundation
import Testing
import Varlink

/// Remote notifications and fetches, from the daemon to the delegate of an app and back.
@Suite struct PushTests {
  private static let story = #"{"aps": {"content-available": 1}, "story": {"id": 7}}"#
  private let push = "remote-notification"
  private let fetch = "background-fetch"

  private func app(_ behaviour: String) throws -> InstalledApp {
    let app = try InstalledApp(behaviour, program: "life-app")
    try app.install(behaviour, identifiers: [], modes: ["fetch", "remote-notification"])
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "opened"))
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "closed"))
    return app
  }

  @discardableResult
  private func submit(_ payload: String, to app: InstalledApp) throws -> Submit.Reply {
    try app.client.tell(
      Submit(
        app: InstalledApp.id, kind: "push", task: TaskClassInfo(category: "push", payload: payload))
    )
  }

  /// Delivers a notification, which is forced to start.
  private func deliver(_ payload: String = story, to app: InstalledApp) throws -> Int64 {
    let reply = try submit(payload, to: app)
    return try reply.request.run ?? app.start(push)
  }

  private func waitForFetch(of app: InstalledApp) throws {
    while try !app.isQueued(fetch) { pauseBeforeAskingAgain() }
  }

  // MARK: Remote notifications

  @Test func theDelegateGetsWhatItSays() throws {
    let app = try app("news")
    let run = try deliver(to: app)
    #expect(try app.end(of: run).outcome == "completed")
    _ = try app.output(of: run, until: "background gets story 7")
    // The payload is visible only to the app.
    #expect(try app.runs().first?.task?.payload == nil)
  }

  @Test func theAppInFrontGetsItAtOnce() throws {
    let app = try app("news")
    try app.client.tell(SetDevice(values: ["power": "battery", "battery": "3"]))
    let process = try UsersProcess("news", socket: app.daemon.socket, program: "life-app")
    try app.waitForUsersProcess()
    let run = try #require(try submit(Self.story, to: app).request.run)
    #expect(try app.end(of: run).outcome == "completed")
    #expect(try process.output(until: "story").contains("active gets story 7"))
  }

  @Test func aDelegateThatOwesItsResultFails() throws {
    let app = try app("news-silent")
    let run = try deliver(to: app)
    _ = try app.output(of: run, until: "gets story 7")
    try app.client.tell(Expire(id: push, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "expired")
    _ = try app.output(of: run, until: "the completion handler was not called")
  }

  /// The cases that are also tested on benches (`DelegateTests`).
  @Test(arguments: DelegateCase.allCases)
  func comesOutAsOnABench(_ delegateCase: DelegateCase) throws {
    let app = try app("news")
    let run = try deliver(delegateCase.payload, to: app)
    if delegateCase.isExpired {
      _ = try app.output(of: run, until: "handled")
      try app.client.tell(Expire(id: push, app: InstalledApp.id))
    }
    #expect(try app.end(of: run).outcome == delegateCase.expected)
  }

  @Test func subscribersHaveOneResult() throws {
    let app = try app("subscribed-news")
    #expect(try app.end(of: deliver(to: app)).outcome == "completed")
  }

  @Test func aSilentSubscriberIsNamed() throws {
    let app = try app("subscribed-silent")
    let run = try deliver(to: app)
    _ = try app.output(of: run, until: "is late")
    try app.client.tell(Expire(id: push, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "expired")
    _ = try app.output(of: run, until: "was not called by LateSubscriber")
  }

  @Test func anAppWithoutADelegateFailsIt() throws {
    let app = try InstalledApp("complete")
    try app.install("complete", modes: ["remote-notification", "fetch"])
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "opened"))
    let run = try deliver(to: app)
    #expect(try app.end(of: run).outcome == "failed")
    _ = try app.output(of: run, until: "has no application delegate")
  }

  @Test(arguments: [
    (#"{"aps": {"alert": "hello"}}"#, "is for the user"), (#"{"aps": 1}"#, #"as its \"aps\""#),
    (#"{"aps": {"content-available": 1}"#, "a JSON object such as"),
    ("[]", "a JSON object such as"),
    (#"{"aps": {"content-available": true}}"#, "is for the user"), ("", "a JSON object such as"),
    (
      #"{"aps": {"content-available": 1}, "a": ""# + String(repeating: "x", count: 5000) + "\"}",
      "4096"
    ),
    (#"{"aps": {"content-available": 1}, "a": "\u0000"}"#, ""),
  ])
  func aPayloadThatWakesNoAppIsRefused(payload: String, because: String) throws {
    let app = try app("news")
    if because.isEmpty {
      #expect(throws: Never.self) { try submit(payload, to: app) }
      return
    }
    #expect {
      try submit(payload, to: app)
    } throws: {
      "\($0)".contains(because)
    }
    #expect(try app.isQueued(push) == false)
  }

  @Test func itIsSimulatedByName() throws {
    let app = try app("news-silent")
    let file = app.directory.path + "/story.json"
    try Self.story.write(toFile: file, atomically: true, encoding: .utf8)
    let arguments = ["simulate-push", InstalledApp.id, file]
    let first = try Rubatoctl.run(arguments, by: app.daemon)
    let run = try #require(try app.runs().first?.run)
    #expect(first.output == "Started: \(push) (run \(run)).\n", "\(first.errors)")
    // The next notification waits for the end of this run.
    let second = try Rubatoctl.run(arguments, by: app.daemon)
    #expect(second.code == 1 && second.errors.contains("already running, as run \(run)"))
    #expect(try app.isQueued(push))
    let queued = try Rubatoctl.run(["push", InstalledApp.id, file], by: app.daemon)
    #expect(queued.code == 0, "\(queued.errors)")
  }

  @Test(arguments: ["push", "simulate-push", "simulate-fetch"])
  func anAppThatIsNotThereIsSaid(verb: String) throws {
    let app = try app("news")
    let file = app.directory.path + "/story.json"
    try Self.story.write(toFile: file, atomically: true, encoding: .utf8)
    let arguments = [verb, "com.example.nosuch"] + (verb == "simulate-fetch" ? [] : [file])
    let refused = try Rubatoctl.run(arguments, by: app.daemon)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("app 'com.example.nosuch' not found"), "\(refused.errors)")
    #expect(!refused.errors.contains("app register") && !refused.errors.contains("--force"))
  }

  @Test func anAppThatIsOnlyRegisteredIsToldToBeInstalled() throws {
    let app = try app("news")
    try app.client.tell(RegisterApp(id: "com.example.known"))
    #expect {
      try app.client.tell(
        Submit(
          app: "com.example.known", kind: "push",
          task: TaskClassInfo(category: "push", payload: Self.story)))
    } throws: {
      "\($0)".contains("install it with `rubatoctl app install`")
    }
  }

  @Test func whatHasBegunStartsNow() throws {
    let app = try app("news")
    let process = try UsersProcess("news", socket: app.daemon.socket, program: "life-app")
    try app.waitForUsersProcess()
    let reply = try submit(Self.story, to: app)
    #expect(reply.request.state == "running" && reply.startsNow)
    _ = process.terminate()
  }

  // MARK: Time to finish

  @Test(arguments: [true, false])
  func aProcessHasTimeToFinish(finishes: Bool) throws {
    let app = try app("news-holds")
    #expect(try app.end(of: deliver(to: app)).outcome == "completed")
    try app.client.tell(AdvanceClock(by: 20))
    #expect(try app.info().process?.state == "active")
    if finishes {
      try app.finishTasks()
      while try app.info().process?.state != "suspended" { pauseBeforeAskingAgain() }
    } else {
      try app.client.tell(AdvanceClock(by: 40))
      while try app.info().process != nil { pauseBeforeAskingAgain() }
    }
  }

  // MARK: Fetches

  @Test func theDelegateFetchesAfterTheInterval() throws {
    let app = try app("news")
    let process = try UsersProcess("news", socket: app.daemon.socket, program: "life-app")
    try waitForFetch(of: app)
    try app.quit(process)
    let run = try app.start(fetch)
    // The delegate has reported a failure.
    #expect(try app.end(of: run).outcome == "failed")
    _ = try app.output(of: run, until: "fetches")
    #expect(try app.isQueued(fetch))
    // A simulated day has as many fetches as fit into it.
    try app.client.tell(AdvanceClock(by: 24 * 3600))
    let fetches = try app.runs().filter { $0.id == fetch }
    #expect(fetches.count > 4 && fetches.count <= 13)
  }

  @Test func whatALateListenerFinishesCompletesTheFetch() throws {
    let app = try app("emitter")
    let process = try UsersProcess("emitter", socket: app.daemon.socket, program: "life-app")
    try waitForFetch(of: app)
    try app.quit(process)
    let refused = try app.start(fetch)
    #expect(try app.end(of: refused).outcome == "completed")
    _ = try app.output(of: refused, until: "may not read")
    try Data().write(to: URL(fileURLWithPath: "\(app.directory.path)/activated"))
    let run = try app.start(fetch)
    #expect(try app.end(of: run).outcome == "completed")
    _ = try app.output(of: run, until: "gets 3 workouts")
  }

  @Test func anAppThatListsIdentifiersIsTold() throws {
    let app = try InstalledApp("news", program: "life-app")
    let process = try UsersProcess("news", socket: app.daemon.socket, program: "life-app")
    let output = try process.output(until: "background fetches are not available")
    #expect(output.contains("which disables fetches by an interval"))
    #expect(try app.isQueued(fetch) == false)
  }

  @Test func whatWasNotAskedForIsExplained() throws {
    let app = try app("news")
    #expect {
      try app.start(fetch)
    } throws: {
      "\($0)".contains("Call setMinimumBackgroundFetchInterval in the app")
    }
  }
}
