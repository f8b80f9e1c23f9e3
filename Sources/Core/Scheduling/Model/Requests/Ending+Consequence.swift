// What the end of a run means for its request.
extension Ending {
  enum Consequence {
    case satisfied, blamed, postponed, waits
  }

  /// A stop by the system costs the request nothing; an overrun, a failure and a crash do.
  ///
  /// - Parameter isWhole: No step was left behind the one that ended.
  func consequence(isWhole: Bool) -> Consequence {
    if exit == 0 && !wasKilled && outcome != .cancelled && isWhole { return .satisfied }
    switch outcome {
    case .completed: return .satisfied
    case .retryLater: return .postponed
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: return .blamed
    case .interrupted where stopReason == .outside: return .postponed
    case .killed, .expired: return consequenceOfStop
    case .deferred, .cancelled, .interrupted, .skipped: return .waits
    }
  }

  private var consequenceOfStop: Consequence {
    guard let reason = stopReason, reason != .shutdown, Reason(rawValue: reason.code) == nil else {
      return .waits
    }
    // As what is launched too slowly.
    if reason == .notReady { return .blamed }
    // What somebody stops by hand must not be back at once, and neither what stopped in time.
    let hasOverrun = reason.isBudget || reason == .stepLimit
    return hasOverrun && outcome == .killed ? .blamed : .postponed
  }

  /// Whether somebody stopped the run, through the daemon or past it.
  var wasByHand: Bool { stopReason?.isByHand == true || stopReason == .outside }
}
