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
  /// Continues the supervisor, and sends it the order if it can receive one.
  func proceed()
}

extension DirectRun: KillTarget {
  var supervisorPid: pid_t? { supervisor.pid }
  func proceed() { supervisor.send(RUBATO_COMMAND_KILL) }
}

extension DirectLauncher {
  /// Examines a run, then kills it through its supervisor and its cgroup. Repeats the kill until the run has ended.
  package func kill(_ id: LaunchID) {
    loop.assertIsCurrent()
    if let left = left[id] { return press(left) }
    guard let run = runs[id], run.isAlive else { return }
    examine(run)
    // Also reaches frozen processes.
    run.proceed()
    // On time even if the supervisor hangs, for example on the disk of the output.
    run.cgroup?.kill()
    later(1, run)
  }

  /// Kills in place of the supervisor, which a command of the same user can block with repeated SIGSTOP. Then continues
  /// it, since no such process is left. A supervisor that still does not end is killed itself. Repeats all of this
  /// until the run has ended.
  ///
  /// - Parameter round: The number of earlier attempts.
  func press(_ target: any KillTarget, round: Int = 0) {
    guard target.isAlive else { return }
    if let pid = target.supervisorPid {
      let isAnyLeft = ProcessTree(below: pid).kill()
      target.proceed()
      let isPatienceOver = round >= (isAnyLeft ? Self.mostRounds : Self.idleRounds)
      if isPatienceOver { Glibc.kill(pid, SIGKILL) }
    }
    later(round + 1, target)
  }

  /// Calls `press` after a delay, which is 50 ms for the first round, and grows up to a second.
  private func later(_ round: Int, _ target: any KillTarget) {
    let delay = min(1000, 50 << min(round - 1, 5))
    loop.after(.milliseconds(delay)) { [weak self, weak target] in
      if let target { self?.press(target, round: round) }
    }
  }

  /// About two seconds: a working supervisor ends within milliseconds after the last process.
  private static let idleRounds = 6
  /// Longer than a supervisor takes to report that a process does not die.
  private static let mostRounds = 18
}
