import CLinux
import Scheduling

/// A run as the launcher of direct children keeps it.
final class DirectRun {
  enum State {
    case launching
    case running(pid: Int32)
    /// The supervisor has said how it ended; it is about to leave.
    case reported(rubato_report)
    /// The event is delivered; the supervisor stays with survivors.
    case delivered
  }

  let order: LaunchOrder
  let supervisor: Supervisor
  let cgroup: Cgroup?
  let lockPath: String
  var state = State.launching
  /// The signal by which it was last told something; nil while it was not.
  var warning: Int32?
  var isFrozen = false
  /// What it was found doing when it was to be killed.
  var killReport: KillReport?

  init(order: LaunchOrder, supervisor: Supervisor, cgroup: Cgroup?, lockPath: String) {
    self.order = order
    self.supervisor = supervisor
    self.cgroup = cgroup
    self.lockPath = lockPath
  }

  /// Whether a signal or a kill can still mean anything.
  var isAlive: Bool {
    switch state {
    case .launching, .running: true
    case .reported, .delivered: false
    }
  }
}
