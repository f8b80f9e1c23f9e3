import Scheduling

/// An accepted request is in the store until it ends with a recorded reason: a run of it ended, a newer request
/// replaced it, or it was cancelled. A repeating request does not end because one of its runs ends, with any outcome,
/// or because a submission keeps the queued request.
final class NothingAcceptedIsLost: Checker {
  /// The requests that this step was asked to cancel.
  private var cancelled: Set<RequestKey> = []
  /// The requests that a submission of this step was allowed to replace.
  private var replaced: Set<RequestKey> = []
  private var removedApps: Set<AppKey> = []
  private var quitApps: Set<AppKey> = []
  /// Apps that may no longer show notifications.
  private var silencedApps: Set<AppKey> = []
  /// Requests that ended in this step. Their answers may follow.
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
    // The requests after the changes of this commit so far; `nil` if the request was removed.
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
            life.fail(
              self, "\(request.key.id) repeats, and was replaced without a request for that")
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
      // A task that was delivered to an app is no longer pending.
      guard run.sequence == request.sequence else { return false }
      // A repeating request ends unasked only if its window closes at the end of the calendar.
      if request.isStanding { return run.ending?.outcome == .skipped }
      return run.ending != nil || run.process != nil
    }
  }

  private static let endWithTheirApp: [TaskCategory] = [
    .continued, .push, .transfer, .transferEvents,
  ]

  /// Whether the request ended together with its app. A continued task ends when its user force-quits the app, or when
  /// the process that knows the task ends. A remote notification and a transfer end only with a force-quit.
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
