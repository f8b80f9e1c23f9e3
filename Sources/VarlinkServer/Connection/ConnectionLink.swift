import NIOCore
import Synchronization

/// The end of a connection that a call holds, on any thread.
struct ConnectionLink: Sendable {
  let connection: NIOLoopBound<Connection>
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
  private let count = Atomic(0)
  private let maximum: Int

  init(maximum: Int) { self.maximum = maximum }

  /// Whether no more than the limit waited before. One reply may be larger than that.
  func add(_ bytes: Int) -> Bool { count.add(bytes, ordering: .relaxed).oldValue <= maximum }

  /// The kernel took them, or they were dropped.
  func remove(_ bytes: Int) { count.subtract(bytes, ordering: .relaxed) }
}
