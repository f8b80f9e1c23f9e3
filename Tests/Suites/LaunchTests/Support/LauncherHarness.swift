import CLinux
import Descriptors
import Dispatch
import Glibc
import Scheduling
import Testing

@testable import Launch

/// A launcher with its own directories, and the events that it delivered.
final class LauncherHarness {
  let loop = EventLoop(name: "launcher")
  let directory: String
  let cgroupDirectory: String?
  let inbox = Inbox()
  private(set) var launcher: any Launcher
  private var launched = Set<Int64>()
  /// Added to the run numbers of tests, since systemd must never see a number twice.
  private let base: Int64

  init(_ kind: LauncherKind, outputLimitBytes: Int64 = 1 << 20) throws {
    directory = try makeTemporaryDirectory()
    cgroupDirectory = kind == .cgroups ? makeCgroupName() : nil
    base = kind == .units ? (Int64(getpid()) * 10_000 + nextNumber()) * 1000 : 0
    launcher =
      kind == .units
      ? try Self.makeUnits(directory, loop, inbox, base)
      : try Self.makeDirect(directory, cgroupDirectory, outputLimitBytes, loop, inbox)
  }

  deinit {
    let isHeard = DispatchSemaphore(value: 0)
    loop.sync {
      for run in launched { launcher.forgetRecorded(.run(number(run))) }
      // systemd asks which process sent the order, and must find this one. An answer to this call shows that it has.
      launcher.queryStopSeconds(ofUnit: "none.service") { _ in isHeard.signal() }
    }
    isHeard.wait()
    close()
    if let cgroupDirectory { removeCgroups(Cgroup(path: cgroupDirectory)) }
    removeTree(directory)
  }

  private func removeCgroups(_ tree: Cgroup) {
    tree.kill()
    for run in tree.children { run.waitUntilEmpty(timeoutMilliseconds: 10_000) }
    _ = tree.tryRemove()
  }

  /// The launcher, if runs are its children.
  var direct: DirectLauncher? { launcher as? DirectLauncher }

  private var units: UnitLauncher? { launcher as? UnitLauncher }

  /// Ends the launcher as by the death of its daemon.
  func close() {
    loop.sync {
      direct?.close()
      units?.close()
    }
  }

  /// A second daemon in the same place.
  func makeSuccessor() throws -> DirectLauncher {
    try Self.makeDirect(directory, cgroupDirectory, 1 << 20, loop, inbox)
  }

  /// Replaces the launcher by a successor, after its lock and descriptors were closed.
  func replaceLauncher() throws {
    close()
    let (directory, loop, inbox) = (directory, loop, inbox)
    launcher = try Self.makeDirect(directory + "/none", nil, 1, loop, inbox)
    launcher = try makeSuccessor()
  }

  /// Returns the state in which the launcher finds runs of an earlier launcher.
  func recover(_ runs: [Int64]) throws -> [Int64: FoundRun] {
    try loop.sync { try launcher.recover(runs.map { RecoverableRun(run: $0) }) }
  }

  private static func makeDirect(
    _ directory: String, _ cgroup: String?, _ limit: Int64, _ loop: EventLoop, _ inbox: Inbox
  ) throws -> DirectLauncher {
    var configuration = DirectLauncher.Configuration(
      supervisorPath: supervisorPath, outputDirectory: "\(directory)/output",
      stopReasonDirectory: "\(directory)/reasons", lockDirectory: "\(directory)/running",
      cgroupDirectory: cgroup,
      outputLimitBytes: limit)
    configuration.collector = .unhurried
    return try loop.sync {
      try DirectLauncher(configuration: configuration, loop: loop) { inbox.put($0) }
    }
  }

  private static func makeUnits(
    _ directory: String, _ loop: EventLoop, _ inbox: Inbox, _ base: Int64
  ) throws -> UnitLauncher {
    var configuration = UnitLauncher.Configuration(
      isOfUser: geteuid() != 0, outputDirectory: "\(directory)/output",
      stopReasonDirectory: "\(directory)/reasons",
      environmentDirectory: "\(directory)/environment")
    configuration.collector = .unhurried
    return try loop.sync {
      let launcher = try UnitLauncher(configuration: configuration, loop: loop) {
        inbox.put($0.renumbered(by: -base))
      }
      // Ends the processes that a failed test has left.
      _ = try launcher.recover([])
      return launcher
    }
  }

  /// Returns the id of a run for the launcher.
  func number(_ run: Int64) -> Int64 { base + run }

  private func numbered(_ order: LaunchOrder) -> LaunchOrder {
    var numbered = order
    numbered.id = .run(number(order.id.number))
    return numbered
  }

  /// Launches the order. Returns the pid of the supervisor; `nil` if there is none.
  @discardableResult
  func launch(_ order: LaunchOrder) throws -> pid_t? {
    let numbered = numbered(order)
    return try loop.sync {
      launched.insert(order.id.number)
      try launcher.launch(numbered)
      return direct?.runs[order.id]?.supervisor.pid
    }
  }

  /// The process of the first run's command.
  var pid: Int32? { loop.sync { launcher.pid(of: .run(number(1))) } }

  /// The processes of the first run.
  var processes: Set<Int32> { loop.sync { launcher.processes(of: .run(number(1))) } }

  /// Launches and kills a run within one turn of the loop.
  func launchAndKill(_ order: LaunchOrder) throws {
    let numbered = numbered(order)
    try loop.sync {
      launched.insert(order.id.number)
      try launcher.launch(numbered)
      launcher.kill(numbered.id)
    }
  }

  /// Launches a run and notifies it within one turn of the loop.
  func launchAndNotify(_ order: LaunchOrder, _ signal: Int32) throws {
    let numbered = numbered(order)
    try loop.sync {
      launched.insert(order.id.number)
      try launcher.launch(numbered)
      launcher.notify(numbered.id, signal: signal, reason: "test")
    }
  }

  /// Launches a shell script.
  @discardableResult
  func launch(
    run: Int64 = 1, shell script: String, graceSeconds: Double = 10, uid: UInt32? = nil
  ) throws -> pid_t? {
    try launch(order(run: run, shell: script, graceSeconds: graceSeconds, uid: uid))
  }

  func order(
    run: Int64 = 1, shell script: String, graceSeconds: Double = 10, uid: UInt32? = nil
  ) -> LaunchOrder {
    LaunchOrder(
      .run(run), uid: uid, arguments: ["/bin/sh", "-c", script], directory: directory,
      environment: ["PATH": "/usr/bin:/bin"], graceSeconds: graceSeconds)
  }

  func signal(_ signal: Int32, run: Int64 = 1, reason: String = "test") {
    loop.sync { launcher.signal(.run(number(run)), signal: signal, reason: reason) }
  }

  func kill(run: Int64 = 1) {
    loop.sync { launcher.kill(.run(number(run))) }
  }

  func freeze(run: Int64 = 1) {
    loop.sync { launcher.freeze(.run(number(run))) }
  }

  func thaw(run: Int64 = 1) {
    loop.sync { launcher.thaw(.run(number(run))) }
  }

  /// The pid of the supervisor of a run that has not ended.
  func supervisorPid(run: Int64 = 1) throws -> pid_t {
    try #require(loop.sync { direct?.runs[.run(run)]?.supervisor.pid })
  }

  /// Launches an order, waits for its end and returns it.
  func finish(_ order: LaunchOrder) throws -> RunEnd {
    try launch(order)
    return try inbox.waitForEnd(run: order.id.number)
  }

  func finish(shell script: String, uid: UInt32? = nil) throws -> RunEnd {
    try finish(order(shell: script, uid: uid))
  }

  /// Returns the kept output, as text.
  func output(run: Int64 = 1) -> String {
    do {
      let output = try loop.sync {
        try launcher.readOutput(of: .run(number(run)), from: nil, limitBytes: 1 << 24)
      }
      return String(decoding: output.bytes, as: UTF8.self)
    } catch {
      return "unreadable: \(error)"
    }
  }

  /// Returns the error with which the order fails.
  func failure(of order: LaunchOrder) throws -> String {
    try launch(order)
    return try inbox.waitForFailure(run: order.id.number)
  }
}

extension KillReportCollector {
  /// A collector with a long time limit, whose reports are cut off only by their size, also on slow machines.
  static var unhurried: KillReportCollector {
    var collector = KillReportCollector()
    collector.bounds.nanoseconds = 60_000_000_000
    return collector
  }
}
