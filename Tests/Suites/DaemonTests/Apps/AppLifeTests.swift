import Control
import Foundation
import Testing
import Varlink

/// The life of an app with `AppLifecycle`, with a real daemon and real processes.
@Suite struct AppLifeTests {
  private func app(_ behaviour: String, policy: String? = nil) throws -> InstalledApp {
    try InstalledApp(behaviour, policy: policy, program: "life-app")
  }

  private func open(_ app: InstalledApp, _ behaviour: String) throws -> UsersProcess {
    try UsersProcess(behaviour, socket: app.daemon.socket, program: "life-app")
  }

  /// The last output of a launch of the app with modules.
  private let launched = "Cannot find native module 'Map'"

  // MARK: The four ways to register

  @Test func registeringInASlowOnCreateLosesTheModulesAfterIt() throws {
    let app = try app("slow-module")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: launched)
    #expect(
      output.contains(
        "Cannot find native module 'ExpoLocalization': ExpoHealthkitBridge took 350 ms for OnCreate"
      ))
    #expect(output.contains("above the limit of 200 ms: modules not created: LocalizationModule"))
  }

  @Test func registeringInTwoPhasesLosesThemToo() throws {
    let app = try app("two-phase")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: launched)
    #expect(
      output.contains(
        "Cannot find native module 'ExpoLocalization': ExpoHealthkitBridge took 210 ms for OnCreate"
      ))
  }

  @Test(arguments: [("off", true), ("500ms", true), ("349ms", false)])
  func thePolicySaysWhatAModuleMayTake(limit: String, isThere: Bool) throws {
    let app = try app("slow-module", policy: "module-limit: \(limit)")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: launched)
    #expect(output.contains("has ExpoLocalization") == isThere, "\(output)")
    #expect(output.contains("above the limit of 349 ms") != isThere, "\(output)")
  }

  @Test func theEnvironmentOverrulesThePolicy() throws {
    let app = try app("slow-module", policy: "module-limit: off")
    app.added = ["RUBATO_MODULE_LIMIT": "300ms"]
    try app.install("slow-module")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    _ = try app.output(of: run, until: "above the limit of 300 ms")
  }

  @Test func registeringWhenTheUserSwitchesItOnIsFatal() throws {
    let app = try app("toggle")
    let output = try open(app, "toggle").waitForEnd()
    #expect(output.contains("has ExpoLocalization"))
    #expect(
      output.contains(
        "fatal: All launch handlers must be registered before application finishes launching"))
    #expect(output.contains("didFinishLaunchingWithOptions:) has returned"))
  }

  @Test func registeringInASubscriberAndSwitchingItOnLaterWorks() throws {
    let app = try app("subscriber")
    let off = try app.begin()
    #expect(try app.end(of: off).outcome == "completed")
    let output = try app.output(of: off, until: "is switched off")
    #expect(output.contains("registered by a subscriber\n"))
    #expect(output.contains("has ExpoLocalization") && output.contains("is switched off"))
    try Data().write(to: URL(fileURLWithPath: "\(app.directory.path)/activated"))
    let on = try app.begin(InstalledApp.clean, kind: "processing")
    #expect(try app.end(of: on).outcome == "completed")
    _ = try app.output(of: off, until: "does the work")
  }

  // MARK: Launches

  @Test func aLaunchForATaskIsHeadlessAndHasNoOptions() throws {
    let app = try app("subscriber")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: launched)
    #expect(output.contains("launched for backgroundTask, options: [:]"))
    #expect(output.contains("lazy ones (MapModule) are created in the foreground only"))
    #expect(!output.contains("active") && !output.contains("builds the map"))
  }

  @Test func aProcessOfItsUsersComesAndGoes() throws {
    let app = try app("subscriber")
    try app.client.tell(SetDevice(values: ["thermal": "serious", "low-power": "on"]))
    let process = try open(app, "subscriber")
    let output = try process.output(until: "fires")
    #expect(output.contains("launched for opened"))
    #expect(output.contains("builds the map\nhas Map"))
    #expect(output.contains("may refresh: available\nthermal: serious, low power: true"))
    #expect(output.contains("a timer fires on the main thread: true"))
    #expect(output.contains("resigns\nbackground\nforeground\nactive\n"))
    let end = process.terminate()
    #expect(end.contains("\nterminates\n"))
    // Output that was printed to a pipe is also there.
    #expect(end.contains("printed at the end"))
  }

  @Test func aModuleThatHangsIsNamedByTheKillOfItsLaunch() throws {
    let app = try app("hangs")
    let run = try app.begin()
    _ = try app.output(
      of: run, until: "OnCreate of ExpoHealthkitBridge has not returned after 50 ms")
    try app.client.tell(AdvanceClock(by: 11))
    #expect(try app.end(of: run).outcome == "launchTimeout")
    let report = try app.client.tell(Runs(run: run)).runs.first?.killReport
    let lines = try #require(report?.lastLines)
    #expect(lines.contains { $0.contains("OnCreate of ExpoHealthkitBridge has not returned") })
  }

  @Test func aTaskRunsInTheBackground() throws {
    let app = try app("plain")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: "state: background\n")
    #expect(output == "sets up without a user\nstate: background\n")
  }

  // MARK: Scenes

  @Test func aSceneHandlesTasksAndBuildsNoWindow() throws {
    let app = try app("scenes")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let next = try app.begin(InstalledApp.clean, kind: "processing")
    #expect(try app.end(of: next).outcome == "completed")
    let output = try app.output(of: run, until: "cleans")
    #expect(output.hasPrefix("the delegate has launched\nrefreshes\n") && output.contains("cleans"))
    #expect(!output.contains("builds the window"))
    #expect(!output.contains("from "))
  }

  @Test func aDelegateThatIsNotFinalAndScenesFollowTheirUser() throws {
    let process = try open(try app("scenes"), "scenes")
    #expect(
      try process.output(until: "to background, 1 stories\n") == """
        the delegate has launched
        builds the window
        from inactive to active, 1 stories
        from active to inactive, 1 stories
        from inactive to background, 1 stories

        """)
  }

  @Test func theTaskOfASceneIsCancelledWhenItExpires() throws {
    let app = try app("scenes-expire")
    let run = try app.begin()
    _ = try app.output(of: run, until: "refreshes")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "expired")
    _ = try app.output(of: run, until: "cancelled: true")
  }
}
