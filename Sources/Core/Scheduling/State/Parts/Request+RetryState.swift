// The retry state of a resubmitted request, derived from earlier runs.
extension Request {
  /// Takes over the retry state (failures and backoff) of an earlier request or run of the same key, if that has the
  /// same command; otherwise starts clean. Called for each new submission, so that a resubmission does not evade the
  /// delay after failures. During a run of the key, the command does not matter, since that run may have submitted this
  /// request.
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
      // The last run may be of another command than the waiting request, which has had no run.
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
    // `delay` returns the delay after the failures of a request, so it needs one with all of them.
    var failed = self
    failed.retryState = state
    failed.progress.attempts = max(1, state.attempts, state.failures)
    let latest = now.awake + failed.delay(settings)
    var bounded = state
    bounded.backoffUntil = state.backoffUntil.map { min($0, latest) }
    return bounded
  }

  /// Keeps the failure of the latest window of the request that this one replaces, if it has taken over its failures
  /// and also repeats, or its quarantine. A quarantine of a request that was cancelled, or replaced by another command,
  /// is taken over from its last run, which is then that failure.
  mutating func keepWindowFailure(of replaced: Request?, _ runs: RunRecords) {
    guard keepsWindowFailure else { return }
    let earlier = replaced ?? runs.active[key]?.request
    progress.windowFailure = earlier?.progress.windowFailure
    if progress.checkpoint.isQuarantined, earlier?.progress.checkpoint.isQuarantined != true {
      progress.windowFailure = runs.lastRun(of: key).flatMap { GivenUp($0) }
    }
  }
}
