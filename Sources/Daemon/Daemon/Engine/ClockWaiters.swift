import Scheduling

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
