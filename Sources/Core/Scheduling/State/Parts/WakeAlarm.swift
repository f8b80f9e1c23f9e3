/// The alarm that wakes a sleeping machine, and the time awake that it has caused.
///
/// After a failed commit all of it stays: it consists of facts, and of a moment that is computed again.
struct WakeAlarm: Sendable {
  /// The time awake after an alarm, until the machine sleeps again or the user comes.
  struct Stay: Sendable {
    var since: Instant
    /// Whether the device has counted as in use since it woke, at first by its state before the sleep.
    var wasInUse: Bool
    var hasRun = false
    /// The moment from which the machine should sleep again; `nil` if it should not.
    var returns: BootTime?
  }

  /// The next moment at which a sleeping machine is woken; `nil` if there is none.
  private(set) var next: WallTime?
  /// The present time awake; `nil` if the alarm has not caused it.
  private(set) var stay: Stay?
  /// Whether `next` must be computed again.
  private var isStale = true
  /// The version of the waking requests for which `next` was computed.
  private var version = -1
  private var lastWake: WallTime?
  /// The number of the last wakes in a row in which no run began.
  private var fruitless = 0
  /// The moment of the last event; `nil` before the first.
  private var lastEvent: Instant?

  /// The first moment at which the next wake is allowed; `nil` if there was no wake yet.
  var earliest: WallTime? {
    let isFruitless = fruitless >= WakeTimes.fruitlessLimit
    return lastWake.map { $0 + (isFruitless ? WakeTimes.longSpacing : WakeTimes.spacing) }
  }

  /// Returns the alarm after a failed commit.
  func reloaded() -> WakeAlarm {
    var alarm = self
    alarm.isStale = true
    return alarm
  }

  /// Notes that pauses, quiet hours or clocks have changed.
  mutating func noteChange() { isStale = true }

  /// Notes a wall clock that was set back.
  mutating func followClock(at now: WallTime) {
    lastWake = lastWake.map { min($0, now) }
    isStale = true
  }

  // MARK: Time awake

  /// The cause of a wake since the last event.
  enum Cause {
    /// The alarm came in the sleep, shortly before now. The machine may wake a few seconds before it.
    case alarm
    case other
  }

  /// Notes the time of an event. Returns why the machine has woken since the last one; `nil` if it has not slept.
  mutating func noteEvent(at now: Instant) -> Cause? {
    let before = lastEvent
    lastEvent = now
    guard let before, now.hasSlept(since: before) else { return nil }
    guard let next, before.wall < next, next <= now.wall + WakeTimes.early,
      now.wall - next < WakeTimes.reaction
    else { return .other }
    return .alarm
  }

  /// Begins the time awake after an alarm.
  mutating func begin(at now: Instant, isInUse: Bool) {
    end()
    stay = Stay(since: now, wasInUse: isInUse)
    lastWake = now.wall
    isStale = true
  }

  /// Notes that a run is in progress.
  mutating func noteRun() { stay?.hasRun = true }

  /// Notes whether the device is in use. A user who leaves can come back.
  mutating func noteUse(_ isInUse: Bool) {
    if !isInUse { stay?.wasInUse = false }
  }

  /// Notes whether the machine should sleep again.
  mutating func noteReturn(_ returns: Bool, at now: Instant) {
    let first = stay?.returns ?? now.boot
    stay?.returns = returns ? first : nil
  }

  /// Returns whether the machine should have slept again long ago: it stays awake for another reason.
  func isOverstayed(at now: Instant) -> Bool {
    stay?.returns.map { now.boot >= $0 + WakeTimes.patience } ?? false
  }

  /// Ends the time awake, because the machine sleeps again, or stays awake for another reason.
  mutating func end() {
    guard let stay else { return }
    fruitless = stay.hasRun ? 0 : fruitless + 1
    self.stay = nil
    isStale = true
  }

  /// Ends the time awake, because the user has come. The wake then counts neither as fruitless nor as useful.
  mutating func endForUser() { stay = nil }

  /// The next moment at which the machine may sleep again, or stays awake for another reason; `nil` if it was not woken,
  /// or if no such moment follows.
  var nextReturn: BootTime? {
    guard let stay, let lastEvent else { return nil }
    let returns = [WakeTimes.shortStay, WakeTimes.longStay].map { stay.since.boot + $0 }
    let ends = stay.returns.map { [$0 + WakeTimes.patience] } ?? []
    return (returns + ends).filter { $0 > lastEvent.boot }.min()
  }

  // MARK: The next alarm

  /// Returns whether `next` must be computed again at `now`, for waking requests of this version.
  func isOutdated(_ version: Int, at now: WallTime) -> Bool {
    isStale || version != self.version || next.map { $0 <= now } ?? false
  }

  /// Sets the next alarm for waking requests of this version; `nil` clears it.
  mutating func set(_ moment: WallTime?, version: Int) {
    next = moment
    (self.version, isStale) = (version, false)
  }
}
