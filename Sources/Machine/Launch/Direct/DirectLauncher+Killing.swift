import CLinux
import Descriptors
import Glibc
import Scheduling

/// What is killed through its supervisor.
protocol KillTarget: AnyObject {
  /// Whether a kill can still mean anything.
  var isAlive: Bool { get }
  /// The process that has to do it; nil where it is not there any more, or not known.
  var supervisorPid: pid_t? { get }
  /// Continues the supervisor, and tells it what to do as far as it listens.
  func proceed()
}

extension DirectRun: KillTarget {
  var supervisorPid: pid_t? { supervisor.pid }
  func proceed() { supervisor.send(RUBATO_COMMAND_KILL) }
}

extension DirectLauncher {
  package func kill(_ id: LaunchID) {
    loop.assertIsCurrent()
    if let left = left[id] { return press(left) }
    guard let run = runs[id], run.isAlive else { return }
    examine(run)
    // Reaches also what is frozen.
    run.proceed()
    // On time even if the supervisor hangs, as on the disk that it writes the output to.
    run.cgroup?.kill()
    later(1, run)
  }

  /// Does the supervisor's work, which a command of the same user can keep it from by stopping it again
  /// and again (SIGSTOP); then lets it go on, since now there is nobody left who could. One that still
  /// does not end is killed itself.
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

  /// After 50 ms, and then ever later, up to a second.
  private func later(_ round: Int, _ target: any KillTarget) {
    let delay = min(1000, 50 << min(round - 1, 5))
    loop.after(.milliseconds(delay)) { [weak self, weak target] in
      if let target { self?.press(target, round: round) }
    }
  }

  /// About two seconds: a supervisor that can work ends within milliseconds once nothing lives.
  private static let idleRounds = 6
  /// Longer than it takes a supervisor to say that something does not die.
  private static let mostRounds = 18
}
