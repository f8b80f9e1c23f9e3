import Dispatch

// Handles the expirations of tasks.
extension TaskCenter {
  /// Handles the expiration of a run: calls the expiration handler of its task, on another queue, so that a blocked
  /// launch handler does not delay it. A launch handler that is running may still set one, within
  /// `missingHandlerDelay`. A missing handler is reported.
  package func expire(run: Int64) {
    guard let task = lock.withLock({ tasks[run] }) else { return }
    switch task.markExpired() {
    case .nothing: return
    case .missing: reportMissingHandler(of: task)
    case .awaited:
      let delay = daemon.missingHandlerDelay
      guard delay > .zero else {
        if task.endWait() { reportMissingHandler(of: task) }
        return
      }
      nonisolated(unsafe) let awaited = task
      expirations.asyncAfter(deadline: .now() + delay / .seconds(1)) { [self] in
        if awaited.endWait() { reportMissingHandler(of: awaited) }
      }
    case .handler(let handler): call(expiration: handler, of: task)
    }
  }

  /// Reports that a task without an expiration handler has expired. If `daemon` leaves the decision to this process,
  /// completes the task as unsuccessful.
  private func reportMissingHandler(of task: BGTask) {
    if !daemon.report(.missing, of: task.run) { task.setTaskCompleted(success: false) }
  }

  /// Calls the expiration handler of a task whose time has expired, and reports its call and its return.
  func call(expiration handler: @escaping @Sendable () -> Void, of task: BGTask) {
    nonisolated(unsafe) let task = task
    let call: @Sendable () -> Void = { [daemon] in
      task.changeHandlers { $0.beginExpiration(on: daemon.currentThread) }
      _ = daemon.report(.called, of: task.run)
      handler()
      task.changeHandlers { $0.endExpiration() }
      _ = daemon.report(.returned, of: task.run)
    }
    daemon.perform(call, for: task.run, on: expirations)
  }
}
