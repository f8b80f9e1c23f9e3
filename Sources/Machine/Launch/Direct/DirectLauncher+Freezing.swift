import CLinux
import Descriptors
import Scheduling

// Freezes through the supervisor, which knows its descendants if there is no cgroup.
extension DirectLauncher {
  /// Lets the supervisor freeze all processes of a run. Has no effect on a run that has ended.
  package func freeze(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    run.isFrozen = true
    run.supervisor.send(RUBATO_COMMAND_FREEZE)
  }

  /// Lets the supervisor continue a frozen run. Has no effect on other runs.
  package func thaw(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id] else { return }
    thaw(run)
  }

  /// Lets the supervisor continue a run, if it is frozen and has not ended.
  func thaw(_ run: DirectRun) {
    guard run.isAlive, run.isFrozen else { return }
    run.isFrozen = false
    run.supervisor.send(RUBATO_COMMAND_THAW)
  }
}
