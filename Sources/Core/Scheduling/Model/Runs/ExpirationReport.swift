/// The report of an app's process about the expiration handler of a task whose time is over.
package struct ExpirationReport: Hashable, Codable, Sendable {
  package enum State: String, CaseIterable, Codable, Sendable {
    /// The app has set no handler.
    case missing
    /// The handler was called, and runs.
    case called
    /// The handler has returned.
    case returned
  }

  package var state: State
  /// The thread that holds the task: the thread of the expiration handler while that runs, otherwise of the launch
  /// handler; `nil` if neither runs.
  package var thread: Int32?
  /// The functions on the stack of this thread, the innermost first; empty if they are unknown.
  package var stack: [String]

  package init(_ state: State, thread: Int32? = nil, stack: [String] = []) {
    self.state = state
    self.thread = thread
    self.stack = stack
  }

  /// The longest stack, in functions, and the longest name of a function, in bytes.
  package static let longestStack = 24
  package static let longestFunction = 512
}
