/// The last failure of a request that was given up or quarantined, or of the window that a repeating request gave up.
package struct GivenUp: Hashable, Codable, Sendable {
  /// Its last run.
  package var run: RunID
  package var at: WallTime
  package var outcome: Outcome
  /// The exit code; `nil` if a signal ended it or it did not begin.
  package var exit: Int32?
  package var signal: Int32?

  package init(run: RunID, at: WallTime, outcome: Outcome) {
    self.run = run
    self.at = at
    self.outcome = outcome
  }

  /// Creates the record from the end of `run`; returns `nil` if `run` has not ended.
  init?(_ run: Run) {
    guard let ending = run.ending else { return nil }
    self.init(run: run.id, at: ending.at, outcome: ending.outcome)
    (exit, signal) = (ending.exit, ending.signal)
  }
}

extension Request {
  /// The last failure of the latest window that was given up, if the request repeats and has not succeeded since, or
  /// the failure that has quarantined the request; otherwise `nil`.
  package var failedWindow: GivenUp? { keepsWindowFailure ? progress.windowFailure : nil }

  /// Whether a failed window is still the present state of the request.
  var keepsWindowFailure: Bool {
    isStanding && progress.failures > 0 || progress.checkpoint.isQuarantined
  }

  /// Whether the request has failed and is not tried again before its next window.
  package var awaitsWindowAfterFailure: Bool {
    isStanding && progress.attempts == 0 && progress.failures > 0
  }
}
