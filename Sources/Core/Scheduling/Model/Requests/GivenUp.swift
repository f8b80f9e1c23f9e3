/// How a request that is not periodic has failed for good.
package struct GivenUp: Hashable, Codable, Sendable {
  /// The run that it ended with.
  package var run: RunID
  package var at: WallTime
  package var outcome: Outcome
  /// The exit code; nil where a signal ended it or nothing began.
  package var exit: Int32?
  package var signal: Int32?

  package init(run: RunID, at: WallTime, outcome: Outcome) {
    self.run = run
    self.at = at
    self.outcome = outcome
  }

  /// - Returns: Nil where `run` has not ended.
  init?(_ run: Run) {
    guard let ending = run.ending else { return nil }
    self.init(run: run.id, at: ending.at, outcome: ending.outcome)
    (exit, signal) = (ending.exit, ending.signal)
  }
}
