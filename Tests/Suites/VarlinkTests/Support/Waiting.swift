import Dispatch
import Synchronization

/// The longest wait of a test for an expected event.
let patience = DispatchTimeInterval.seconds(60)

struct WaitedInVain: Error {}

/// Values from other threads, in order.
final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    values.withLock { $0.append(value) }
    arrivals.signal()
  }

  /// Waits for the next value, and returns it.
  func take() throws -> Value {
    guard arrivals.wait(timeout: .now() + patience) == .success else { throw WaitedInVain() }
    return values.withLock { $0.removeFirst() }
  }

  /// Waits for `count` values, and returns them.
  func take(_ count: Int) throws -> [Value] { try (0..<count).map { _ in try take() } }
}

/// Work at the same time as the test.
enum Thread {
  static func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }
}
