extension PendingRequests {
  /// Returns the request that `run`, of an earlier daemon, executes, even if it was replaced or removed meanwhile;
  /// `nil` if it is unknown.
  func executed(by run: Run, _ snapshot: Snapshot) -> Request? {
    if let request = table[run.key], request.sequence == run.sequence { return request }
    var kept = snapshot.executed.first { $0.sequence == run.sequence }
    // It was stored when it was replaced, and the run has completed more steps since.
    if let stepsDone = kept?.progress.checkpoint.stepsDone, stepsDone < run.step {
      kept?.progress.checkpoint = Checkpoint(stepsDone: run.step)
    }
    return kept
  }
}
