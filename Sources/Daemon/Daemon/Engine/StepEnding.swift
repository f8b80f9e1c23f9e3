import Scheduling

/// The actions after a step that are only needed when something has changed. Used on the engine's loop only.
struct StepEnding {
  var watchdog = Watchdog(real: EngineClock.real)
  private var seenEvents = 0
  private var tellFailures: ((Int) -> Void)?
  private var toldFailures: Int?
  private var drained: (() -> Void)?

  /// Whether the scheduler has taken an event since the last step.
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

  /// Keeps `finished` until nothing runs any more.
  mutating func await(drained finished: @escaping () -> Void) { drained = finished }

  /// The closure of `await`, once.
  mutating func takeDrained() -> (() -> Void)? {
    defer { drained = nil }
    return drained
  }
}
