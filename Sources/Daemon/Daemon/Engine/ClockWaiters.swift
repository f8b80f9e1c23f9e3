import Descriptors
import Scheduling
import VarlinkServer

/// Calls that wait for a simulated clock to reach a moment.
struct ClockWaiters {
  /// Answers a call; with a refusal if the clock cannot continue.
  typealias Answer = (Engine, Refusal?) -> Void

  private var waiting: [(at: WallTime, answer: Answer)] = []

  /// The earliest moment that a call waits for; `nil` if no call waits.
  var next: WallTime? { waiting.map(\.at).min() }

  /// Adds a call that is answered when the clock has reached `moment`.
  mutating func add(at moment: WallTime, _ answer: @escaping Answer) {
    waiting.append((moment, answer))
  }

  /// Removes and returns the answers that are due.
  mutating func removeDue(at now: WallTime) -> [Answer] {
    let due = waiting.filter { $0.at <= now }.map(\.answer)
    if !due.isEmpty { waiting.removeAll { $0.at <= now } }
    return due
  }

  /// Removes and returns all answers, whether they are due or not.
  mutating func removeAll() -> [Answer] {
    defer { waiting = [] }
    return waiting.map(\.answer)
  }
}

/// A call that waits for the clock. The call is released after its client has disconnected: a kept call keeps its
/// connection, and the number of connections per user is limited. Used on the loop only, so it is safe to send.
final class KeptCall: @unchecked Sendable {
  /// The call; `nil` if its client has disconnected.
  private(set) var call: ServerCall?

  init(_ call: ServerCall, on loop: EventLoop) {
    self.call = call
    call.onDisconnect { [weak self] in
      guard let self else { return }
      loop.execute { self.call = nil }
    }
  }
}
