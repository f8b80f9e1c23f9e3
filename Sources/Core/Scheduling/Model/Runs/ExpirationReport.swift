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
