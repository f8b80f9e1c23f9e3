import Scheduling

/// Whatever tells apart requests that are alike: a pause, and a user who asks for one of them to run.
struct RequestsOutOfTurn {
  /// Whether there was a pause, which can hold one of two such requests.
  private var hasPauses = false
  /// Requests that a user has asked to run in this step, whose turn is then.
  private var asked: Set<RequestKey> = []

  mutating func take(_ event: Event) {
    switch event {
    case .pause: hasPauses = true
    case .runNow(let key, _, _): asked.insert(key)
    default: break
    }
  }

  /// Forgets what was asked: the step is done, or the daemon has died.
  mutating func endStep() { asked = [] }

  /// Whether the start of `key` says nothing about its turn.
  func mayInclude(_ key: RequestKey) -> Bool { hasPauses || asked.contains(key) }
}
