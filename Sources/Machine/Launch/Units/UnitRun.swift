import Bus
import Scheduling

/// A run as the launcher of units keeps it, from its order until its result is recorded.
final class UnitRun {
  enum Stage {
    /// The service manager cannot be reached, or the machine is going down: the order waits.
    case waiting
    /// The order is on its way to systemd, which has not answered it.
    case ordering
    case starting
    case running
    /// The command is over; what it left behind has a moment for its last words.
    case lingering
    /// What it left behind is being killed.
    case clearing
    /// The end is being looked at.
    case concluding
    /// It has been told how it ended.
    case delivered
  }

  /// Whether systemd keeps the unit for this connection. It counts references: one that is taken twice is released twice.
  enum Reference {
    case none
    /// Its answer is awaited.
    case asked
    case held
  }

  let order: LaunchOrder
  /// The unit's name.
  let unit: String
  var stage = Stage.waiting
  var reference = Reference.none
  var state = UnitState()
  var cgroup: Cgroup?

  /// What is heard of it.
  var changes: BusMatch?
  var jobs: BusMatch?
  var watch: CgroupWatch?

  /// The job that starts an existing unit, and how it ended.
  var job: String?
  var jobResult: String?
  /// Whether it was seen alive.
  var wasAlive = false

  /// The signal that warned it.
  var warning: Int32?
  var wasStopped = false
  var wasKilled = false
  var hadLeftovers = false
  var killReport: KillReport?
  /// As it was when the kill was ordered.
  var peakMemoryBytes: Int64?
  var freezing = UnitFreezing()
  let name: UnitName

  /// - Parameter name: the name of a unit that is the run's own.
  init(order: LaunchOrder, unit: String? = nil, name: UnitName) {
    self.order = order
    self.unit = unit ?? name.text
    self.name = name
  }

  /// Whether the unit is somebody else's, which we only start and stop.
  var isExisting: Bool { order.unit != nil }

  /// Whether a signal or a kill can still mean anything.
  var isAlive: Bool {
    switch stage {
    case .waiting, .ordering, .starting, .running: true
    case .lingering, .clearing, .concluding, .delivered: false
    }
  }

  /// Its present start; nil before that.
  var start: UnitStart? {
    state.invocation.map {
      UnitStart(invocation: $0, unit: isExisting ? nil : unit, at: state.startMicroseconds)
    }
  }

  /// The process of the command, where it lives.
  var pid: Int32? { state.mainPid > 0 ? state.mainPid : nil }
}
