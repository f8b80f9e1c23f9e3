import Scheduling

/// What follows every step, where something has changed since the last. Used on the engine's loop only.
struct StepEnding {
  var watchdog = Watchdog(real: EngineClock.real)
  private var seenEvents = 0
  private var tellFailures: ((Int) -> Void)?
  private var toldFailures: Int?
  private var drained: (() -> Void)?

  /// Whether the scheduler has been told of anything since the last step.
  mutating func hasNews(_ eventCount: Int) -> Bool {
    defer { seenEvents = eventCount }
    return eventCount != seenEvents
  }

  /// From now on `tell` hears how many requests have failed for good, whenever that has changed.
  mutating func follow(failures tell: @escaping (Int) -> Void) {
    (tellFailures, toldFailures) = (tell, nil)
  }

  mutating func note(failures count: Int) {
    guard count != toldFailures, let tellFailures else { return }
    toldFailures = count
    tellFailures(count)
  }

  /// Once everything has been told to stop and nothing runs any more, `finished` is taken.
  mutating func await(drained finished: @escaping () -> Void) { drained = finished }

  /// What is to be called, once.
  mutating func takeDrained() -> (() -> Void)? {
    defer { drained = nil }
    return drained
  }
}
