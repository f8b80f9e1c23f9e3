import Scheduling

/// The events that give one of several equal requests another turn: a pause, and a user's call to run a request.
struct RequestsOutOfTurn {
  /// Whether there was a pause, which can hold one of two equal requests.
  private var hasPauses = false
  /// Requests that a user asked to run in this step, out of turn.
  private var asked: Set<RequestKey> = []

  mutating func take(_ event: Event) {
    switch event {
    case .pause: hasPauses = true
    case .runNow(let key, _, _): asked.insert(key)
    default: break
    }
  }

  /// Forgets the users' calls. Called after each step, and after the death of the daemon.
  mutating func endStep() { asked = [] }

  /// Whether `key` may start out of turn.
  func mayInclude(_ key: RequestKey) -> Bool { hasPauses || asked.contains(key) }
}
