/// Transfers of an app that belong together: the app is woken once, when all of them have ended.
struct TransferSession: Hashable, Sendable {
  var app: AppKey
  var name: String
}

// Sessions of transfers: over when nothing of them waits or runs.
extension Scheduler {
  /// Notes that a request, or a run, of this class is gone. Of one whose app wants no wake nothing is told.
  mutating func noteEnd(of task: TaskClass?, key: RequestKey) {
    guard let task, let name = task.transferSession, let app = key.app else { return }
    guard task.sendsLaunchEvents else { return }
    let session = TransferSession(app: AppKey(owner: key.owner, id: app), name: name)
    if !endedTransfers.contains(session) { endedTransfers.append(session) }
  }

  /// Queues the wake of each app of which a session is over, in the commit in which its last transfer ends.
  mutating func tellEndedSessions(at now: Instant) {
    let sessions = endedTransfers
    endedTransfers = []
    for session in sessions where !isOpen(session) { tellEnd(of: session, at: now) }
  }

  /// Whether something of it waits or runs. What was stopped because the app was force-quit has ended for the app.
  private func isOpen(_ session: TransferSession) -> Bool {
    let isWaiting = requests.table.all.contains { request in
      request.terms.task?.transferSession == session.name && request.key.isOf(session.app)
    }
    if isWaiting { return true }
    return context.runs.active.all.contains { entry in
      entry.run.task?.transferSession == session.name && entry.run.key.isOf(session.app)
        && entry.run.stopReason != .gate(.forceQuit)
    }
  }

  /// A wake that waits already is for all of them. Who quit the app has cancelled its transfers and is told nothing.
  private mutating func tellEnd(of session: TransferSession, at now: Instant) {
    guard let app = context.apps[session.app], app.installation != nil, !app.isForceQuit else {
      return
    }
    let task = TaskClass.transferEvents(session: session.name)
    let key = RequestKey(
      owner: session.app.owner, app: session.app.id, id: TaskClass.sessionPrefix + session.name)
    if requests.table.shared(key) != nil { return }
    var terms = Terms(Command(arguments: []), kind: .push)
    terms.task = task
    let request = Request(
      key: key, sequence: requests.takeSequence(), terms, submitted: now.wall,
      window: Window(opens: now.wall))
    put(request)
    effects.append(.promise(.announce(.accepted(request))))
  }

  /// Ends the transfers of an app, and what would tell it of others.
  mutating func cancelTransfers(of key: AppKey, _ reason: StopReason, at now: Instant) {
    removeWaiting(.transfer, of: key, reason)
    removeWaiting(.transferEvents, of: key, reason)
    for entry in context.runs.active.all
    where entry.run.key.isOf(key) && entry.run.task?.transferSession != nil {
      apply(.expire(reason), to: entry.run.id, at: now)
    }
  }
}
