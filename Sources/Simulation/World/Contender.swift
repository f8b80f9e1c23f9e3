import Scheduling

/// Whoever decides in a world when its work runs: the scheduler, or one to measure it against.
package protocol Contender: Sendable {
  /// Takes what happens and says what is to be done.
  mutating func handle(_ event: Event, at now: Instant) -> [Effect]
  /// When it wants to be told the time.
  func nextWake() -> Wake
  /// Why the request of `key` runs or waits, where it can tell.
  func explain(_ key: RequestKey, at now: Instant) -> Explanation?
}

extension Contender {
  package func explain(_ key: RequestKey, at now: Instant) -> Explanation? { nil }
}

extension Scheduler: Contender {}
