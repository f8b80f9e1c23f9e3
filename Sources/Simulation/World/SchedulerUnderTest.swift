import Scheduling

/// Whoever decides in a world when its work runs: the scheduler, or one to measure it against.
package protocol SchedulerUnderTest: Sendable {
  /// Takes what happens and says what is to be done.
  mutating func handle(_ event: Event, at now: Instant) -> [Effect]
  /// When it wants to be told the time.
  func nextWake() -> Wake
  /// Why the request of `key` waits; nil where it does not, or nobody can tell.
  func waitingReasons(of key: RequestKey, at now: Instant) -> [Reason]?
  /// Keeps from now on why runs are started, where it can tell.
  mutating func keepDecisions()
  /// Why a run was started, once; nil where that was not kept.
  mutating func takeDecision(behind run: RunID) -> Explanation?
}

extension SchedulerUnderTest {
  package func waitingReasons(of key: RequestKey, at now: Instant) -> [Reason]? { nil }
  package mutating func keepDecisions() {}
  package mutating func takeDecision(behind run: RunID) -> Explanation? { nil }
}

extension Scheduler: SchedulerUnderTest {}
