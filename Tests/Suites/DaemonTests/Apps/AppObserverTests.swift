import Control
import Foundation
import Testing
import Varlink

/// Apps with observers, from a bumped key or a changed file to the app's handler and back.
@Suite struct AppObserverTests {
  private let key = "observer:mail"

  /// Returns an app that was opened and has registered its observers.
  private func app(
    _ behaviour: String, isAllowed: Bool = true, policy: String? = nil
  ) throws -> InstalledApp {
    let app = try InstalledApp("watch", policy: policy, program: "life-app")
    try app.install("watch", identifiers: [], modes: [])
    if isAllowed { try report("allowObserve", to: app) }
    let process = try UsersProcess("watch", socket: app.daemon.socket, program: "life-app")
    _ = try process.output(until: "observes")
    try app.quit(process)
    try app.install(behaviour, identifiers: [], modes: [])
    return app
  }

  private func report(_ event: String, to app: InstalledApp) throws {
    try app.client.tell(ReportApp(id: InstalledApp.id, event: event))
  }

  /// Bumps the key. Returns the run that begins with that.
  private func bump(_ app: InstalledApp) throws -> Int64 {
    let known = try app.runs().count
    #expect(try app.client.tell(ReportChange(key: "mail")).requests == 1)
    while try app.runs().count == known { pauseBeforeAskingAgain() }
    return try #require(try app.runs().first?.run)
  }

  private func reasons(_ app: InstalledApp) throws -> [String] {
    try app.client.tell(Explain(id: key, app: InstalledApp.id)).explanations.first?.reasons ?? []
  }

  @Test func theHandlerHearsWhatHasChanged() throws {
    let app = try app("watch")
    let run = try bump(app)
    let end = try app.end(of: run)
    #expect(end.outcome == "completed" && end.kind == "push")
    #expect(end.task?.changed == ["mail"])
    _ = try app.output(of: run, until: "hears mail")
    // The observer stays queued, although the app was launched for it and has registered it again.
    #expect(try app.end(of: bump(app)).outcome == "completed")
    #expect(try reasons(app) == ["unchanged"])
  }

  @Test func aForceQuitAppIsWoken() throws {
    let app = try app("watch")
    try report("forceQuit", to: app)
    try report("refreshOff", to: app)
    #expect(try app.end(of: bump(app)).outcome == "completed")
  }

  @Test func withoutConsentItIsNot() throws {
    let app = try app("watch", isAllowed: false)
    #expect(try app.client.tell(ReportChange(key: "mail")).requests == 1)
    #expect(try reasons(app) == ["notAllowed"])
    let text = try Rubatoctl.run(["explain", key], by: app.daemon).output
    #expect(text.contains("rubatoctl app allow \(InstalledApp.id) observe"), "\(text)")
    let wrong = try Rubatoctl.run(["app", "allow", InstalledApp.id, "fly"], by: app.daemon)
    #expect(wrong.code == 1 && wrong.errors.contains("observe"), "\(wrong.errors)")
    let allowed = try Rubatoctl.run(["app", "allow", InstalledApp.id, "observe"], by: app.daemon)
    #expect(allowed.output == "\(InstalledApp.id) may observe.\n", "\(allowed.errors)")
    let card = try Rubatoctl.run(["app", "show", InstalledApp.id], by: app.daemon).output
    #expect(card.contains("allowed to") && card.contains("observe"), "\(card)")
    while try app.runs().isEmpty { pauseBeforeAskingAgain() }
    #expect(try app.end(of: #require(app.runs().first?.run)).outcome == "completed")
    let denied = try Rubatoctl.run(["app", "deny", InstalledApp.id, "observe"], by: app.daemon)
    #expect(denied.output == "\(InstalledApp.id) may not observe.\n", "\(denied.errors)")
    #expect(try app.info().allowed == [])
  }

  @Test func theAppInFrontHearsAtOnce() throws {
    let app = try app("watch")
    let process = try UsersProcess("watch", socket: app.daemon.socket, program: "life-app")
    try app.waitForUsersProcess()
    try app.client.tell(
      SetDevice(values: ["power": "battery", "battery": "3", "low-power": "on"]))
    #expect(try app.end(of: bump(app)).outcome == "completed")
    #expect(try process.output(until: "hears").contains("hears mail"))
  }

  /// The wake expires before its completion handler is called, and the log of the app says so. Further wakes are
  /// delayed, after three such wakes for longer.
  @Test func aHandlerThatNeverCompletesBacksOff() throws {
    let app = try app("watch-silent")
    var run = try bump(app)
    for count in 1...3 {
      _ = try app.output(of: run, until: "hears mail")
      try app.client.tell(Expire(id: key, app: InstalledApp.id))
      #expect(try app.end(of: run).outcome == "expired")
      _ = try app.output(of: run, until: "was not called in time")
      if count == 3 { break }
      #expect(try reasons(app) == ["backoff"])
      try app.client.tell(AdvanceClock(by: count == 1 ? 32 : 62))
      while try app.runs().count == count { pauseBeforeAskingAgain() }
      run = try #require(try app.runs().first?.run)
    }
    let text = try Rubatoctl.run(["explain", key], by: app.daemon).output
    #expect(text.contains("did not complete its last 3 wakes"), "\(text)")
    try app.client.tell(AdvanceClock(by: 600))
    #expect(try app.runs().count == 3)
  }

  @Test func anAppThatObservesNothingMoreOwesTheWake() throws {
    let app = try app("watch-none")
    let run = try bump(app)
    try app.waitForDelivery(of: run)
    #expect(try app.client.tell(ListApps(id: InstalledApp.id)).apps.first?.process != nil)
    try app.client.tell(Expire(id: key, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "expired")
    _ = try app.output(of: run, until: "no query has observed \(key) in this launch")
    let explained = try app.client.tell(Explain(id: key, app: InstalledApp.id)).explanations.first
    #expect(explained?.warnings.map(\.code) == ["noHandler"])
    #expect(explained?.reasons == ["backoff"])
  }

  @Test func aCrashIsNoCompletion() throws {
    let app = try app("watch-crash")
    #expect(try app.end(of: bump(app)).outcome == "crashed")
    #expect(try reasons(app) == ["backoff"])
  }

  @Test func whatTheDaemonDoesNotTakeIsSaid() throws {
    let app = try app("watch")
    #expect {
      try app.client.tell(
        Submit(
          id: "mail", app: InstalledApp.id, kind: "push", task: TaskClassInfo(category: "observer"),
          whenChanged: ["mail"]))
    } throws: {
      "\($0)".contains("observer:NAME")
    }
  }
}
