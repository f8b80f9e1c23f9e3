/// The handlers of a task, as reported by the process of its app. Not stored: a process reports them again when it
/// attaches to the next daemon.
struct TaskHandlers: Hashable, Sendable {
  /// Whether the process has called the launch handler, or has reported anything else of the task.
  var hasBegun = false
  /// Whether the task's process reports when it calls the handler, and has not called the handler.
  var isUncalled = false
  /// Whether the app process, which the daemon had launched, ended before it called the handler of the task.
  var isLost = false
  /// The state of the expiration handler; `nil` if the process has not reported it.
  var expiration: ExpirationReport?
}

extension KillReport {
  /// Adds to this kill report the state of the expiration handler of the task for which the process was killed. The
  /// state is whether it was called and has returned, and the thread that it runs on. If the process has reported
  /// nothing, adds only whether the task had begun.
  mutating func note(_ handlers: TaskHandlers) {
    guard let report = handlers.expiration else {
      expiration = handlers.isUncalled ? .notBegun : .told
      return
    }
    expiration =
      switch report.state {
      case .missing: .missing
      case .called: .called
      case .returned: .returned
      }
    holder = report.thread.map { Holder(thread: $0, stack: report.stack) }
  }
}
