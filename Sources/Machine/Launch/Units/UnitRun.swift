import Bus
import Scheduling

/// A run of the launcher of units, from its order until its result is recorded.
final class UnitRun {
  enum Stage {
    /// The service manager cannot be reached, or the machine is shutting down: the order waits.
    case waiting
    /// The order was sent to systemd, which has not answered yet.
    case ordering
    case starting
    case running
    /// The command has ended; its remaining processes have a moment for their last output.
    case lingering
    /// The remaining processes are being killed.
    case clearing
    /// The result is being read.
    case concluding
    /// The end has been reported.
    case endDelivered
  }

  /// Whether systemd keeps the unit for this connection. It counts references: a reference taken twice must be
  /// released twice.
  enum Reference {
    case none
    /// The answer has not arrived yet.
    case requested
    case confirmed
  }

  let order: LaunchOrder
  /// The name of the unit: the one in the order, or that of a unit which is made for the run.
  let unit: String
  var stage = Stage.waiting
  var reference = Reference.none
  var state = UnitState()
  var cgroup: Cgroup?

  /// The subscriptions to its changes.
  var changeMatch: BusMatch?
  var jobMatch: BusMatch?
  var cgroupWatch: CgroupWatch?

  /// The job that starts an existing unit, and its result; `nil` if there is none.
  var job: String?
  var jobResult: String?
  /// Whether the unit was seen alive. Only then does its inactivity mean that the run has ended.
  var wasAlive = false

  /// The signal that warned it; `nil` if there was none.
  var warning: Int32?
  /// The signal of `notify` that the command receives at its start; `nil` if there is none.
  var notice: Int32?
  /// Whether this launcher has ordered the stop of an existing unit.
  var wasStopped = false
  /// Whether this launcher has ordered the kill.
  var wasKilled = false
  /// Whether processes outlived the command, and were killed.
  var hadLeftovers = false
  var killReport: KillReport?
  /// Its peak when the kill was ordered; `nil` if it is unknown.
  var peakMemoryBytes: Int64?
  var freezing = UnitFreezing()

  init(order: LaunchOrder, unit: String) {
    self.order = order
    self.unit = unit
  }

  /// Whether the unit is not made for the run, and is only started and stopped here.
  var startsExistingUnit: Bool { order.unit != nil }

  /// Whether a signal or a kill can still have an effect.
  var isAlive: Bool {
    switch stage {
    case .waiting, .ordering, .starting, .running: true
    case .lingering, .clearing, .concluding, .endDelivered: false
    }
  }

  /// Its present start; `nil` before that.
  var start: UnitStart? {
    state.invocation.map {
      UnitStart(
        invocation: $0, unit: startsExistingUnit ? nil : unit,
        microseconds: state.startMicroseconds)
    }
  }

  /// The process of the command; `nil` if it has ended.
  var pid: Int32? { state.mainPid > 0 ? state.mainPid : nil }
}
