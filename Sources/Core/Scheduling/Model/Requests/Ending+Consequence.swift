// The consequence of a run's end for its request.
extension Ending {
  enum Consequence {
    case satisfied, blamed, postponed, waits
  }

  /// Returns the consequence of the run's end for its request: it is satisfied, blamed for a failure, postponed to a
  /// later try, or it waits as before. A stop by the system does not count against the request; an overrun, a failure
  /// and a crash do.
  ///
  /// - Parameter isWhole: Whether no step is left after the one that ended.
  func consequence(isWhole: Bool) -> Consequence {
    // Also for a run that was warned, but did all its work before it exited.
    let hasDoneItsWork = exit == 0 && !wasKilled && outcome != .cancelled && isWhole
    if hasDoneItsWork { return .satisfied }
    switch outcome {
    case .completed: return .satisfied
    case .retryLater: return .postponed
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: return .blamed
    // Stopped from outside, for example by an administrator: it must not start again immediately.
    case .interrupted where stopReason == .stoppedExternally: return .postponed
    case .killed, .expired: return consequenceOfStop
    case .deferred, .cancelled, .interrupted, .skipped: return .waits
    }
  }

  /// The consequence for a run that was warned or killed, by the reason for the stop. After a stop by the system the
  /// request only waits again.
  private var consequenceOfStop: Consequence {
    guard let reason = stopReason else { return .waits }
    // The code of a stop by a closed gate or a pause is the reason that then holds the request.
    let isByGate = Reason(rawValue: reason.code) != nil
    if reason == .shutdown || isByGate { return .waits }
    // The same consequence as for a slow launch.
    if reason == .notReady { return .blamed }
    // A run that was stopped by hand, or stopped in time, must not start again immediately.
    let hasOverrun = reason.isBudget || reason == .stepLimit
    return hasOverrun && outcome == .killed ? .blamed : .postponed
  }

  /// Whether a user stopped the run, through the daemon or directly.
  package var wasByHand: Bool { stopReason?.isByHand == true || stopReason == .stoppedExternally }
}
