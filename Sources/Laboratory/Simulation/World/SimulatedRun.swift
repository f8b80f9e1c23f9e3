import Scheduling

/// A modelled run in progress.
struct SimulatedRun: Sendable {
  let id: RunID
  /// The index of its present step.
  let step: Int
  /// The task's place in the workload.
  var task: Int
  var piece: Int
  /// The launch of its present step; frozen time is added.
  var began: Instant
  /// The time before its work begins.
  var coldStart: Duration
  /// The time for each item; `nil` if the work has no items.
  var timePerItem: Duration?
  /// The generation of its planned ends; a freeze makes older ones void.
  var generation = 0
  var frozenSince: AwakeTime?
  /// The time and the kind of its end if it is not stopped.
  var ends: AwakeTime
  var end: NaturalEnd
  /// Whether the run was warned.
  var isWarned = false
  var conditions = RunConditions()
  /// The time up to which `conditions` are counted.
  var countedUntil: Instant

  /// Adds the time since the last call to the conditions, unless the run is frozen.
  mutating func countConditions(_ device: DeviceState, at now: Instant) {
    guard frozenSince == nil else { return }
    conditions.add(now.awake - countedUntil.awake, device)
    countedUntil = now
  }
}

/// The end of a run that is not stopped.
enum NaturalEnd: Sendable {
  case success, failure, retry, crash

  /// Chooses the end of a run.
  ///
  /// - Parameters:
  ///   - crash: A random number from 0 to 1, which decides whether the run crashes.
  ///   - failure: Another one, which decides whether the run fails or asks to be tried later.
  init(of work: ModelWork, crash: Double, failure: Double) {
    if crash < work.crashRate {
      self = .crash
    } else if failure < work.failureRate {
      self = .failure
    } else {
      self = failure < work.failureRate + work.retryRate ? .retry : .success
    }
  }

  /// The exit of the run's command, as the machine reports it.
  var processExit: ProcessExit {
    switch self {
    case .success: ProcessExit(exit: 0)
    case .failure: ProcessExit(exit: 1)
    // EX_TEMPFAIL of sysexits.h: try again later.
    case .retry: ProcessExit(exit: 75)
    // SIGSEGV.
    case .crash: ProcessExit(signal: 11)
    }
  }
}

/// The states of the device during a run.
package struct RunConditions: Hashable, Sendable {
  /// The whole time, without the machine's sleep and freezes.
  package var whole = Duration.zero
  package var onBattery = Duration.zero
  package var onCellular = Duration.zero
  /// The time with the user at the device.
  package var withUser = Duration.zero

  package init() {}

  /// Adds a duration to the whole time, and to the time on battery, on cellular and with the user if the device is in
  /// that state.
  package mutating func add(_ duration: Duration, _ device: DeviceState) {
    whole += duration
    if device.power == .battery { onBattery += duration }
    if device.network == .cellular { onCellular += duration }
    if device.isIdle == false { withUser += duration }
  }
}
