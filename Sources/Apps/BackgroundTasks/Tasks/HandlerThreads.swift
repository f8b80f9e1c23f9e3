/// The state of a task's handlers: whether they were called, and their threads.
struct HandlerThreads {
  private(set) var hasBegun = false
  /// The thread that runs the launch handler; `nil` if none does.
  private var launching: Int32?
  /// The thread that runs the expiration handler; `nil` if none does.
  private var expiring: Int32?

  /// The thread that holds the task: the thread of the expiration handler, if that is running; `nil` if none is known.
  var holder: Int32? { expiring ?? launching }

  var isExpiring: Bool { expiring != nil }
  /// Whether the launch handler is running.
  var isLaunching: Bool { launching != nil }

  /// Notes that the launch handler begins on this thread.
  mutating func begin(on thread: Int32) {
    hasBegun = true
    launching = thread
  }

  /// Forgets the thread of the launch handler, which has returned. Work that it has begun elsewhere has no known
  /// thread.
  mutating func end() { launching = nil }

  /// Marks the launch handler as called, for a task that has none.
  mutating func skip() { hasBegun = true }

  /// Notes that the expiration handler begins on this thread.
  mutating func beginExpiration(on thread: Int32) { expiring = thread }
  /// Notes that the expiration handler has returned.
  mutating func endExpiration() { expiring = nil }
}
