import CLinux

/// The handlers of a task: whether they were called, and the threads that they run on.
struct HandlerThreads {
  private(set) var hasBegun = false
  private var launching: Int32?
  private var expiring: Int32?

  /// The thread that holds the task: the one of the expiration handler, while that runs.
  var holder: Int32? { expiring ?? launching }

  var isExpiring: Bool { expiring != nil }

  mutating func begin() {
    hasBegun = true
    launching = rubato_thread()
  }

  /// The launch handler has returned. What it has begun elsewhere has no thread that is known.
  mutating func end() { launching = nil }

  /// It is called without a launch handler.
  mutating func skip() { hasBegun = true }

  mutating func beginExpiration() { expiring = rubato_thread() }
  mutating func endExpiration() { expiring = nil }
}
