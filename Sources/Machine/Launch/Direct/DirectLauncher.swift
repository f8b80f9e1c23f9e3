import CLinux
import Descriptors
import Glibc
import Scheduling

/// Runs commands as children of the daemon. Each has a small supervisor of its own, and a cgroup of its own if
/// there is a tree for that.
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
  var runs = [LaunchID: DirectRun]()
  /// Runs of an earlier daemon, until they have ended.
  var leftoverRuns = [LaunchID: LeftoverRun]()

  /// Prepares the directories for runs, and the tree of cgroups if one is configured. Starts nothing.
  /// - Parameters:
  ///   - loop: The loop for all calls and events.
  ///   - deliver: Called with the events.
  /// - Throws: An error if a directory cannot be used.
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

  /// Starts a supervisor for the order, in a cgroup of its own if there is a tree. Throws for an existing unit of
  /// systemd, for an invalid order, for a run that is already running, and if no supervisor can be started.
  package func launch(_ order: LaunchOrder) throws(LaunchError) {
    loop.assertIsCurrent()
    if let unit = order.unit { throw Self.unitError(unit) }
    try order.validate()
    guard runs[order.id] == nil, leftoverRuns[order.id] == nil else {
      throw .invalidOrder("\(order.id.words) is already running.")
    }
    // If a database was lost, an earlier run with this number can have left its output. A later step continues the
    // output of the steps before it.
    if order.step == 0 { try? outputs.forget(order.id) }

    let cgroup = try makeCgroup(order)
    do throws(LaunchError) {
      let lock = try locks.lockFile(for: order.id)
      let run = DirectRun(
        order: order, supervisor: try startSupervisor(order, cgroup, lock), cgroup: cgroup,
        lockPath: lock.path)
      runs[order.id] = run
      run.supervisor.listen(
        onReport: { [weak self] in self?.handle($0, of: run) },
        onExit: { [weak self] in self?.removeAndDeliverEnd(of: run) })
    } catch {
      if let cgroup { tree?.remove(cgroup) }
      throw error
    }
  }

  /// Records the stop reason, and lets the supervisor thaw and signal the command. The supervisor of an earlier
  /// daemon's run already ends it, and is only continued.
  package func signal(_ id: LaunchID, signal: Int32, reason: String) {
    loop.assertIsCurrent()
    if let run = leftoverRuns[id] { return run.continueSupervisor() }
    guard let run = runs[id], run.isAlive else { return }
    reasons.write(reason, to: id, uid: run.order.uid)
    run.warning = signal
    thaw(run)
    run.supervisor.send(RUBATO_COMMAND_SIGNAL, signal: signal)
  }

  /// Returns the output of a run from an offset, read from the files of its supervisors; without an offset, the newest
  /// output.
  package func readOutput(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput
  {
    try outputs.read(of: id, from: offset, limitBytes: limitBytes)
  }

  package var outputRuns: [RunID] { outputs.runs() }

  package func outputBytes(of run: RunID) -> Int64 { outputs.bytes(of: .run(run)) }

  package func followOutput(of runs: Set<RunID>, onNewOutput: @escaping (RunID) -> Void) {
    follower.follow(runs, onNewOutput: onNewOutput)
  }

  package func forgetOutput(of id: LaunchID) throws(LaunchError) {
    try outputs.forget(id)
  }

  /// Makes the cgroup for a step of a run and sets the limits of the order in it; `nil` if there is no tree of cgroups.
  private func makeCgroup(_ order: LaunchOrder) throws(LaunchError) -> Cgroup? {
    guard let tree else { return nil }
    let cgroup = try tree.makeCgroup(for: order.id, step: order.step)
    cgroup.apply(order.limits)
    return cgroup
  }

  /// Starts the supervisor of an order, which inherits the cgroup, if any, and the lock. Throws if no process can be
  /// started.
  private func startSupervisor(
    _ order: LaunchOrder, _ cgroup: Cgroup?, _ lock: borrowing RunLocks.Lock
  ) throws(LaunchError) -> Supervisor {
    let cgroupFd = cgroup?.openForSupervisor() ?? OwnedDescriptor(-1)
    // Without a `uid`, the supervisor does not change its user.
    let plan = SupervisePlan(
      order: order, hasCgroup: cgroup != nil, outputLimitBytes: configuration.outputLimitBytes,
      outputTail: outputs.tail(of: order.id), uid: order.uid == geteuid() ? nil : order.uid,
      stopReasonPath: reasons.path(of: order.id))
    return try Supervisor(
      path: configuration.supervisorPath, id: order.id, plan: plan.encoded(),
      outputFd: outputFd.raw, cgroupFd: cgroupFd.raw, lockFd: lock.file.raw, loop: loop)
  }
}
