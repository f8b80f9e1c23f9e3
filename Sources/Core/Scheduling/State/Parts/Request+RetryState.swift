// The retry state of a resubmitted request, derived from earlier runs.
extension Request {
  /// Takes over the retry state (failures and backoff) of an earlier request or run of the same key, if that has the
  /// same command; otherwise starts clean. During a run of the key, the command does not matter, since that run may
  /// have submitted this request.
  ///
  /// - Parameter waiting: The queued request of the key, which this one replaces; `nil` if there is none.
  mutating func adoptRetryState(
    of waiting: Request?, _ runs: RunRecords, _ settings: Settings, at now: Instant
  ) {
    if let running = runs.active[key] {
      retryState = (waiting ?? running.request)?.retryState ?? RetryState()
    } else if let waiting, waiting.terms.command.executesSame(as: terms.command) {
      retryState = waiting.retryState
    } else if let last = runs.lastRun(of: key), last.sequence != waiting?.sequence,
      // Another command may have waited meanwhile, without a run of its own.
      let state = last.retryState, terms.command.wasExecuted(by: last)
    {
      retryState = bounded(state, settings, at: now)
    } else {
      retryState = RetryState()
    }
  }

  /// Returns `state` with a backoff of at most the usual delay from now on: the run may be of an earlier boot, whose
  /// awake times are meaningless now.
  private func bounded(
    _ state: RetryState, _ settings: Settings, at now: Instant
  ) -> RetryState {
    var bounded = state
    var failed = self
    failed.retryState = state
    failed.progress.attempts = max(1, state.attempts, state.failures)
    bounded.backoffUntil = state.backoffUntil.map { min($0, now.awake + failed.delay(settings)) }
    return bounded
  }
}
