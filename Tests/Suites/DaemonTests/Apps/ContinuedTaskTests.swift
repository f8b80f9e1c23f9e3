import Control
import Foundation
import Testing
import Varlink

/// Continued tasks and tasks of health research, with a real daemon and a real process of an app.
@Suite struct ContinuedTaskTests {
  private static let identifiers = [
    InstalledApp.refresh, InstalledApp.clean, "\(OpenedApp.export).*",
  ]
  private static let healthEntitlement = "com.apple.developer.backgroundtasks.healthresearch"

  private func installed(
    entitlements: [String] = [], policy: String? = nil
  ) throws -> InstalledApp {
    let app = try InstalledApp("complete", policy: policy)
    try app.install("complete", identifiers: Self.identifiers, entitlements: entitlements)
    return app
  }

  private func id(_ name: String) -> String { "\(OpenedApp.export).\(name)" }

  /// The last run of a task.
  private func run(_ name: String, of app: InstalledApp) throws -> RunInfo {
    let reply = try app.client.call(
      Runs.fullName, Runs(id: id(name), app: InstalledApp.id), as: Runs.Reply.self)
    return try #require(reply.runs.first)
  }

  private func wait(
    for name: String, of app: InstalledApp, until condition: (RunInfo) -> Bool
  ) throws -> RunInfo {
    while true {
      let run = try run(name, of: app)
      if condition(run) { return run }
      pauseBeforeAskingAgain()
    }
  }

  /// This also applies to an app that was launched long ago, if its identifiers contain a wildcard.
  @Test func theProcessThatSubmitsItIsHandedItAtOnce() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    #expect(
      try opened.begin("1") == [
        "submitted", "handles \(id("1")) as BGContinuedProcessingTask Exporting, 1 of 4",
      ])
    let begun = try run("1", of: app)
    #expect((begun.kind, begun.state) == ("userInitiated", "running"))
    #expect(begun.task?.category == "continued")
    #expect((begun.task?.title, begun.task?.subtitle) == ("Exporting", "1 of 4"))
    try opened.tell("complete \(id("1"))")
    #expect(try app.end(of: begun.run).outcome == "completed")
  }

  @Test func itsProgressAndTitleAreShown() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    _ = try opened.begin("1")
    #expect(try opened.tell("progress \(id("1")) 25") == "progressed")
    _ = try wait(for: "1", of: app) { $0.share == 0.25 }
    #expect(try opened.tell("title \(id("1")) second") == "retitled: second")
    let shown = try wait(for: "1", of: app) { $0.task?.subtitle == "second" }
    // The last value is reported before the end, even if both come quickly.
    try opened.tell("progress \(id("1")) 50")
    try opened.tell("progress \(id("1")) 100")
    try opened.tell("complete \(id("1"))")
    #expect(try app.end(of: shown.run).share == 1)
  }

  @Test func withoutProgressItExpires() throws {
    // While a task runs, the simulated clock is as fast as the real one.
    let app = try installed(policy: "continued-stall: 5s")
    let opened = try OpenedApp(app)
    _ = try opened.begin("1")
    #expect(try opened.hear() == "expires \(id("1"))")
    let ended = try wait(for: "1", of: app) { $0.outcome != nil }
    #expect((ended.outcome, ended.stopReason) == ("expired", "stalled"))
  }

  @Test func itsUserCancelsIt() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    _ = try opened.begin("1")
    let begun = try run("1", of: app)
    try app.client.tell(Cancel(id: id("1"), app: InstalledApp.id))
    #expect(try opened.hear() == "expires \(id("1"))")
    #expect(try app.end(of: begun.run).outcome == "cancelled")
  }

  @Test func whereNoSlotIsFreeItFailsOrIsQueued() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    for number in 1...4 { _ = try opened.begin(String(number)) }
    #expect(try opened.tell("register \(id("5"))") == "registered: true")
    let failed = try opened.tell("continue \(id("5")) fail")
    #expect(failed.hasPrefix("error 4: \(id("5")) may not run now"))
    #expect(try !app.isQueued(id("5")))
    #expect(try opened.tell("continue \(id("5"))") == "submitted")
    #expect(try opened.tell("pending") == "pending: [\"\(id("5")) Exporting queue\"]")
    let answers = Set([try opened.tell("complete \(id("1"))"), try opened.hear()])
    #expect(
      answers == [
        "completed", "handles \(id("5")) as BGContinuedProcessingTask Exporting, 1 of 4",
      ])
    // A queued task ends with the process that knows it. A running task is not started again.
    try opened.tell("register \(id("6"))")
    #expect(try opened.tell("continue \(id("6"))") == "submitted")
    opened.end()
    while try app.isQueued(id("6")) { pauseBeforeAskingAgain() }
    let ended = try wait(for: "5", of: app) { $0.outcome != nil }
    #expect(ended.outcome == "failed")
    #expect(try !app.isQueued(id("5")))
  }

  @Test func theGraphicsProcessorIsHandedToNobody() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    try opened.tell("register \(id("1"))")
    let refused = try opened.tell("continue \(id("1")) gpu")
    #expect(refused.hasPrefix("error 3: resource 'gpu' is not available"))
    #expect(try !app.isQueued(id("1")))
  }

  @Test func itIsSubmittedInTheForegroundOnly() throws {
    let app = try installed()
    let submit = Submit(
      id: InstalledApp.clean, app: InstalledApp.id, kind: "userInitiated",
      task: TaskClassInfo(category: "continued", title: "Cleaning", subtitle: ""))
    let refused = #expect(throws: ClientError.self) { try app.client.tell(submit) }
    #expect("\(String(describing: refused))".contains("is in the foreground"))
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "opened"))
    // The switch affects only tasks that begin without a user.
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "refreshOff"))
    try app.client.tell(submit)
    let reply = try app.client.call(
      Runs.fullName, Runs(id: InstalledApp.clean, app: InstalledApp.id), as: Runs.Reply.self)
    let number = try #require(reply.runs.first?.run)
    #expect(try app.end(of: number).outcome == "completed")
    _ = try app.output(
      of: number, until: "handles \(InstalledApp.clean) as BGContinuedProcessingTask")
  }

  @Test func healthResearchNeedsItsEntitlement() throws {
    let app = try installed()
    let opened = try OpenedApp(app)
    try opened.tell("register \(id("study"))")
    let refused = try opened.tell("research \(id("study"))")
    #expect(refused.hasPrefix("error 3: ") && refused.contains(Self.healthEntitlement))
  }

  @Test func healthResearchKeepsItsClass() throws {
    let app = try installed(entitlements: [Self.healthEntitlement])
    let opened = try OpenedApp(app)
    try opened.tell("register \(id("study"))")
    #expect(try opened.tell("research \(id("study"))") == "submitted")
    #expect(try opened.tell("pending") == "pending: [\"\(id("study")) true\"]")
    try app.client.tell(RunNow(id: id("study"), app: InstalledApp.id, mode: "forceReally"))
    #expect(try opened.hear().hasPrefix("handles \(id("study")) as BGHealthResearchTask"))
    try opened.tell("complete \(id("study"))")
    let ended = try wait(for: "study", of: app) { $0.outcome != nil }
    #expect((ended.kind, ended.outcome) == ("processing", "completed"))
    #expect(ended.task?.protection == "NSFileProtectionComplete")
  }
}
