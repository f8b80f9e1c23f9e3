import CLinux
import Descriptors
import Glibc

/// Runs commands as children of the daemon, each below a small supervisor of its own, and in a
/// cgroup of its own where there is a tree for that.
package final class DirectLauncher: Launcher {
  let configuration: Configuration
  let loop: EventLoop
  let outputs: OutputStore
  private let follower: OutputFollower
  let reasons: StopReasons
  let locks: RunLocks
  let tree: CgroupTree?
  let deliver: (LaunchEvent) -> Void
  private let outputFd: OwnedDescriptor
  var runs = [Int64: DirectRun]()
  /// What an earlier daemon left, until it is gone.
  var left = [Int64: LeftoverRun]()

  /// - Parameters:
  ///   - loop: on which everything is called and delivered.
  ///   - deliver: takes the events.
  /// - Throws: where a directory cannot be used.
  package init(
    configuration: Configuration, loop: EventLoop,
    deliver: @escaping (LaunchEvent) -> Void
  ) throws(LaunchError) {
    self.configuration = configuration
    self.loop = loop
    self.deliver = deliver
    outputs = try OutputStore(directory: configuration.outputDirectory)
    follower = OutputFollower(directory: configuration.outputDirectory, loop: loop)
    reasons = try StopReasons(directory: configuration.stopReasonDirectory)
    locks = try RunLocks(directory: configuration.lockDirectory)
    guard let fd = OwnedDescriptor.open(outputs.directory, O_RDONLY | O_DIRECTORY) else {
      throw .system("cannot open \(outputs.directory)", errno)
    }
    outputFd = fd
    if let directory = configuration.cgroupDirectory {
      tree = try CgroupTree(directory: directory)
    } else {
      tree = nil
    }
  }

  package func launch(_ order: LaunchOrder) throws(LaunchError) {
    loop.assertIsCurrent()
    if let unit = order.unit { throw Self.startsNoUnits(unit) }
    try order.validate()
    guard runs[order.run] == nil, left[order.run] == nil else {
      throw .invalidOrder("run \(order.run) is already running.")
    }
    // Of an earlier run with this number, should a database have been lost.
    if order.step == 0 { try? outputs.forget(run: order.run) }
    let cgroup = try makeCgroup(order)
    do throws(LaunchError) {
      let lock = try locks.take(run: order.run)
      let run = DirectRun(
        order: order, supervisor: try startSupervisor(order, cgroup, lock), cgroup: cgroup,
        lockPath: lock.path)
      runs[order.run] = run
      run.supervisor.listen(
        onReport: { [weak self] in self?.take($0, of: run) },
        onExit: { [weak self] in self?.settle(run) })
    } catch {
      if let cgroup { tree?.remove(cgroup) }
      throw error
    }
  }

  package func signal(run id: Int64, signal: Int32, reason: String) {
    loop.assertIsCurrent()
    if let left = left[id] { return left.proceed() }
    guard let run = runs[id], run.isAlive else { return }
    reasons.write(reason, run: id, uid: run.order.uid)
    run.warning = signal
    thaw(run)
    run.supervisor.send(RUBATO_COMMAND_SIGNAL, signal: signal)
  }

  package func readOutput(run: Int64, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput
  {
    try outputs.read(run: run, from: offset, limitBytes: limitBytes)
  }

  package var outputRuns: [Int64] { outputs.runs() }

  package func outputBytes(of run: Int64) -> Int64 { outputs.bytes(of: run) }

  package func followOutput(of runs: Set<Int64>, news: @escaping (Int64) -> Void) {
    follower.follow(runs, news: news)
  }

  package func forgetOutput(run: Int64) throws(LaunchError) {
    try outputs.forget(run: run)
  }

  private func makeCgroup(_ order: LaunchOrder) throws(LaunchError) -> Cgroup? {
    guard let tree else { return nil }
    let cgroup = try tree.make(run: order.run, step: order.step)
    cgroup.apply(order.limits)
    return cgroup
  }

  private func startSupervisor(
    _ order: LaunchOrder, _ cgroup: Cgroup?, _ lock: borrowing RunLocks.Lock
  ) throws(LaunchError) -> Supervisor {
    let cgroupFd = cgroup?.openForSupervisor() ?? OwnedDescriptor(-1)
    let plan = SupervisePlan(
      order: order, hasCgroup: cgroup != nil, outputLimitBytes: configuration.outputLimitBytes,
      outputTail: outputs.tail(of: order.run), uid: order.uid == geteuid() ? nil : order.uid,
      stopReasonPath: reasons.path(of: order.run))
    return try Supervisor(
      path: configuration.supervisorPath, run: order.run, plan: plan.encoded(),
      outputFd: outputFd.raw, cgroupFd: cgroupFd.raw, lockFd: lock.file.raw, loop: loop)
  }
}
