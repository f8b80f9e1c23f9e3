/// The runs of tasks that are complete. A daemon that restarted before it recorded a completion sends the task again,
/// until it receives the completion. A daemon whose state was reset or restored gives the same numbers to other runs,
/// so that a run whose completion the daemon has recorded is forgotten.
struct CompletedRuns {
  private var runs: Set<Int64> = []
  /// The runs whose completions were passed on to the link.
  private(set) var passedOn: Set<Int64> = []

  func contains(_ run: Int64) -> Bool { runs.contains(run) }

  /// Adds a run whose completion is passed on next.
  mutating func add(_ run: Int64) { runs.insert(run) }

  /// Notes that the completion of a run was passed on to the link, which reports it until the daemon has accepted or
  /// refused it.
  mutating func notePassedOn(_ run: Int64) { if runs.contains(run) { passedOn.insert(run) } }

  /// Forgets runs, which the daemon no longer sends.
  mutating func forget(_ forgotten: Set<Int64>) {
    runs.subtract(forgotten)
    passedOn.subtract(forgotten)
  }
}

extension TaskCenter {
  /// The completed runs whose completions were passed on to the link.
  package var passedOnRuns: Set<Int64> { lock.withLock { completedRuns.passedOn } }

  /// Forgets completed runs, so that another run with the same number is not ignored.
  package func forgetCompleted(_ runs: Set<Int64>) { lock.withLock { completedRuns.forget(runs) } }
}
