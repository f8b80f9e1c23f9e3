import Testing

@testable import Scheduling

/// A scheduler with a clock and a simulated outside, seen as a user sees it through the socket.
///
/// Commands begin immediately, and end by `finish` or a kill. A killed command ends immediately.
struct World: CustomStringConvertible {
  static let user: UInt32 = 1000

  private(set) var scheduler: Scheduler
  private(set) var now: Instant
  /// Every effect since the beginning, with its time.
  private(set) var history: [(at: Instant, effect: Effect)] = []
  /// Effects of the latest event, without the effects of events that it caused.
  var effects: [Effect] = []
  /// Whether commands begin. A command that does not begin hangs before its first instruction.
  var launcherWorks = true
  /// Whether a killed command ends and its end is reported.
  var killsWork = true
  /// The present values of the machine, if it `isRead`.
  var machine = DeviceState()
  let isRead: Bool
  /// Whether the machine answers polls immediately.
  var answersLooks = true
  /// The contents of a store.
  private(set) var snapshot = Snapshot()
  private var lastTicket: Ticket = 0

  /// A machine that booted `bootedFor` ago, on Monday 2 March 2026, 06:30 UTC.
  ///
  /// - Parameter measured: The values that the machine reports; `nil` if no machine is read.
  /// - Parameter values: The values that are set by hand.
  init(
    settings: Settings = Settings(), bootedFor: Duration = .hours(1),
    measured: [DeviceValue]? = nil, _ values: DeviceValue...
  ) {
    isRead = measured != nil
    for value in measured ?? [] { machine.apply(value) }
    let told = isRead ? machine.measurements : nil
    now = Instant(
      wall: WallTime(seconds: 1_772_433_000),
      boot: BootTime(nanoseconds: bootedFor.nanoseconds),
      awake: AwakeTime(nanoseconds: bootedFor.nanoseconds))
    snapshot.bootID = "boot"
    let (loaded, effects) = Scheduler.load(
      snapshot, settings: settings, at: now, bootID: "boot", measured: told)
    scheduler = loaded
    _ = take(effects)
    if !values.isEmpty { set(values) }
  }

  // MARK: Events

  /// Handles one event, and the events that its effects cause.
  @discardableResult
  mutating func send(_ event: Event) -> [Effect] {
    let first = take(scheduler.handle(event, at: now))
    effects = first
    return first
  }

  private mutating func take(_ effects: [Effect]) -> [Effect] {
    for effect in effects {
      history.append((now, effect))
      if case .change(let change) = effect { snapshot.apply(change) }
    }
    for effect in effects {
      switch effect {
      case .afterCommit(.launch(let run, _)) where launcherWorks:
        _ = take(scheduler.handle(.runStarted(run.id), at: now))
      case .immediate(.poll) where answersLooks:
        _ = take(scheduler.handle(look, at: now))
      case .immediate(.kill(let run)) where killsWork:
        _ = take(scheduler.handle(.runEnded(run.id, .killed), at: now))
      case .immediate(.killCheck(let check)) where killsWork:
        _ = take(scheduler.handle(.checkEnded(check.id, .killed), at: now))
      default:
        break
      }
    }
    return effects
  }

  mutating func set(_ values: DeviceValue...) {
    set(values)
  }

  mutating func set(_ values: [DeviceValue]) {
    send(.device(values, nil))
  }

  /// The answer to a poll.
  var look: Event { .measured(machine.measurements, isFullPoll: true) }

  mutating func ticket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }

  /// The answer to the latest event that has one.
  var answer: Answer? {
    effects.lazy.compactMap {
      if case .afterCommit(.answer(_, let answer)) = $0 { answer } else { nil }
    }.last
  }

  // MARK: Time

  /// Lets `duration` pass on a machine that is awake, with a step at every moment that the scheduler asks for, as the
  /// daemon's timer does.
  mutating func pass(_ duration: Duration) {
    let end = now.advanced(by: duration)
    var repeats = 0
    while let delay = scheduler.nextDeadlines().delay(from: now), now.wall + delay <= end.wall {
      repeats = delay == .zero ? repeats + 1 : 0
      guard repeats < 10 else {
        Issue.record("the scheduler asks again and again for the same moment")
        return
      }
      now = now.advanced(by: delay)
      send(.time)
    }
    now = end
    send(.time)
  }

  /// Suspends the machine. The timer fires when the machine is awake again.
  mutating func suspend(_ duration: Duration) {
    now.wall = now.wall + duration
    now.boot = now.boot + duration
    send(.time)
  }

  /// Lets time pass without a running daemon.
  mutating func letTimeGo(_ duration: Duration) {
    now = now.advanced(by: duration)
  }

  /// Sets the wall clock, and sends the event for that.
  mutating func setClock(by offset: Duration) {
    now.wall = now.wall + offset
    send(.time)
  }

  /// Sets the wall clock without an event.
  mutating func setClockUnheard(by offset: Duration) {
    now.wall = now.wall + offset
  }

  /// Replaces a daemon that died by a new one, on the same machine unless it was rebooted.
  ///
  /// - Parameter found: The state of runs that the launcher finds. Missing runs no longer exist.
  mutating func restart(
    bootID: String = "boot", found: [RunID: FoundRun] = [:], away: Duration = .zero
  ) {
    now = now.advanced(by: away)
    let (loaded, effects) = Scheduler.load(
      snapshot, settings: scheduler.settings, at: now, bootID: bootID, found: found,
      measured: isRead ? machine.measurements : nil)
    scheduler = loaded
    self.effects = take(effects)
  }

  /// Boots the machine again after `offline`.
  mutating func reboot(offline: Duration, upFor: Duration = .hours(1), bootID: String = "next") {
    now = Instant(
      wall: now.wall + offline, boot: BootTime(nanoseconds: upFor.nanoseconds),
      awake: AwakeTime(nanoseconds: upFor.nanoseconds))
    restart(bootID: bootID)
    snapshot.bootID = bootID
  }

  /// Removes the history, for tests that check only later effects.
  mutating func forgetHistory() {
    history = []
  }

  /// Called when changes were committed.
  mutating func noteCommit() {
    snapshot.lastCommit = now
  }

  /// Undoes changes that were not committed: the store still contains `committed`.
  mutating func reload(_ committed: Snapshot) {
    snapshot = committed
    scheduler = Scheduler.reload(committed, after: scheduler, at: now)
    send(.time)
  }

  var description: String {
    "World at \(UniversalTime.text(now.wall)), runs \(scheduler.runs.map(\.key.id))"
  }
}
