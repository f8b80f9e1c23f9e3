import OrderedCollections

/// The alarm that wakes a sleeping machine, and the time awake that it has caused.
///
/// After a failed commit all of it stays: wakes that have happened, and a moment that is computed again.
struct WakeAlarm: Sendable {
  /// The next moment at which a sleeping machine is woken; `nil` if there is none.
  private(set) var next: WallTime?
  /// The past wakes, and the present time awake.
  @Apart private(set) var history: WakeHistory {
    didSet { isUnsaved = isUnsaved || history != oldValue }
  }
  /// Whether the store has another history.
  private var isUnsaved = false
  /// The moment from which the woken machine should sleep again; `nil` if it should not.
  private var sleepDue: BootTime?
  /// The next moments of the requests that wake the machine, by slot. Each is computed only when it changes: there may
  /// be thousands.
  private var plannedOfSlot = OrderedDictionary<Int, Planned>()
  /// The first of the moments; `next` may be later.
  private var first: WallTime?
  /// Whether all moments must be computed again.
  private var isStale = true
  /// The moment of the last event; `nil` before the first.
  private var lastEvent: Instant?
  /// Whether the machine had external power at the last event; `nil` before the first.
  private(set) var isPowered: Bool?
  /// Whether the moments were computed with the shorter budgets of the battery.
  private var hasShortBudgets: Bool?

  /// Creates the alarm with the stored wakes; without any if there are none or they are unreadable.
  init(_ learned: Learned?) {
    history = learned.flatMap { WakeHistory(bytes: $0.bytes) } ?? WakeHistory()
  }

  /// The present time awake; `nil` if the alarm has not caused it.
  var stay: WakeHistory.Stay? { history.stay }

  /// The first moment at which the next wake is allowed; `nil` if there was no wake yet.
  var earliest: WallTime? {
    let isOftenFruitless = history.fruitless >= WakeTimes.fruitlessLimit
    let spacing = isOftenFruitless ? WakeTimes.longSpacing : WakeTimes.spacing
    return history.lastWake.map { $0 + spacing }
  }

  /// Returns the alarm after a failed commit.
  func reloaded() -> WakeAlarm {
    var alarm = self
    alarm.isStale = true
    alarm.isUnsaved = history != WakeHistory()
    return alarm
  }

  /// Ends a stored time awake that has ended while no daemon ran: the machine has slept or was booted since. Drops it
  /// also if no daemon ran for long: the user may have come, and be idle just now.
  ///
  /// - Parameter lastCommit: The last moment at which a daemon certainly ran.
  mutating func resume(sameBoot: Bool, lastCommit: Instant?, at now: Instant) {
    guard let stay else { return }
    guard sameBoot, now.boot >= stay.since.boot, !now.hasSlept(since: stay.since) else {
      return end()
    }
    let lastSign = max(stay.since.boot, lastCommit?.boot ?? stay.since.boot)
    if now.boot - lastSign > WakeTimes.absence { endForUser() }
  }

  /// Returns the change that stores the history; `nil` if the store has it.
  mutating func save() -> Effect? {
    guard isUnsaved else { return nil }
    isUnsaved = false
    return .change(.learn(Learned(name: Learned.wakes, bytes: history.bytes)))
  }

  /// Notes that pauses, quiet hours or clocks have changed.
  mutating func noteChange() { isStale = true }

  /// Notes a wall clock that was set back.
  mutating func followClock(at now: WallTime) {
    history.lastWake = history.lastWake.map { min($0, now) }
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
    let previousEvent = lastEvent
    lastEvent = now
    guard let previousEvent, now.hasSlept(since: previousEvent) else { return nil }
    guard let alarm = next else { return .other }
    let wasAheadBeforeSleep = previousEvent.wall < alarm
    let hasCome = alarm <= now.wall + WakeTimes.early
    let isRecent = now.wall - alarm < WakeTimes.reaction
    return wasAheadBeforeSleep && hasCome && isRecent ? .alarm : .other
  }

  /// Begins the time awake after an alarm. The machine fell asleep with the power of the last event.
  mutating func begin(at now: Instant, isInUse: Bool) {
    // The machine may have slept again since the last wake without a report of that.
    end()
    history.stay = WakeHistory.Stay(
      since: now, wasPowered: isPowered ?? true, wasInUse: isInUse)
    history.lastWake = now.wall
    isStale = true
  }

  /// Notes whether the machine has external power, which decides how likely it has power in its sleep.
  mutating func notePower(_ isPowered: Bool) {
    guard isPowered != self.isPowered else { return }
    self.isPowered = isPowered
    isStale = true
  }

  /// Notes whether the battery shortens budgets, which decide when a request must start. Power that is lost for a
  /// moment does not shorten them.
  mutating func noteBudgets(areShort: Bool) {
    guard areShort != hasShortBudgets else { return }
    hasShortBudgets = areShort
    isStale = true
  }

  /// Learns the power that the wake has found, after the time in which a source may still report it. Later wakes are
  /// moved to hours at which external power is likely.
  ///
  /// - Parameter hour: The hour of the day at its beginning.
  mutating func learnPower(_ isPowered: Bool, hour: Int, at now: Instant) {
    guard let stay, !stay.isLearned, now.boot >= stay.since.boot + WakeTimes.shortStay else {
      return
    }
    history.learn(isPowered: isPowered, hour: hour)
    isStale = true
  }

  /// Notes that a run is in progress, so that the present time awake does not count as fruitless.
  mutating func noteRun() {
    // Assigned only once, since each assignment copies and compares the whole history.
    if history.stay?.hasRun == false { history.stay?.hasRun = true }
  }

  /// Notes whether the device is in use. A user who leaves can come back.
  mutating func noteUse(_ isInUse: Bool) {
    if !isInUse, history.stay?.wasInUse == true { history.stay?.wasInUse = false }
  }

  /// Notes whether the woken machine should sleep again, and since when. Called at each event of its time awake.
  mutating func noteReturn(_ shouldSleep: Bool, at now: Instant) {
    guard shouldSleep, stay != nil else {
      sleepDue = nil
      return
    }
    sleepDue = sleepDue ?? now.boot
  }

  /// Returns whether the machine should have slept again long ago: it stays awake for another reason, such as a user.
  func isOverstayed(at now: Instant) -> Bool {
    sleepDue.map { now.boot >= $0 + WakeTimes.overstay } ?? false
  }

  /// Ends the time awake, because the machine sleeps again, or stays awake for another reason.
  mutating func end() {
    guard let stay else { return }
    history.fruitless = stay.hasRun ? 0 : history.fruitless + 1
    history.stay = nil
    sleepDue = nil
    isStale = true
  }

  /// Ends the time awake, because the user has come. The wake then counts neither as fruitless nor as useful.
  mutating func endForUser() {
    history.stay = nil
    sleepDue = nil
  }

  /// The next moment at which the machine may sleep again, or stays awake for another reason; `nil` if it was not
  /// woken, or if no such moment follows.
  var nextReturnMoment: BootTime? {
    guard let stay, let lastEvent else { return nil }
    var moments = [stay.since.boot + WakeTimes.shortStay, stay.since.boot + WakeTimes.longStay]
    if let sleepDue { moments.append(sleepDue + WakeTimes.overstay) }
    return moments.filter { $0 > lastEvent.boot }.min()
  }

  // MARK: The next alarm

  /// The next moment at which a sleeping machine is woken for one request.
  struct Planned: Sendable {
    var moment: WallTime
    /// The moment to which the wake can be moved: the last one in time, or `moment` itself.
    var limit: WallTime
    /// Whether it is the exact time of the request.
    var isExact: Bool
  }

  /// Returns the slots whose moments must be computed again at `now`: those of `changed`, and those of passed moments;
  /// or all `slots` of requests that wake the machine.
  func outdated(_ changed: [Int], of slots: [Int], at now: WallTime) -> [Int] {
    if isStale { return slots }
    guard let first, first <= now else { return changed }
    return changed + plannedOfSlot.filter { $0.value.moment <= now }.keys
  }

  /// Sets the recomputed moments of outdated slots, and thereby the next alarm. `nil` removes the moment of a slot.
  mutating func set(_ recomputed: [(slot: Int, planned: Planned?)]) {
    // If all moments are outdated, `recomputed` contains those of all requests.
    if isStale { plannedOfSlot.removeAll() } else if recomputed.isEmpty { return }
    for (slot, planned) in recomputed { plannedOfSlot[slot] = planned }
    first = plannedOfSlot.values.lazy.map(\.moment).min()
    next = exactMoment ?? first
    isStale = false
  }

  /// The next exact time, if all earlier wakes should be moved to it; otherwise `nil`. A wake is moved if its limit
  /// allows it, and if the spacing after it would prevent the wake at the exact time.
  private var exactMoment: WallTime? {
    let exactMoments = plannedOfSlot.values.lazy.filter(\.isExact).map(\.moment)
    guard let exact = exactMoments.min() else { return nil }
    let movesAll = plannedOfSlot.values.allSatisfy { planned in
      if planned.moment >= exact { return true }
      let canMove = planned.limit >= exact
      let wouldPreventExact = planned.moment + WakeTimes.spacing > exact
      return canMove && wouldPreventExact
    }
    return movesAll ? exact : nil
  }
}
