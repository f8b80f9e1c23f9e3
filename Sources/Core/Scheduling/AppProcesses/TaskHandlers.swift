/// The handlers of a task, as far as the process of its app has reported them. Not stored: a process reports them again when it
/// attaches to the next daemon.
struct TaskHandlers: Hashable, Sendable {
  /// Whether the process has called the launch handler, or has reported anything else of the task.
  var hasBegun = false
  /// Whether its process reports when it calls the handler, and has not.
  var isAwaited = false
  /// Whether the process of its app ended before the handler of the task was called, which the daemon had launched.
  var isLost = false
  /// What became of the expiration handler; `nil` if the process has not reported it.
  var expiration: ExpirationReport?
}

/// What the process of an app reports of the expiration handler of a task whose time is over.
package struct ExpirationReport: Hashable, Codable, Sendable {
  package enum State: String, CaseIterable, Codable, Sendable {
    /// The app has set none.
    case missing
    /// It was called, and runs.
    case called
    /// It has returned.
    case returned
  }

  package var state: State
  /// The thread that holds the task: the one of the expiration handler while that runs, otherwise the one of the launch handler;
  /// `nil` if neither runs.
  package var thread: Int32?
  /// The functions that this thread is in, the innermost first; empty if they are unknown.
  package var stack: [String]

  package init(_ state: State, thread: Int32? = nil, stack: [String] = []) {
    self.state = state
    self.thread = thread
    self.stack = stack
  }

  /// The most functions of a stack, and the longest name of one in bytes.
  package static let longestStack = 24
  package static let longestFunction = 512
}

/// What follows if the time of a task is over and its app has set no expiration handler.
package enum MissingHandlerAnswer: String, CaseIterable, Sendable {
  /// Its process is killed, as a report from practice has it.
  case kill
  /// The task is complete and unsuccessful, as Apple's documentation has it.
  case complete
}

extension KillReport {
  /// Takes what the process has reported of the handlers of the task for which it was killed.
  mutating func note(_ handlers: TaskHandlers) {
    guard let report = handlers.expiration else {
      expiration = handlers.isAwaited ? .notBegun : .told
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
