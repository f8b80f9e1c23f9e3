import CLinux
import Dispatch
import Glibc
import Testing

@testable import Launch

/// A launcher with directories of its own, and the events that it delivered.
final class LauncherHarness {
  let queue = DispatchQueue(label: "launcher")
  let directory: String
  let cgroupDirectory: String?
  let inbox = Inbox()
  private(set) var launcher: any Launcher

  init(_ kind: LauncherKind, outputLimitBytes: Int64 = 1 << 20) throws {
    directory = try makeTemporaryDirectory()
    cgroupDirectory = kind == .cgroups ? makeCgroupName() : nil
    launcher = try Self.makeDirect(directory, cgroupDirectory, outputLimitBytes, queue, inbox)
  }

  deinit {
    close()
    if let cgroupDirectory { removeCgroups(Cgroup(path: cgroupDirectory)) }
    removeTree(directory)
  }

  private func removeCgroups(_ tree: Cgroup) {
    tree.kill()
    for run in tree.children { run.waitUntilEmpty(timeoutMilliseconds: 10_000) }
    _ = tree.remove()
  }

  /// The launcher, where runs are its children.
  var direct: DirectLauncher? { launcher as? DirectLauncher }

  /// Ends the launcher as the death of its daemon would.
  func close() {
    queue.sync { direct?.close() }
  }

  /// A second daemon in the same place.
  func makeSuccessor() throws -> DirectLauncher {
    try Self.makeDirect(directory, cgroupDirectory, 1 << 20, queue, inbox)
  }

  /// The successor takes the place of the launcher, whose lock and descriptors are gone first.
  func replaceLauncher() throws {
    close()
    let (directory, queue, inbox) = (directory, queue, inbox)
    launcher = try Self.makeDirect(directory + "/none", nil, 1, queue, inbox)
    launcher = try makeSuccessor()
  }

  private static func makeDirect(
    _ directory: String, _ cgroup: String?, _ limit: Int64, _ queue: DispatchQueue, _ inbox: Inbox
  ) throws -> DirectLauncher {
    let configuration = DirectLauncher.Configuration(
      supervisorPath: supervisorPath, outputDirectory: "\(directory)/output",
      stopReasonDirectory: "\(directory)/reasons", cgroupDirectory: cgroup,
      outputLimitBytes: limit)
    return try DirectLauncher(configuration: configuration, queue: queue) { inbox.put($0) }
  }

  /// Launches and answers the pid of the supervisor.
  @discardableResult
  func launch(_ order: LaunchOrder) throws -> pid_t? {
    try queue.sync {
      try launcher.launch(order)
      return direct?.runs[order.run]?.supervisor.pid
    }
  }

  /// Launches a script of the shell.
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
      run: run, uid: uid, arguments: ["/bin/sh", "-c", script], directory: directory,
      environment: ["PATH": "/usr/bin:/bin"], graceSeconds: graceSeconds)
  }

  func signal(_ signal: Int32, run: Int64 = 1, reason: String = "test") {
    queue.sync { launcher.signal(run: run, signal: signal, reason: reason) }
  }

  func kill(run: Int64 = 1) {
    queue.sync { launcher.kill(run: run) }
  }

  func freeze(run: Int64 = 1) {
    queue.sync { launcher.freeze(run: run) }
  }

  func thaw(run: Int64 = 1) {
    queue.sync { launcher.thaw(run: run) }
  }

  /// The pid of the supervisor of a run that is not over.
  func supervisorPid(run: Int64 = 1) throws -> pid_t {
    try #require(queue.sync { direct?.runs[run]?.supervisor.pid })
  }

  /// Launches, waits for the end and answers it.
  func finish(_ order: LaunchOrder) throws -> RunEnd {
    try launch(order)
    return try inbox.waitForEnd(run: order.run)
  }

  func finish(shell script: String, uid: UInt32? = nil) throws -> RunEnd {
    try finish(order(shell: script, uid: uid))
  }

  /// All that is kept of the output, as text.
  func output(run: Int64 = 1) -> String {
    do {
      let output = try launcher.readOutput(run: run, from: nil, limitBytes: 1 << 24)
      return String(decoding: output.bytes, as: UTF8.self)
    } catch {
      return "unreadable: \(error)"
    }
  }

  /// What the order fails with.
  func failure(of order: LaunchOrder) throws -> String {
    try launch(order)
    return try inbox.waitForFailure(run: order.run)
  }
}
