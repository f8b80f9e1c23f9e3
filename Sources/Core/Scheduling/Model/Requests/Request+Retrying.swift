// The time of the next try, and the state that survives the request.
extension Request {
  /// Returns the delay from its last run to the next try, which grows with the failed and the postponed runs of this
  /// window.
  func delay(_ settings: Settings) -> Duration {
    terms.backoff.delay(after: progress.attempts + progress.postponements, settings)
  }

  /// The request without a delay.
  var withoutBackoff: Request {
    var cleared = self
    cleared.progress.backoffUntil = nil
    return cleared
  }

  /// The request without a delay and with all its tries, for its next window or change. If that is missed, it is
  /// reported again.
  var withAllTries: Request {
    var fresh = withoutBackoff
    fresh.progress.attempts = 0
    fresh.progress.postponements = 0
    if progress.missed?.isAcknowledged == true { fresh.progress.missed = nil }
    return fresh
  }

  /// Returns periodic work in its next window, without a delay or retries, after a run at `moment` or after this window
  /// was given up. A request that waits for changes, or for other requests, then waits for the next ones.
  func renewed(after moment: WallTime, _ settings: Settings) -> Request {
    guard let period else {
      return isDependent ? awaitingNextPredecessors(at: moment) : awaitingNextChange()
    }
    var renewed = withAllTries
    let next = period.inNextInterval(after: moment)
    renewed.period = next
    renewed.window = next.window(
      atLatest: window.atLatest, rest: rest(in: next.every, settings))
    return renewed
  }

  /// Returns periodic work in its next window after this window was given up at `moment`. That is no start of a run:
  /// only the rest after the last run delays the next window. Other requests as in `renewed(after:)`.
  ///
  /// - Parameter lastStart: The start of the last run; `nil` if it is unknown.
  func renewed(
    givenUpAt moment: WallTime, lastStart: WallTime?, _ settings: Settings
  ) -> Request {
    var renewed = renewed(after: moment, settings)
    guard var next = renewed.period, next.calendar.isEmpty else { return renewed }
    let rest = rest(in: next.every, settings)
    // The latest start whose rest ends when the interval begins.
    let restedStart = min(moment, next.begins - rest)
    next.previousStart = max(restedStart, min(lastStart ?? restedStart, moment))
    renewed.period = next
    renewed.window = next.window(atLatest: window.atLatest, rest: rest)
    return renewed
  }

  /// The state that remains after it is given up or dropped. A new submission has all tries again, but does not start
  /// immediately.
  var retryStateAfterGivingUp: RetryState {
    var state = retryState
    state.attempts = 0
    state.postponements = 0
    return state
  }

  /// Whether a failed run has ended the tries of its request: the request was removed at the end of the run, waits for
  /// its next window, or was quarantined. A request that was cancelled during the run has not failed.
  ///
  /// - Parameters:
  ///   - before: The request when the run ended; `nil` if it did not exist any more.
  ///   - after: The request now; `nil` if it no longer exists.
  static func isGivenUp(_ before: Request?, _ after: Request?) -> Bool {
    guard let before else { return false }
    guard let after else { return true }
    let isQuarantined =
      after.progress.checkpoint.isQuarantined && !before.progress.checkpoint.isQuarantined
    let hasGivenUpItsChange =
      after.isObserver && before.progress.changes?.begun != nil
      && after.progress.changes?.begun == nil
    let awaitsNextPredecessors = after.awaitsPredecessors && !before.awaitsPredecessors
    let isInNextWindow = after.window != before.window
    return isQuarantined || hasGivenUpItsChange || isInNextWindow || awaitsNextPredecessors
  }
}
