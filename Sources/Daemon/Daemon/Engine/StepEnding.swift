import Scheduling

/// The actions after a step that are only needed when something has changed. Used on the engine's loop only.
struct StepEnding {
  var watchdog = Watchdog(real: EngineClock.real)
  /// Whether a stop of the daemon waits no longer for failure commands.
  var isFailureWaitOver = false
  private var seenEvents = 0
  private var reportFailures: ((Int) -> Void)?
  private var reportedFailures: Int?
  private var drainCompletion: (() -> Void)?

  /// Returns whether the scheduler has handled an event since the last call. `eventCount` is the number of all handled
  /// events, and is remembered for the next call.
  mutating func hasNewEvents(_ eventCount: Int) -> Bool {
    defer { seenEvents = eventCount }
    return eventCount != seenEvents
  }

  /// Makes `reportFailures` call `report` with the number of permanently failed requests, first in any case and then
  /// after each change.
  mutating func setFailureReport(_ report: @escaping (Int) -> Void) {
    (reportFailures, reportedFailures) = (report, nil)
  }

  /// Reports `count`, the number of permanently failed requests, if it differs from the last reported one.
  mutating func reportFailures(_ count: Int) {
    guard count != reportedFailures, let reportFailures else { return }
    reportedFailures = count
    reportFailures(count)
  }

  /// Keeps `finished`, which is called when no run is left.
  mutating func setDrainCompletion(_ finished: @escaping () -> Void) { drainCompletion = finished }

  /// Removes and returns the closure that `setDrainCompletion` received; `nil` if there is none.
  mutating func removeDrainCompletion() -> (() -> Void)? {
    defer { drainCompletion = nil }
    return drainCompletion
  }
}
