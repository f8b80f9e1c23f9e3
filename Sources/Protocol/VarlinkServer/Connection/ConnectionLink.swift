import Descriptors
import Synchronization

/// The end of a connection that a call holds, on any thread.
struct ConnectionLink: Sendable {
  let connection: LoopConfined<Connection>
  let queue: DeliveryQueue
  let unread: UnreadBytes

  func enqueue(_ delivery: Delivery) {
    if case .reply(let bytes, _) = delivery, !unread.add(bytes.count) {
      queue.enqueue(.overflow, for: connection)
    } else {
      queue.enqueue(delivery, for: connection)
    }
  }

  func execute(_ body: @escaping @Sendable () -> Void) { queue.execute(body) }
}

/// Bytes of replies made and not yet taken by the kernel.
final class UnreadBytes: Sendable {
  private struct State {
    var count = 0
    /// Who waits until there are none.
    var waiting: [@Sendable () -> Void] = []
  }

  /// As much as a client that reads may have before it.
  private static let usual = 65_536

  private let state = Mutex(State())
  private let maximum: Int

  init(maximum: Int) { self.maximum = maximum }

  /// Whether there are more than somebody who reads lets wait.
  var isMuch: Bool { state.withLock { $0.count > Self.usual } }

  /// Whether no more than the limit waited before. One reply may be larger than that.
  func add(_ bytes: Int) -> Bool {
    state.withLock { state in
      defer { state.count += bytes }
      return state.count <= maximum
    }
  }

  /// The kernel took them, or they were dropped.
  func remove(_ bytes: Int) {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      state.count -= bytes
      guard state.count == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Has `body` called once there are none: at once, or by whoever removes the last.
  func whenEmpty(_ body: @escaping @Sendable () -> Void) {
    let isEmpty = state.withLock { state in
      if state.count > 0 { state.waiting.append(body) }
      return state.count == 0
    }
    if isEmpty { body() }
  }
}
