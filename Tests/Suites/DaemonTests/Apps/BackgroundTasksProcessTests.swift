import Control
import Foundation
import Testing
import Varlink

/// The process that tasks are delivered to, with a real daemon and a real process of an app.
@Suite struct BackgroundTasksProcessTests {
  @Test func aProcessThatIsThereIsHandedTheNextTask() throws {
    let app = try InstalledApp("complete")
    _ = try app.end(of: app.begin())
    let process = try #require(try app.info().process)
    #expect(process.state == "active")
    for state in ["active", "suspended"] {
      let run = try app.begin(InstalledApp.clean, kind: "processing")
      #expect(try app.end(of: run).outcome == "completed")
      _ = try app.output(of: run, until: "handles \(InstalledApp.clean) as BGProcessingTask")
      #expect(try app.info().process?.process == process.process)
      // Before the second task the process is frozen. It is thawed for the task.
      if state == "active" { try app.client.tell(AdvanceClock(by: 6)) }
    }
  }

  @Test func aProcessIsSuspendedFiveSecondsAfterItsLastTaskIsComplete() throws {
    let app = try InstalledApp("complete")
    _ = try app.end(of: app.begin())
    let pid = try #require(try app.info().process?.pid)
    try app.client.tell(AdvanceClock(by: 5))
    #expect(try app.info().process?.state == "suspended")
    while try !Self.isStopped(pid) { pauseBeforeAskingAgain() }
    try app.client.tell(AdvanceClock(by: 181))
    #expect(try app.info().process.map { $0.state == "ending" } ?? true)
  }

  @Test func aColdStartIsTold() throws {
    let app = try InstalledApp("complete")
    _ = try app.end(of: app.begin())
    let process = try #require(try app.info().process)
    let parts = [
      process.spawnSeconds, process.attachSeconds, process.launchSeconds, process.firstTaskSeconds,
    ].compactMap(\.self)
    #expect(parts.count == 4 && parts == parts.sorted())
  }

  @Test func aProcessUnderADebuggerHasNoLimits() throws {
    let app = try InstalledApp("hangs")
    // While a task runs, the simulated clock is as fast as the real one.
    let run = try app.begin(budget: 10, grace: 1)
    _ = try app.output(of: run, until: "handles")
    let pid = try #require(try app.info().process?.pid)
    let debugger = try Debugger(of: pid)
    try app.client.tell(AdvanceClock(by: 12))
    let process = try #require(try app.info().process)
    #expect(process.debugged && process.runs == [run])
    debugger.end()
    // A process that a debugger has stopped once has no more deadlines.
    try app.client.tell(AdvanceClock(by: 2))
    #expect(try app.info().process?.runs == [run])
  }

  @Test func aProcessThatADebuggerHoldsInItsLaunchHasNoLimits() throws {
    let app = try InstalledApp("never-attaches")
    let run = try app.begin()
    var launched = app.processes
    while launched.isEmpty {
      pauseBeforeAskingAgain()
      launched = app.processes
    }
    let debugger = try Debugger(of: try #require(launched.first))
    try app.client.tell(AdvanceClock(by: 11))
    let process = try #require(try app.info().process)
    #expect(process.debugged && process.runs == [run])
    debugger.end()
  }

  @Test func aLockThatASuspendedProcessHoldsIsNamed() throws {
    let app = try InstalledApp("locks")
    _ = try app.end(of: app.begin())
    try app.client.tell(AdvanceClock(by: 6))
    let process = try #require(try app.info().process)
    #expect(process.state == "suspended")
    let directory = app.directory.path
    #expect(process.locks == ["child", "flock", "posix"].map { "\(directory)/\($0)" })
    _ = try app.end(of: app.begin(InstalledApp.clean, kind: "processing"))
    #expect(try app.info().process?.locks == [])
  }

  /// Whether a signal has stopped the process, or its cgroup is frozen, which holds it in get_signal().
  private static func isStopped(_ pid: Int64) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let place = try String(contentsOfFile: "/proc/\(pid)/wchan", encoding: .utf8)
    return status.contains("T (stopped)") || place.contains("get_signal") || place.contains("freez")
  }
}

/// Stops a process as a debugger does (PTRACE_SEIZE, ptrace(2)), and lets it continue.
private final class Debugger {
  private let process = Process()
  private let input = Pipe()

  init(of pid: Int64) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let program = """
      import ctypes, sys
      if ctypes.CDLL(None, use_errno=True).ptrace(0x4206, int(sys.argv[1]), 0, 0): sys.exit(1)
      print("held", flush=True)
      sys.stdin.read()
      """
    process.arguments = ["python3", "-c", program, "\(pid)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.hasPrefix("held"))
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
