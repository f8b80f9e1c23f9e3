import Control
import Foundation
import Testing
import Varlink

/// The output of `rubatoctl` about tasks of installed apps: tasks that run, and identifiers without a queued request.
struct AppExplainTests {
  private func explain(_ id: String, of app: InstalledApp) throws -> ExplanationInfo? {
    try app.client.tell(Explain(id: id, app: InstalledApp.id)).explanations.first
  }

  @Test func aTaskThatRunsIsExplainedAndListed() throws {
    let app = try InstalledApp("expires")
    let run = try app.begin(budget: 20)
    _ = try app.output(of: run, until: "handles")
    let explanation = try #require(try explain(InstalledApp.refresh, of: app))
    #expect((explanation.state, explanation.reasons) == ("running", ["running"]))
    #expect((explanation.live?.run, explanation.live?.budget) == (run, 20))
    #expect(explanation.live?.started == (try app.runs().first?.start))
    let text = try Rubatoctl.run(["explain", InstalledApp.refresh], by: app.daemon).output
    let name = "\(InstalledApp.id)/\(InstalledApp.refresh)"
    #expect(text.hasPrefix("\(name) is running: run \(run), since "), "\(text)")
    #expect(text.contains("with a budget of 20 s."), "\(text)")
    let all = try app.client.tell(Explain()).explanations
    #expect(all.map(\.id) == [InstalledApp.refresh])
    let listed = try app.client.tell(List()).requests
    #expect(listed.map(\.id) == [InstalledApp.refresh])
    #expect((listed.first?.state, listed.first?.run) == ("running", run))
    let table = try Rubatoctl.run(["list"], by: app.daemon).output
    #expect(table.contains("running (\(run))"), "\(table)")
    #expect(table.contains("0 waiting, 1 running"), "\(table)")
    #expect(try app.client.tell(List(app: "com.example.other")).requests.isEmpty)
  }

  @Test func whatWaitsBehindARunOfItsIdentifierIsToldOnceAndNamesTheRun() throws {
    let app = try InstalledApp("expires")
    let run = try app.begin()
    try app.submit()
    let listed = try app.client.tell(List()).requests
    #expect(listed.map(\.state) == ["waiting"])
    let explanation = try #require(try explain(InstalledApp.refresh, of: app))
    #expect((explanation.state, explanation.live?.run) == ("waiting", run))
    let text = try Rubatoctl.run(["explain", InstalledApp.refresh], by: app.daemon).output
    #expect(text.contains("runs now  run \(run), since "), "\(text)")
  }

  @Test func aTaskThatItsLastLaunchHasNoHandlerForIsWarnedOf() throws {
    let app = try InstalledApp("complete")
    let other = "com.example.feed.other"
    try app.install("complete", identifiers: [InstalledApp.refresh, InstalledApp.clean, other])
    try app.submit(other, kind: "processing")
    // The app was not launched since its installation.
    #expect(try explain(other, of: app)?.warnings.isEmpty == true)
    _ = try app.end(of: app.begin())
    let warning = try #require(try explain(other, of: app)?.warnings.first)
    #expect(warning.code == "noHandler" && warning.text.contains("'\(other)' at its last launch"))
    try app.submit()
    #expect(try explain(InstalledApp.refresh, of: app)?.warnings.isEmpty == true)
  }

  @Test func aTaskThatIsCompleteAtOnceAgainAndAgainIsToldFirst() throws {
    let app = try InstalledApp("complete")
    for count in 1...5 {
      _ = try app.end(of: app.begin())
      try app.submit()
      let codes = try explain(InstalledApp.refresh, of: app)?.warnings.map(\.code)
      #expect(codes == (count < 5 ? [] : ["endsAtOnce"]))
    }
    let text = try Rubatoctl.run(["explain", InstalledApp.refresh], by: app.daemon).output
    #expect(text.contains("each of its last 5 runs was complete within 100ms"), "\(text)")
  }

  @Test func aTaskThatRunsIsNotBegunAgain() throws {
    let app = try InstalledApp("expires")
    let run = try app.begin()
    let result = try Rubatoctl.run(["run", InstalledApp.refresh, "--force"], by: app.daemon)
    #expect(result.code == 1)
    #expect(result.errors.contains("is already running, as run \(run)"), "\(result.errors)")
  }

  /// An app that submits its next task in its handler finds it among the pending tasks.
  @Test func whatIsSubmittedAgainDuringItsRunIsPending() throws {
    let app = try InstalledApp("pending-again")
    let run = try app.begin()
    let output = try app.output(of: run, until: "pending: ")
    #expect(output.contains("pending: [\"\(InstalledApp.refresh)\"]"), "\(output)")
  }

  @Test func whatWasNeverSubmittedSaysSoAndWhatIsQueued() throws {
    let app = try InstalledApp("complete")
    try app.submit(InstalledApp.clean, kind: "processing")
    for verb in [["explain"], ["run", "--force"]] {
      let result = try Rubatoctl.run(verb + [InstalledApp.refresh], by: app.daemon)
      #expect(result.code == 1)
      let lines = result.errors
      #expect(
        lines.contains(
          "No task request with identifier '\(InstalledApp.refresh)' has been scheduled."
            + " It has not run yet. The app has not been opened since it was registered;"),
        "\(lines)")
      #expect(
        lines.contains("Submit it in the app; queued requests of its app: \(InstalledApp.clean)"),
        "\(lines)")
    }
  }

  @Test func whatHasRunSaysWhatBecameOfIt() throws {
    let app = try InstalledApp("fail")
    let ended = try app.end(of: app.begin())
    let result = try Rubatoctl.run(["explain", InstalledApp.refresh], by: app.daemon)
    #expect(result.code == 1)
    let last = "Its last run, \(ended.run), ended at \(try #require(ended.end)): it failed."
    #expect(result.errors.contains("Its last run, \(ended.run), ended at "), "\(result.errors)")
    #expect(result.errors.contains("in the app; its app has none queued"), "\(result.errors)")
    let asJSON = try Rubatoctl.run(["explain", InstalledApp.refresh, "--json"], by: app.daemon)
    #expect(asJSON.errors.contains("\"error\":\"NotFound\""), "\(asJSON.errors)")
    #expect(asJSON.errors.contains(last), "\(asJSON.errors)")
  }

  @Test func anIdentifierThatIsNotListedSaysWhereItBelongs() throws {
    let app = try InstalledApp("complete")
    let result = try Rubatoctl.run(["explain", "\(InstalledApp.id).other"], by: app.daemon)
    #expect(result.code == 1)
    #expect(
      result.errors.contains("does not list '\(InstalledApp.id).other'"), "\(result.errors)")
    #expect(!result.errors.contains("Submit it again"), "\(result.errors)")
    #expect(result.errors.hasSuffix(". Its app has none queued\n"), "\(result.errors)")
    // A request that belongs to no app is not a task.
    let other = try Rubatoctl.run(["explain", "backup"], by: app.daemon)
    #expect(other.errors.contains("request 'backup' not found"), "\(other.errors)")
  }

  @Test func explainBeginsWithTheApp() throws {
    let app = try InstalledApp("complete")
    try app.submit()
    try app.install("complete", identifiers: [InstalledApp.clean])
    let explanation = try #require(try explain(InstalledApp.refresh, of: app))
    #expect(explanation.reasons.prefix(2) == ["neverOpened", "earliest"])
    #expect(explanation.causes.map(\.reason) == explanation.reasons)
    #expect(explanation.warnings.map(\.code) == ["notListed"])
    #expect(try app.client.tell(List()).requests.first?.reasons == explanation.reasons)
    let lines = try Rubatoctl.run(["explain", InstalledApp.refresh], by: app.daemon).output
      .split(separator: "\n")
    #expect(lines[0].contains("has not run: app never opened and before its window"))
    #expect(lines[1].hasPrefix("Warning: app '\(InstalledApp.id)' does not list "), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  - app never opened: the app has not been opened") })
  }

  @Test func launchAndExpirationAreSimulatedByApplesNames() throws {
    let app = try InstalledApp("expires")
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "opened"))
    try app.submit()
    let launch = try Rubatoctl.run(["simulate-launch", InstalledApp.refresh], by: app.daemon)
    let run = try #require(try app.runs().first?.run)
    #expect(launch.output == "Started: \(InstalledApp.refresh) (run \(run)).\n", "\(launch.errors)")
    _ = try app.output(of: run, until: "handles")
    let expiration = try Rubatoctl.run(
      ["simulate-expiration", InstalledApp.refresh], by: app.daemon)
    #expect(expiration.output == "Expiring: \(InstalledApp.refresh) (run \(run)).\n")
    #expect(try app.end(of: run).stopMessage == "expired by hand")
    let shown = try Rubatoctl.run(["runs", InstalledApp.refresh], by: app.daemon).output
    #expect(shown.contains("expired by hand") && !shown.contains("budget used up"), "\(shown)")
    let last = try Rubatoctl.run(["simulate-launch", InstalledApp.refresh], by: app.daemon)
    #expect(last.code == 1)
    #expect(
      last.errors.contains(": it stopped when its time was ended by hand. "), "\(last.errors)")
  }
}
