import Descriptors
import Synchronization

/// A call's reference to its connection, usable on any thread.
struct ConnectionLink: Sendable {
  let connection: LoopConfined<Connection>
  let queue: DeliveryQueue
  let unreadBytes: UnreadBytes

  /// Adds a delivery, from any thread. A reply to a client with too many unread bytes is replaced by `overflow`, which
  /// closes the connection.
  func enqueue(_ delivery: Delivery) {
    if case .reply(let bytes, _, _) = delivery, !unreadBytes.addWithinLimit(bytes.count) {
      queue.enqueue(.overflow, for: connection)
    } else {
      queue.enqueue(delivery, for: connection)
    }
  }

  /// Calls `body` on the event loop.
  func execute(_ body: @escaping @Sendable () -> Void) { queue.execute(body) }
}

/// The bytes of replies that were made and are not yet taken by the kernel.
final class UnreadBytes: Sendable {
  private struct State {
    var count = 0
    /// The callbacks for the moment at which no bytes are left.
    var waiting: [@Sendable () -> Void] = []
  }

  /// The number of bytes that a client that reads may have unread.
  private static let usualBytes = 65_536

  private let state = Mutex(State())
  private let maximum: Int

  init(maximum: Int) { self.maximum = maximum }

  /// Whether there are more bytes than a client that reads leaves unread.
  var exceedsUsual: Bool { state.withLock { $0.count > Self.usualBytes } }

  /// Adds the number of bytes of a reply. Returns whether at most the limit was unread before: one reply may be larger
  /// than the limit.
  func addWithinLimit(_ bytes: Int) -> Bool {
    state.withLock { state in
      defer { state.count += bytes }
      return state.count <= maximum
    }
  }

  /// Subtracts bytes that the kernel took, or that were dropped. If none are left, calls the callbacks of `whenEmpty`.
  func remove(_ bytes: Int) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      state.count -= bytes
      guard state.count == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Calls `body` once when no bytes are unread: immediately, or on the thread that removes the last ones.
  func whenEmpty(_ body: @escaping @Sendable () -> Void) {
    let isEmpty = state.withLock { state in
      if state.count > 0 { state.waiting.append(body) }
      return state.count == 0
    }
    if isEmpty { body() }
  }
}
