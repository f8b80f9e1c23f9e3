// What a request that is submitted again has gone through, by the runs that there were.
extension Request {
  /// What `request`, which is being submitted, has gone through already. During a run of its name it may
  /// be the run that submits it, whatever the command; else another command begins clean.
  ///
  /// - Parameter waiting: The request of its key.
  mutating func takeRetryState(
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

  /// The run may be one of an earlier boot, whose awake times mean nothing now.
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
