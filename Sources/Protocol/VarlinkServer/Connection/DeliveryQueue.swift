import Descriptors
import Synchronization
import Varlink

/// A handler's message to the event loop about its call.
enum Delivery: Sendable {
  /// - Parameter error: The full name of the error; `nil` if the call succeeded.
  case reply([UInt8], final: Bool, error: String? = nil)
  case stream(method: String, @Sendable () -> ReplySource)
  /// A oneway call has ended.
  case finished
  case unanswered(method: String)
  case notEncodable(method: String, EncodingFailure)
  /// Too many bytes are unread.
  case overflow
}

/// Carries deliveries of all connections to the event loop, with one wake-up for all and one flush a connection. A step
/// of the engine, which is a block of the loop, is followed by its answers in the same turn.
final class DeliveryQueue: Sendable {
  private let eventLoop: EventLoop
  private let pending = Mutex<[(LoopConfined<Connection>, Delivery)]>([])

  init(eventLoop: EventLoop) { self.eventLoop = eventLoop }

  /// Adds a delivery, from any thread. The first one since the last `deliverPending` wakes the event loop.
  func enqueue(_ delivery: Delivery, for connection: LoopConfined<Connection>) {
    let isFirst = pending.withLock { pending in
      pending.append((connection, delivery))
      return pending.count == 1
    }
    if isFirst { eventLoop.executeLast { self.deliverPending() } }
  }

  /// Calls `body` on the event loop.
  func execute(_ body: @escaping @Sendable () -> Void) { eventLoop.execute(body) }

  /// Passes all pending deliveries to their connections, and then sends the written bytes. Called on the event loop.
  private func deliverPending() {
    let deliveries = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for (connection, delivery) in deliveries { connection.value.deliver(delivery) }
    for (connection, _) in deliveries { connection.value.flush() }
  }
}
