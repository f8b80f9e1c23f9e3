import Scheduling

/// The decider of a world: the scheduler, or a baseline to compare it with.
package protocol SchedulerUnderTest: Sendable {
  /// Handles an event and returns its effects.
  mutating func handle(_ event: Event, at now: Instant) -> [Effect]
  /// Returns the next moment at which it must receive the time.
  func nextDeadlines() -> NextDeadlines
  /// Returns the next moments for a world with another event at `horizon`. In place of a moment after `horizon`, any
  /// moment between the two can be returned.
  func nextDeadlines(until horizon: WallTime) -> NextDeadlines
  /// Returns why the request of each key waits; `nil` if it does not, or the reason is unknown.
  func waits(of keys: [RequestKey], at now: Instant) -> [Waiting?]
  /// The state of the device by which all requests are judged; `nil` if it is unknown.
  var judgedDevice: DeviceView? { get }
  /// The moment at which a sleeping machine is woken; `nil` if there is none.
  var machineAlarm: WallTime? { get }
  /// Returns whether the machine, which was woken by its alarm, should sleep again.
  func returnsToSleep(at now: Instant) -> Bool
  /// Records from now on why runs are started, if supported.
  mutating func keepDecisions()
  /// Returns why a run was started, once; `nil` if it was not recorded.
  mutating func removeDecision(behind run: RunID) -> Explanation?
}

extension SchedulerUnderTest {
  package func nextDeadlines(until horizon: WallTime) -> NextDeadlines { nextDeadlines() }
  package func waits(of keys: [RequestKey], at now: Instant) -> [Waiting?] { keys.map { _ in nil } }
  package var judgedDevice: DeviceView? { nil }
  package var machineAlarm: WallTime? { nil }
  package func returnsToSleep(at now: Instant) -> Bool { false }
  package mutating func keepDecisions() {}
  package mutating func removeDecision(behind run: RunID) -> Explanation? { nil }
}

extension Scheduler: SchedulerUnderTest {
  package var judgedDevice: DeviceView? { device }
}
