import CLinux
import Scheduling

/// A run of the launcher of direct children.
final class DirectRun {
  enum State {
    case launching
    case running(pid: Int32)
    /// The supervisor has reported the end, and is about to exit.
    case reportReceived(rubato_report)
    /// The event of the end was delivered; the supervisor stays with survivors.
    case endDelivered
  }

  let order: LaunchOrder
  let supervisor: Supervisor
  let cgroup: Cgroup?
  let lockPath: String
  var state = State.launching
  /// The last signal that was sent to it; `nil` if there was none.
  var warning: Int32?
  var isFrozen = false
  /// The run's state when it was about to be killed; `nil` if it was not examined.
  var killReport: KillReport?

  init(order: LaunchOrder, supervisor: Supervisor, cgroup: Cgroup?, lockPath: String) {
    self.order = order
    self.supervisor = supervisor
    self.cgroup = cgroup
    self.lockPath = lockPath
  }

  /// Whether a signal or a kill can still have an effect.
  var isAlive: Bool {
    switch state {
    case .launching, .running: true
    case .reportReceived, .endDelivered: false
    }
  }
}
