import CLinux
import Descriptors
import Glibc
import Scheduling

/// A run that is killed through its supervisor.
protocol KillTarget: AnyObject {
  /// Whether a kill can still have an effect.
  var isAlive: Bool { get }
  /// The process of the supervisor; `nil` if it no longer exists, or is unknown.
  var supervisorPid: pid_t? { get }
  /// Continues the supervisor, which a command of the same user can stop by SIGSTOP. A supervisor of this daemon also
  /// receives the order to kill; one of an earlier daemon ends its run without an order.
  func continueSupervisor()
}

extension DirectRun: KillTarget {
  var supervisorPid: pid_t? { supervisor.pid }
  // Each order also continues the supervisor.
  func continueSupervisor() { supervisor.send(RUBATO_COMMAND_KILL) }
}

extension DirectLauncher {
  /// Examines a run, then kills it through its supervisor and its cgroup. Repeats the kill until the run has ended.
  /// The supervisor of an earlier daemon's run receives no orders, so the processes below it are killed directly.
  package func kill(_ id: LaunchID) {
    loop.assertIsCurrent()
    if let run = leftoverRuns[id] { return killDescendants(of: run) }
    guard let run = runs[id], run.isAlive else { return }
    storeKillReport(of: run)
    // The kill also reaches frozen processes.
    run.supervisor.send(RUBATO_COMMAND_KILL)
    // On time even if the supervisor hangs, for example on the disk of the output.
    run.cgroup?.kill()
    // A command could have stopped the supervisor again before it read the order.
    scheduleKill(of: run, round: 1)
  }

  /// Kills the processes below the supervisor in its place, since a command of the same user can block it with repeated
  /// SIGSTOP. Then continues the supervisor: no process that could block it is left. A supervisor that still does not
  /// end is killed itself. Repeats all of this until the run has ended.
  ///
  /// - Parameter round: The number of earlier attempts.
  func killDescendants(of target: any KillTarget, round: Int = 0) {
    guard target.isAlive else { return }
    if let pid = target.supervisorPid {
      let wasAnyAlive = ProcessTree(below: pid).killAll()
      target.continueSupervisor()
      let lastRound = wasAnyAlive ? Self.lastRoundWithProcesses : Self.lastRoundWithoutProcesses
      if round >= lastRound { Glibc.kill(pid, SIGKILL) }
    }
    scheduleKill(of: target, round: round + 1)
  }

  /// Calls `killDescendants` after a delay, which is 50 ms for the first round, and grows up to a second.
  private func scheduleKill(of target: any KillTarget, round: Int) {
    // 50, 100, 200, 400, 800 and 1000 ms.
    let doublings = min(round - 1, 5)
    let delayMilliseconds = min(1000, 50 << doublings)
    loop.after(.milliseconds(delayMilliseconds)) { [weak self, weak target] in
      if let target { self?.killDescendants(of: target, round: round) }
    }
  }

  /// The round in which a supervisor without living descendants is killed, after about two seconds: a working
  /// supervisor ends within milliseconds after the last process.
  private static let lastRoundWithoutProcesses = 6
  /// The round in which any supervisor is killed: later than a supervisor reports that a process does not die.
  private static let lastRoundWithProcesses = 18
}
