import CLinux
import Descriptors
import Scheduling

// Freezes through the supervisor, which knows its descendants if there is no cgroup.
extension DirectLauncher {
  package func freeze(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id], run.isAlive else { return }
    run.isFrozen = true
    run.supervisor.send(RUBATO_COMMAND_FREEZE)
  }

  package func thaw(_ id: LaunchID) {
    loop.assertIsCurrent()
    guard let run = runs[id] else { return }
    thaw(run)
  }

  func thaw(_ run: DirectRun) {
    guard run.isAlive, run.isFrozen else { return }
    run.isFrozen = false
    run.supervisor.send(RUBATO_COMMAND_THAW)
  }
}
