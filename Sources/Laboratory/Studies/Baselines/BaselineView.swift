import Scheduling
import Simulation

/// A baseline's view of the world for a decision.
struct BaselineView {
  var now: Instant
  /// The time of the previous decision; times since then have just elapsed.
  var previousDecision: WallTime
  /// The moment at which the machine woke; `nil` before its first sleep.
  var woken: WallTime?
  var device: DeviceState
  var conditions = ConditionTimes()
  /// The offset of the user's clocks from UTC.
  var zoneSeconds = 0
  /// The last time at which each app was opened.
  var opened: [AppKey: WallTime] = [:]
  /// The app in the foreground; `nil` if there is none.
  var foreground: AppKey?
  /// The apps whose background refresh is off, or that were forced to quit.
  var barred: Set<AppKey> = []
  /// The number of refreshes of apps.
  var refreshes = 0
  /// The due refresh whose last start is the earliest; `nil` if none is due.
  var oldestRefresh: RequestKey?

  /// Returns the first moment after the previous decision, and not before `moment`, at which the user's clocks show
  /// one of the times of day in `hours`, which are durations from midnight. A moment that is not in the future has come
  /// since the previous decision, so the caller starts its work now.
  ///
  /// - Parameter delay: Returns a delay of the times of a day, at most a day.
  func nextElapse(
    of hours: [Duration], notBefore moment: WallTime,
    delayedBy delay: (_ day: Int) -> Duration = { _ in .zero }
  ) -> WallTime {
    elapse(
      of: hours, notBefore: max(moment, previousDecision + .nanoseconds(1)), delayedBy: delay)
  }

  /// Returns the first moment, not before `moment`, at which the user's clocks show one of the times of day in `hours`.
  ///
  /// - Parameter delay: Returns a delay of the times of a day, at most a day.
  func elapse(
    of hours: [Duration], notBefore moment: WallTime,
    delayedBy delay: (_ day: Int) -> Duration = { _ in .zero }
  ) -> WallTime {
    let zone = Duration.seconds(zoneSeconds)
    let day = (moment + zone).day()
    // With its delay, a time of the day before can be on this day.
    let times = (day - 1...day + 1).flatMap { day in
      hours.map { WallTime(day: day) + $0 + delay(day) - zone }
    }
    // One of them is not before `moment`, unless `hours` is empty.
    return times.filter { $0 >= moment }.min() ?? WallTime(day: day + 2) - zone
  }
}

/// The time since each condition that a request can require is met, or is not.
struct ConditionTimes {
  /// The present state of each condition, by its raw value, and the moment of its last change.
  private var states: [UInt16: (isMet: Bool, since: WallTime)] = [:]

  init() {}

  static let known: [Conditions] = Conditions.named.map(\.condition)

  /// Records which conditions the state of `device` meets. For each condition that this changes, `now` is the time
  /// since which it is met, or unmet.
  mutating func update(_ device: DeviceState, settings: Settings, at now: WallTime) {
    for condition in Self.known {
      let isMet = device.meets(condition, settings)
      let hasChanged = states[condition.rawValue]?.isMet != isMet
      if hasChanged { states[condition.rawValue] = (isMet, now) }
    }
  }

  /// Returns the moment since which all of `conditions` have been met; `nil` if one is not met.
  func metSince(_ conditions: Conditions) -> WallTime? {
    var lastChange = WallTime(nanoseconds: .min)
    for condition in Self.known where conditions.contains(condition) {
      guard let state = states[condition.rawValue] else { continue }
      guard state.isMet else { return nil }
      lastChange = max(lastChange, state.since)
    }
    return lastChange
  }

  /// Returns the first of `conditions` to be lost, and since when it is unmet; `nil` if all are met.
  func firstUnmet(_ conditions: Conditions) -> (condition: Conditions, since: WallTime)? {
    var firstLost: (condition: Conditions, since: WallTime)?
    for condition in Self.known where conditions.contains(condition) {
      guard let state = states[condition.rawValue], !state.isMet else { continue }
      let isEarlier = firstLost.map { state.since < $0.since } ?? true
      if isEarlier { firstLost = (condition, state.since) }
    }
    return firstLost
  }
}

extension DeviceState {
  /// Whether one of the named conditions is met; an unknown value does not prevent it.
  func meets(_ condition: Conditions, _ settings: Settings) -> Bool {
    switch condition {
    case .power: !isOnBattery
    case .network: network != Network.none
    case .unmetered: network != Network.none && isMetered != true
    case .knownUnmetered: network != Network.none && isMetered == false
    case .idle: !userIsActive(busyLoad: settings.busyLoad)
    case .screenOff: screenIsOn != true
    case .batteryNotLow: !isOnBattery || battery.map { $0 > settings.lowBattery } ?? true
    case .storageNotLow: storage != .low && storage != .full
    // The baselines do not model any other condition.
    default: true
    }
  }
}

extension Conditions {
  /// The stop reason of a run that requires this one condition when it is lost.
  var stopReason: StopReason {
    switch self {
    case .power: .gate(.power)
    case .network: .gate(.network)
    case .unmetered, .knownUnmetered: .gate(.metered)
    case .idle: .gate(.userActive)
    case .screenOff: .gate(.screen)
    case .batteryNotLow: .gate(.battery)
    // The only other condition that a baseline models is `storageNotLow`.
    default: .gate(.storage)
    }
  }
}
