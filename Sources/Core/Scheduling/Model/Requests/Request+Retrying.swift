// When a request is tried again, and what outlives it.
extension Request {
  /// How long after its last run it is tried again.
  func delay(_ settings: Settings) -> Duration {
    terms.backoff.delay(after: progress.attempts + progress.postponements, settings)
  }

  /// Without a delay.
  var cleared: Request {
    var cleared = self
    cleared.progress.backoffUntil = nil
    return cleared
  }

  /// Periodic work in its next window, after a run at `moment` or after this one was given up.
  func renewed(after moment: WallTime, _ settings: Settings) -> Request {
    guard let period else { return awaitingNextChange() }
    var renewed = cleared
    let next = period.renewed(after: moment)
    renewed.period = next
    renewed.window = next.window(
      atLatest: window.atLatest, rest: rest(in: next.every, settings))
    renewed.progress.attempts = 0
    renewed.progress.postponements = 0
    // The next window that is missed is news.
    if progress.missed?.isAcknowledged == true { renewed.progress.missed = nil }
    return renewed
  }

  /// What is left of it once it is given up or dropped: whoever submits it again has all tries
  /// again, but not at once.
  var leftOver: RetryState {
    var state = retryState
    state.attempts = 0
    state.postponements = 0
    return state
  }

  /// Whether nobody tries again what failed in a run of it: it is gone, waits for its next window, or is
  /// quarantined.
  ///
  /// - Parameter before: As it was when the run ended; nil where it was gone already.
  /// - Parameter after: As it is now.
  static func isGivenUp(_ before: Request?, _ after: Request?) -> Bool {
    guard let after else { return true }
    guard let before else { return false }
    let isQuarantined =
      after.progress.checkpoint.isQuarantined && !before.progress.checkpoint.isQuarantined
    let wasGivenUp =
      after.isObserver && before.progress.changes?.begun != nil
      && after.progress.changes?.begun == nil
    return isQuarantined || wasGivenUp || after.window != before.window
  }
}
