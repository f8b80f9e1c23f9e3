import Scheduling

/// After three wakes in a row that an app has not completed, the next wake begins at least an hour later. Each further
/// failure doubles the delay, up to a day.
final class WakesBackOff: Checker {
  private var begun: Set<RunID> = []
  /// The time until which the wakes of a request are held.
  private var held: [RequestKey: AwakeTime] = [:]

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRequest(let request): note(request, record.requests[request.key], life)
      case .putRun(let run): note(run, life)
      case .removeRequest(let key): held[key] = nil
      default: break
      }
    }
    if begun.count > 512, let last = begun.max() { begun = begun.filter { $0 > last - 64 } }
  }

  private func note(_ request: Request, _ before: Request?, _ life: Life) {
    let count = request.progress.changes?.unanswered ?? 0
    held[request.key] = count >= 3 ? request.progress.backoffUntil : nil
    guard count >= 3, count > before?.progress.changes?.unanswered ?? 0 else { return }
    let least = min(Duration.hours(1) * (1 << min(count - 3, 10)), .days(1))
    // The end of the run may have been reported a while ago, and is recorded only now.
    guard let until = request.progress.backoffUntil, until + .hours(1) / 2 >= life.now.awake + least
    else {
      return life.fail(
        self, "wake \(count) of \(request.key.id) was not completed, and is tried again soon")
    }
  }

  private func note(_ run: Run, _ life: Life) {
    guard run.ending == nil, begun.insert(run.id).inserted, !run.isForced,
      let until = held[run.key], run.started.awake < until
    else { return }
    life.fail(self, "run \(run.id) of \(run.key.id) begins although its wakes back off")
  }

  /// Delays do not survive a boot: a wake is tried once after each boot.
  func reboots(in life: Life) { held = [:] }
}
