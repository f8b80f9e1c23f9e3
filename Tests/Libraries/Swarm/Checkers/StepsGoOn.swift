import Scheduling

/// A run is completed with its last step and no earlier, even if its request changes or its daemon ends meanwhile.
final class StepsGoOn: Checker {
  /// The number of steps of each run, as of its beginning.
  private var stepCounts: [RunID: Int] = [:]

  func launches(_ run: Run, _ request: Request, in life: Life) {
    if run.stepStarted == run.started.awake || stepCounts[run.id] == nil {
      stepCounts[run.id] = request.terms.command.stepCount
    }
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes {
      guard let ending = run.ending, let count = stepCounts.removeValue(forKey: run.id) else {
        continue
      }
      if ending.outcome == .completed, run.step + 1 < count {
        life.fail(
          self, "run \(run.id) of \(run.key.id) is completed after step \(run.step + 1) of \(count)"
        )
      }
    }
  }
}
