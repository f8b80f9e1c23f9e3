import Scheduling
import Stepping

/// A notification begins at its date, or as soon as a daemon is running, whatever the state of the device. It does not
/// begin earlier, and not again after it was shown.
final class NotificationsAreShownOnce: Checker {
  private struct Date: Hashable {
    var sequence: Int64
    var due: WallTime
  }

  /// The run that has shown a notification, by the date of the notification.
  private var shown: [Date: RunID] = [:]
  private var begun: Set<RunID> = []

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    // After the clock is set back, the date of a shown notification may be in the future again.
    shown = shown.filter { $0.key.due <= life.now.wall }
    for case .putRun(let run) in changes {
      guard let due = run.task?.notification?.due else { continue }
      let date = Date(sequence: run.sequence, due: due)
      if begun.insert(run.id).inserted, !run.isForced {
        if run.started.wall < due {
          life.fail(self, "run \(run.id) of \(run.key.id) begins \(due - run.started.wall) early")
        }
        if let other = shown[date] {
          life.fail(self, "run \(run.id) shows \(run.key.id) again, which run \(other) has shown")
        }
      }
      // A repeating notification that a user forces before its date is also shown at its date.
      let isForcedEarly = run.isForced && run.started.wall < due
      if run.ending?.outcome == .completed, !isForcedEarly { shown[date] = run.id }
    }
    if begun.count > 512, let last = begun.max() { begun = begun.filter { $0 > last - 64 } }
    if shown.count > 512, let last = shown.values.max() {
      shown = shown.filter { $0.value > last - 64 }
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    guard life.stepper?.retryAt == nil, !life.isStepWanted, life.asked == nil else { return }
    guard core.nextDeadlines().delay(from: life.now) != .zero else { return }
    for request in life.store.record.requests.values where isHeld(request, core, life.now) {
      life.fail(
        self,
        "\(request.key.id) of user \(request.key.owner) was due at \(request.window.opens), and waits"
      )
    }
  }

  /// Whether something other than its own failure keeps the notification from being shown.
  private func isHeld(_ request: Request, _ core: Scheduler, _ now: Instant) -> Bool {
    guard request.terms.task?.category == .notification, request.window.opens <= now.wall else {
      return false
    }
    let hasFailed =
      request.progress.backoffUntil != nil || request.progress.checkpoint.isQuarantined
    // `NothingStartsUnderAPause` checks these.
    if core.explain(request.key, at: now)?.reasons == [.paused] { return false }
    return !hasFailed && core.run(of: request.key) == nil && !core.isStopping
  }
}
