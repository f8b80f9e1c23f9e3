import Scheduling

/// No alarm begins before its date by the wall clock of that moment. An alarm begins a second time only if the system
/// stopped its first run.
final class AlarmsKeepTheirDates: Checker {
  /// The last run of each request, by the sequence of the request.
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
