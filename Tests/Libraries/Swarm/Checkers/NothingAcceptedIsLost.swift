import Scheduling

/// What was accepted is in the store until it ends with a reason: a run of it ended and is recorded, a
/// newer one took its place, or somebody cancelled it. What comes back does not end because a run of it ends, however that
/// was, nor by a submission that keeps what is queued.
final class NothingAcceptedIsLost: Checker {
  /// What this step was asked to cancel.
  private var cancelled: Set<RequestKey> = []
  /// Of which something was submitted in this step that was to take the place of what was queued.
  private var replaced: Set<RequestKey> = []
  private var removedApps: Set<AppKey> = []
  private var quitApps: Set<AppKey> = []
  /// Those that may not notify any more.
  private var silencedApps: Set<AppKey> = []
  /// Requests that ended in this step, whose answers may come after that.
  private var ended: Set<Int64> = []

  func takes(_ event: Event, in life: Life) {
    switch event {
    case .cancel(let key, _, _): cancelled.insert(key)
    case .submit(let submission, _): note(submission)
    case .submitAll(let batch, _): for submission in batch.submissions { note(submission) }
    case .removeApp(let key, _): removedApps.insert(key)
    case .app(let key, .forceQuit, _): quitApps.insert(key)
    case .app(let key, .consented(.notify, isGiven: false), _): silencedApps.insert(key)
    default: break
    }
  }

  private func note(_ submission: Submission) {
    guard submission.ifPending == .replace, let id = submission.id else { return }
    replaced.insert(RequestKey(owner: submission.owner, app: submission.app, id: id))
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    // What this commit leaves of each; nil where it is removed.
    var now: [RequestKey: Request?] = [:]
    for change in changes {
      switch change {
      case .putRequest(let request):
        let before = now[request.key, default: record.requests[request.key]]
        if let before, before.sequence > request.sequence {
          life.fail(self, "\(request.key.id) took the place of a newer request of its name")
        }
        if let before, before.sequence != request.sequence {
          ended.insert(before.sequence)
          if before.isStanding, before.progress.gaveUp == nil, !replaced.contains(request.key) {
            life.fail(self, "\(request.key.id) comes back, and was replaced unasked")
          }
        }
        now[request.key] = request
      case .removeRequest(let key):
        guard let request = now[key, default: record.requests[key]] else { continue }
        ended.insert(request.sequence)
        now.updateValue(nil, forKey: key)
        if !isExplained(key, request, changes), !hasLostItsApp(request, changes, record) {
          life.fail(self, "\(key.id) of user \(key.owner) was removed without any reason on record")
        }
      default: break
      }
    }
  }

  private func isExplained(_ key: RequestKey, _ request: Request, _ changes: [Change]) -> Bool {
    if cancelled.contains(key) { return true }
    if let app = key.app, removedApps.contains(AppKey(owner: key.owner, id: app)) { return true }
    return changes.contains { change in
      guard case .putRun(let run) = change else { return false }
      // What an app is handed is not pending any more.
      guard run.sequence == request.sequence else { return false }
      // What comes back ends without being asked only where its window passes at the end of the calendar.
      if request.isStanding { return run.ending?.outcome == .skipped }
      return run.ending != nil || run.process != nil
    }
  }

  private static let endWithTheirApp: [TaskCategory] = [
    .continued, .push, .transfer, .transferEvents,
  ]

  /// A continued task goes with its user's leaving of the app, and with the process that knows of it; a remote notification,
  /// and a transfer, with the former.
  private func hasLostItsApp(_ request: Request, _ changes: [Change], _ record: Record) -> Bool {
    guard let category = request.terms.task?.category, let id = request.key.app else {
      return false
    }
    let app = AppKey(owner: request.key.owner, id: id)
    if category == .notification { return silencedApps.contains(app) }
    if quitApps.contains(app) { return Self.endWithTheirApp.contains(category) }
    guard category == .continued else { return false }
    var processes = record.processes.values.filter { $0.app == app }.map(\.id)
    for case .putProcess(let process) in changes where process.app == app {
      processes.append(process.id)
    }
    return changes.contains { change in
      switch change {
      case .removeProcess(let process): processes.contains(process)
      case .putProcess(let process): process.app == app && !process.acceptsTasks
      default: false
      }
    }
  }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard case .accepted(let acceptance) = answer else { return }
    let request = acceptance.request
    let kept = life.store.record.requests[request.key]?.sequence ?? 0
    if kept < request.sequence, !ended.contains(request.sequence) {
      life.fail(self, "\(request.key.id) was accepted, and is not in the store")
    }
  }

  func stepped(_ core: Scheduler, in life: Life) { forget() }

  func dies(in life: Life) { forget() }

  private func forget() {
    if !cancelled.isEmpty { cancelled = [] }
    if !replaced.isEmpty { replaced = [] }
    if !removedApps.isEmpty { removedApps = [] }
    if !quitApps.isEmpty { quitApps = [] }
    if !silencedApps.isEmpty { silencedApps = [] }
    if !ended.isEmpty { ended = [] }
  }
}
