import Control
import Foundation
import Testing
import Varlink

/// The rules of Apple's BackgroundTasks, each with a real daemon and a real process of an app.
@Suite struct BackgroundTasksTests {
  @Test func aTaskLaunchesItsAppAndIsHandedToItsHandler() throws {
    let app = try InstalledApp("complete")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    _ = try app.output(of: run, until: "handles \(InstalledApp.refresh) as BGAppRefreshTask")
    #expect(try !app.isQueued())
  }

  @Test func aTaskThatFailedIsNotTriedAgain() throws {
    let app = try InstalledApp("fail")
    #expect(try app.end(of: app.begin()).outcome == "failed")
    #expect(try !app.isQueued())
  }

  @Test(arguments: ["twice", "threads"]) func onlyTheFirstCompletionCounts(behaviour: String) throws
  {
    let app = try InstalledApp(behaviour)
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: "more than once")
    #expect(output.contains("only the first completion applies"))
  }

  @Test func theExpirationHandlerIsCalledOnceAndCleared() throws {
    let app = try InstalledApp("expires")
    let run = try app.begin()
    _ = try app.output(of: run, until: "handles")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    let ended = try app.end(of: run)
    #expect((ended.outcome, ended.stopReason) == ("expired", "budget"))
    #expect(ended.stopMessage == "expired by hand")
    let output = try app.output(of: run, until: "more than once")
    #expect(output.contains("expires; the handler is cleared"))
  }

  @Test(arguments: [nil, "missing-expiration-handler: complete"])
  func aTaskWithoutAnExpirationHandlerEndsWithItsTime(policy: String?) throws {
    let app = try InstalledApp("ignores", policy: policy)
    let run = try app.begin()
    _ = try app.output(of: run, until: "handles")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    let ended = try app.end(of: run)
    #expect(ended.outcome == (policy == nil ? "killed" : "expired"))
    #expect(ended.message == "the task had no expiration handler")
    let explained = #expect(throws: ClientError.self) {
      try app.client.tell(Explain(id: InstalledApp.refresh, app: InstalledApp.id))
    }
    #expect("\(try #require(explained))".contains("because it had no expiration handler"))
    if policy == nil {
      let report = try #require(try app.client.tell(Runs(run: run)).runs.first?.killReport)
      #expect(report.expiration == "missing")
    } else {
      #expect(try app.info().process?.runs == [])
    }
  }

  /// The handler waits in a thread that the process has reported, while its main thread waits for the next task.
  @Test func theReportOfAKillNamesTheThreadThatHoldsTheTask() throws {
    let app = try InstalledApp("stuck")
    let run = try app.begin()
    _ = try app.output(of: run, until: "handles")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "killed")
    let report = try #require(try app.client.tell(Runs(run: run)).runs.first?.killReport)
    let holder = try #require(report.holder)
    let stack = try #require(report.stack)
    #expect(stack.contains { $0.contains("task_app") }, "\(stack)")
    let threads = report.processes.flatMap(\.threads)
    #expect(threads.contains { $0.id == holder } && holder != report.processes.first?.pid)
    #expect(
      report.sentence.contains("in the thread of its handler (\(holder), "), "\(report.sentence)")
  }

  /// The process ends while the queue of the handler is busy.
  @Test func aTaskWhoseHandlerWasNotCalledIsQueuedAgain() throws {
    let app = try InstalledApp("busy")
    let run = try app.begin()
    try app.waitForDelivery(of: run)
    kill(pid_t(try #require(try app.info().process?.pid)), SIGKILL)
    let ended = try app.end(of: run)
    #expect(ended.outcome == "interrupted")
    #expect(ended.message?.contains("before it called the handler") == true)
    #expect(try app.isQueued())
  }

  @Test func aHandlerThatBlocksHearsOfItsExpiration() throws {
    let app = try InstalledApp("blocks")
    let run = try app.begin()
    _ = try app.output(of: run, until: "handles")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    #expect(try app.end(of: run).outcome == "expired")
    _ = try app.output(of: run, until: "heard while it blocked")
  }

  @Test func whatDoesNotCompleteWithinItsGraceIsKilled() throws {
    let app = try InstalledApp("hangs")
    let run = try app.begin()
    _ = try app.output(of: run, until: "handles")
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    let ended = try app.end(of: run)
    _ = try app.output(of: run, until: "expires, and goes on")
    #expect((ended.outcome, ended.killed, ended.code) == ("killed", true, "0x8badf00d"))
    #expect(try !app.isQueued())
  }

  @Test func aCrashConsumesTheRequest() throws {
    let app = try InstalledApp("crashes")
    let ended = try app.end(of: app.begin())
    #expect(ended.outcome == "crashed")
    #expect(try !app.isQueued())
  }

  @Test func aProcessThatEndsBeforeItsTaskIsCompleteHasFailed() throws {
    let app = try InstalledApp("exits")
    let ended = try app.end(of: app.begin())
    #expect(ended.outcome == "failed")
    #expect(ended.message?.contains("ended before the task was complete") == true)
  }

  @Test func anAppThatNeverAttachesIsKilledAfterTenSeconds() throws {
    let app = try InstalledApp("never-attaches")
    let ended = try app.end(of: app.begin())
    #expect((ended.outcome, ended.killed, ended.code) == ("launchTimeout", true, "0x8badf00d"))
    #expect(ended.message?.contains("first use of BGTaskScheduler.shared") == true)
  }

  @Test(arguments: [
    ("late", "All launch handlers must be registered before application finishes launching"),
    ("late-use", "which was before the first use of BGTaskScheduler.shared"),
    ("duplicate", "at task_app/main.swift:"),
    (
      "duplicate",
      "Launch handler for task with identifier \(InstalledApp.refresh) has already been registered"
    ),
    (
      "no-handler", "No launch handler registered for task with identifier \(InstalledApp.refresh)"
    ),
    (
      "submits-unregistered",
      "No launch handler registered for task with identifier \(InstalledApp.refresh)"
    ),
  ]) func anAppThatBreaksARuleEnds(behaviour: String, message: String) throws {
    let app = try InstalledApp(behaviour)
    let run = try app.begin()
    // A process that breaks the rule at its first use may receive its task before that. The task is then owed.
    let outcomes = behaviour == "late-use" ? ["crashed", "interrupted"] : ["crashed"]
    #expect(outcomes.contains(try app.end(of: run).outcome ?? ""))
    let output = try app.output(of: run, until: "fatal: ")
    // On a busy machine the task may arrive before the first use, and finds no handler.
    let isTaskFirst = behaviour == "late-use" && output.contains("No launch handler registered")
    #expect(isTaskFirst || output.contains(message), "\(output)")
  }

  @Test func anIdentifierThatTheInfoPlistDoesNotListIsNotRegistered() throws {
    let app = try InstalledApp("unlisted")
    try """
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(InstalledApp.id)</string>
      <key>BGTaskSchedulerPermittedIdentifiers</key>
      <array><string>\(InstalledApp.refresh)</string></array>
      <key>UIBackgroundModes</key><array><string>fetch</string></array>
    </dict></plist>
    """.write(toFile: "\(app.directory.path)/Info.plist", atomically: true, encoding: .utf8)
    // The file is looked up next to the executable itself, not next to a link to it.
    let built = DaemonProcess.products.appendingPathComponent("task-app").path
    try FileManager.default.removeItem(atPath: app.program)
    try FileManager.default.copyItem(atPath: built, toPath: app.program)
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "crashed")
    let output = try app.output(of: run, until: "registered: false")
    #expect(output.contains("com.example.other is not advertised in the application's Info.plist"))
    // The identifiers that the process declares have replaced those of the installation.
    #expect(try app.info().permittedIdentifiers == [InstalledApp.refresh])
    #expect(try app.info().backgroundModes == ["fetch"])
  }

  @Test func aHandlerSubmitsTheNextTask() throws {
    let app = try InstalledApp("submits")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    // The run has ended, but its process continues: its output may come later.
    _ = try app.output(of: run, until: "submitted")
    #expect(try app.isQueued())
  }

  /// Many apps do this. A process that was frozen immediately would submit only after it is resumed, if ever.
  @Test func anAppSubmitsAfterItHasCompletedItsTask() throws {
    let app = try InstalledApp("submits-after")
    let run = try app.begin()
    #expect(try app.end(of: run).outcome == "completed")
    _ = try app.output(of: run, until: "submitted")
    #expect(try app.isQueued())
  }

  @Test func aProcessThatAUserStartsAsksAndIsAnswered() throws {
    let app = try InstalledApp("complete")
    let process = Process()
    let output = Pipe()
    process.executableURL = DaemonProcess.products.appendingPathComponent("task-app")
    process.environment = [
      "RUBATO_SOCKET": app.daemon.socket, "RUBATO_APP": InstalledApp.id, "BEHAVIOUR": "asks",
    ]
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let both = [InstalledApp.clean, InstalledApp.refresh]
    #expect(said == "submitted\nsubmitted\npending: \(both)\nthen: [\"\(InstalledApp.clean)\"]\n")
    #expect(try !app.isQueued(InstalledApp.clean))
  }

  @Test func aProcessThatAUserStartsIsHandedTasksAndNeverKilled() throws {
    let app = try InstalledApp("complete")
    let process = Process()
    let output = Pipe()
    process.executableURL = DaemonProcess.products.appendingPathComponent("task-app")
    process.environment = [
      "RUBATO_SOCKET": app.daemon.socket, "RUBATO_APP": InstalledApp.id, "BEHAVIOUR": "hangs",
    ]
    process.standardOutput = output
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    while try app.info().process?.state != "active" { pauseBeforeAskingAgain() }
    #expect(try app.info().foreground)
    let run = try app.begin(grace: 1)
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.contains("handles"))
    try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    let ended = try app.end(of: run)
    #expect((ended.outcome, ended.stopReason) == ("killed", "budget"))
    #expect(process.isRunning)
    // No further task is delivered to this process: the next task has another process.
    let next = try app.begin()
    #expect(try app.end(of: next).outcome == "completed")
  }

  @Test func whatWasNotLaunchedIsNotAttached() throws {
    let app = try InstalledApp("complete")
    for token in ["", "1-0", "99-00000000000000000000000000000000"] {
      let error = #expect(throws: ClientError.self) {
        try app.daemon.connect().more(
          AttachApp.fullName, AttachApp(id: InstalledApp.id, token: token),
          as: AttachApp.Reply.self
        ) { _ in .stop }
      }
      #expect("\(String(describing: error))".contains("NotPermitted"))
    }
  }

  @Test func whatAnAppDoesNotDeclareItMayNotSubmit() throws {
    let app = try InstalledApp("complete")
    try app.install("complete", identifiers: [])
    let unlisted = #expect(throws: ClientError.self) { try app.submit() }
    #expect("\(String(describing: unlisted))".contains("is not advertised in the Info.plist"))
    try app.install("complete", identifiers: ["com.example.feed.*"])
    try app.submit()
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "refreshOff"))
    let off = #expect(throws: ClientError.self) { try app.submit() }
    #expect("\(String(describing: off))".contains("Background App Refresh is off"))
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func anAppOfRootCancelsNoRequestOfAnotherUser() throws {
    let app = try InstalledApp("complete")
    for words in [
      ["app", "register", InstalledApp.id],
      [
        "submit", "--app", InstalledApp.id, "--id", InstalledApp.refresh, "--earliest", "1h", "--",
        "/bin/true",
      ],
    ] {
      let result = try Rubatoctl.runAsNobody(words, by: app.daemon)
      try #require(result.code == 0, "\(result)")
    }
    let opened = try OpenedApp(app)
    #expect(try opened.tell("cancel \(InstalledApp.refresh)") == "cancelled")
    #expect(try app.client.tell(List(owner: 65534)).requests.map(\.id) == [InstalledApp.refresh])
    // The app can cancel its own request.
    try app.submit()
    #expect(try opened.tell("cancel \(InstalledApp.refresh)") == "cancelled")
    #expect(try !app.isQueued())
  }

  @Test func anExecutableThatIsGoneFailsItsTask() throws {
    let app = try InstalledApp("complete")
    try FileManager.default.removeItem(atPath: app.program)
    let ended = try app.end(of: app.begin())
    #expect(ended.outcome == "launchFailed")
    #expect(ended.message?.contains("\(app.program) does not exist") == true)
  }
}
