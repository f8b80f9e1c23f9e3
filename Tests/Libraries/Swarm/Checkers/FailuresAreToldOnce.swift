import Scheduling
import Stepping

/// A request with a command for its failures gets one report of each failure, after the failure was committed: when the
/// request is given up and, if requested, after each failed run. If the daemon dies after the commit, the next one
/// makes the report, maybe a second time.
final class FailuresAreToldOnce: Checker {
  /// The runs with which requests were given up, and that are not reported yet.
  private var awaited: Set<RunID> = []
  private var ended: Set<RunID> = []
  private var told: Set<RunID> = []

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for case .putRun(let run) in changes where run.ending != nil { ended.insert(run.id) }
    for case .putRequest(let request) in changes where request.terms.run.onFailureCommand != nil {
      guard let end = request.progress.gaveUp, record.failed[request.key]?.progress.gaveUp != end
      else { continue }
      awaited.insert(end.run)
    }
  }

  func tells(_ command: FailureCommand, of request: Request, in life: Life) {
    let name = request.key.id
    if let run = command.end?.run { awaited.remove(run) }
    // `MissedDatesAreReportedOnce` checks the other reports.
    guard command.missed == nil, let run = command.end?.run else { return }
    if request.terms.run.onFailureCommand == nil {
      life.fail(self, "\(name) names no command for its failures, and one is run")
    }
    if !command.isFinal, !request.terms.run.reportsEachFailure {
      life.fail(self, "run \(run) of \(name) is reported as a failure, and may be tried again")
    }
    if !ended.contains(run) {
      life.fail(self, "run \(run) of \(name) is reported as a failure, and has not ended on disk")
    }
    if command.isFinal, !life.store.record.listsFailure(run, of: request) {
      life.fail(self, "run \(run) of \(name) was the last try, and no list of failures has it")
    }
    if !told.insert(run).inserted {
      life.fail(self, "run \(run) of \(name) is reported twice as a failure")
    }
  }

  func repeats(_ command: FailureCommand, in life: Life) {
    if let run = command.end?.run { awaited.remove(run) }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    // A daemon makes the reports of an earlier one after its first commit.
    if life.stepper?.retryAt == nil, let run = awaited.min() {
      life.fail(self, "run \(run) was the last try, and is not reported")
    }
    if let last = ended.max(), ended.count > 512 {
      ended = ended.filter { $0 > last - 256 }
      told = told.filter { $0 > last - 256 }
    }
  }
}
