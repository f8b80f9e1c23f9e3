/// Transfers of an app that belong together: the app is woken once, when all of them have ended.
struct TransferSession: Hashable, Sendable {
  var app: AppKey
  var name: String
}

// Sessions of transfers: a session has ended when none of its transfers waits or runs.
extension Scheduler {
  /// Notes that the request or run of `key` has ended, so that its app may be woken. Does nothing if it was no
  /// transfer, or if its app wants no wake.
  mutating func noteTransferEnd(of task: TaskClass?, key: RequestKey) {
    guard let task, let name = task.transferSession, let app = key.app else { return }
    guard task.sendsLaunchEvents else { return }
    let session = TransferSession(app: AppKey(owner: key.owner, id: app), name: name)
    if !endedTransfers.contains(session) { endedTransfers.append(session) }
  }

  /// Queues a wake of the app for each session whose last transfer has ended, in the commit in which it ends.
  mutating func queueSessionWakes(at now: Instant) {
    let sessions = endedTransfers
    endedTransfers = []
    for session in sessions where !isOpen(session) { queueWake(of: session, at: now) }
  }

  /// Returns whether a transfer of `session` waits or runs. One that was stopped by a force-quit of the app has ended
  /// for the app.
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

  /// Queues the wake of the app for its ended `session`, unless one already waits. A force-quit has cancelled the app's
  /// transfers, so it gets no wake.
  private mutating func queueWake(of session: TransferSession, at now: Instant) {
    guard let app = context.apps[session.app], app.installation != nil, !app.isForceQuit else {
      return
    }
    let task = TaskClass.transferEvents(session: session.name)
    let key = RequestKey(
      owner: session.app.owner, app: session.app.id, id: TaskClass.sessionPrefix + session.name)
    if requests.table.shared(key) != nil { return }
    // A task has no command; the handler of the app does its work.
    var terms = Terms(Command(arguments: []), kind: .push)
    terms.task = task
    let request = Request(
      key: key, sequence: requests.makeSequence(), terms, submitted: now.wall,
      window: Window(opens: now.wall))
    put(request)
    effects.append(.afterCommit(.announce(.accepted(request))))
  }

  /// Removes the waiting transfers of an app and the wakes for them, and stops the running ones, for `reason`.
  mutating func cancelTransfers(of key: AppKey, _ reason: StopReason, at now: Instant) {
    removeWaiting(.transfer, of: key, reason)
    removeWaiting(.transferEvents, of: key, reason)
    for entry in context.runs.active.all
    where entry.run.key.isOf(key) && entry.run.task?.transferSession != nil {
      apply(.expire(reason), to: entry.run.id, at: now)
    }
  }
}
