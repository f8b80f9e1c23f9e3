import Scheduling

/// No alarm begins before its date, by the wall clock of that moment; and none begins again but where the system has taken
/// its run away.
final class AlarmsKeepTheirDates: Checker {
  /// By the sequence of its request, the last run.
  private var runs: [Int64: Run] = [:]

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes {
      guard case .alarm(let due) = run.task else { continue }
      if let last = runs[run.sequence], last.id != run.id, !isTakenAway(last) {
        life.fail(
          self,
          "run \(run.id) is the second of \(run.key.id), whose run \(last.id) \(last.phase.name)")
      }
      if runs[run.sequence]?.id != run.id, !run.isForced, run.started.wall < due {
        life.fail(self, "run \(run.id) of \(run.key.id) begins \(due - run.started.wall) early")
      }
      runs[run.sequence] = run
    }
    if runs.count > 256, let newest = runs.keys.max() {
      runs = runs.filter { $0.key > newest - 64 }
    }
  }

  private func isTakenAway(_ run: Run) -> Bool {
    guard let outcome = run.ending?.outcome else { return false }
    return outcome == .interrupted || outcome == .expired && run.wasNotDelivered
  }
}
