import Scheduling

/// A modelled run that lives.
struct LiveRun: Sendable {
  var run: Run
  /// The task's place in the workload.
  var task: Int
  var piece: Int
  /// When its present step was launched; a frozen time is added.
  var began: Instant
  /// Before its work begins.
  var coldStart: Duration
  /// Of each item, where the work is in items.
  var each: Duration?
  /// What appointments it still keeps: those that were made before a freeze are void.
  var generation = 0
  var frozen: AwakeTime?
  /// From then on it would have ended by itself, and how.
  var ends: AwakeTime
  var end: NaturalEnd
  /// It was told to stop.
  var isWarned = false
  var exposure = Exposure()
  /// Up to when `exposure` is counted.
  var counted: Instant
}

/// How a run ends that nobody stops.
enum NaturalEnd: Sendable {
  case success, failure, crash

  var finish: ProcessExit {
    switch self {
    case .success: ProcessExit(exit: 0)
    case .failure: ProcessExit(exit: 1)
    case .crash: ProcessExit(signal: 11)
    }
  }
}

/// What a run lived through.
package struct Exposure: Hashable, Sendable {
  /// All of it, without the machine's sleep and freezes.
  package var whole = Duration.zero
  package var onBattery = Duration.zero
  package var onCellular = Duration.zero
  /// The user was at the device.
  package var withUser = Duration.zero

  package init() {}

  package mutating func add(_ duration: Duration, _ device: DeviceState) {
    whole += duration
    if device.power == .battery { onBattery += duration }
    if device.network == .cellular { onCellular += duration }
    if device.isIdle == false { withUser += duration }
  }
}
