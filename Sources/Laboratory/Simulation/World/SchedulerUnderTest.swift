import Scheduling

/// Whoever decides in a world when its work runs: the scheduler, or one to measure it against.
package protocol SchedulerUnderTest: Sendable {
  /// Takes what happens and says what is to be done.
  mutating func handle(_ event: Event, at now: Instant) -> [Effect]
  /// When it wants to be told the time.
  func nextWake() -> Wake
  /// Why the request of `key` waits; nil where it does not, or nobody can tell.
  func waiting(_ key: RequestKey, at now: Instant) -> Waiting?
  /// What all requests are judged by of the device; nil where nobody can tell.
  var judgedDevice: DeviceView? { get }
  /// Keeps from now on why runs are started, where it can tell.
  mutating func keepDecisions()
  /// Why a run was started, once; nil where that was not kept.
  mutating func takeDecision(behind run: RunID) -> Explanation?
}

extension SchedulerUnderTest {
  package func waiting(_ key: RequestKey, at now: Instant) -> Waiting? { nil }
  package var judgedDevice: DeviceView? { nil }
  package mutating func keepDecisions() {}
  package mutating func takeDecision(behind run: RunID) -> Explanation? { nil }
}

extension Scheduler: SchedulerUnderTest {
  package var judgedDevice: DeviceView? { device }
}
