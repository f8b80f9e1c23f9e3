import NIOCore
import Synchronization
import Varlink

/// What a handler hands to the event loop about its call.
enum Delivery: Sendable {
  case reply([UInt8], final: Bool)
  case stream(method: String, @Sendable () -> ReplySource)
  /// A oneway call is done.
  case finished
  case unanswered(method: String)
  case notEncodable(method: String, EncodingFailure)
  /// Too much waits for the client to read.
  case overflow
}

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

/// Carries deliveries of all connections to the event loop: one wake-up, and one flush a connection, for all that came meanwhile.
final class DeliveryQueue: Sendable {
  private let eventLoop: any EventLoop
  private let pending = Mutex<[(NIOLoopBound<Connection>, Delivery)]>([])

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ delivery: Delivery, for connection: NIOLoopBound<Connection>) {
    let isFirst = pending.withLock { pending in
      pending.append((connection, delivery))
      return pending.count == 1
    }
    if isFirst { eventLoop.execute { self.deliver() } }
  }

  func execute(_ body: @escaping @Sendable () -> Void) { eventLoop.execute(body) }

  private func deliver() {
    let deliveries = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for (connection, delivery) in deliveries { connection.value.deliver(delivery) }
    for (connection, _) in deliveries { connection.value.flush() }
  }
}
