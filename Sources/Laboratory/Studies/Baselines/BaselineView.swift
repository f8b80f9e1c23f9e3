import Scheduling
import Simulation

/// A baseline's view of the world for a decision.
struct BaselineView {
  var now: Instant
  /// The time of the previous decision; times since then have just elapsed.
  var previousDecision: WallTime
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
  /// one of the times of day in `hours`, which are durations from midnight.
  ///
  /// - Parameter delay: Returns a delay of the times of a day, at most a day.
  func nextElapse(
    of hours: [Duration], notBefore moment: WallTime,
    delayedBy delay: (_ day: Int) -> Duration = { _ in .zero }
  ) -> WallTime {
    let zone = Duration.seconds(zoneSeconds)
    let earliest = max(moment, previousDecision + .nanoseconds(1))
    let day = (earliest + zone).day()
    let times = (day - 1...day + 1).flatMap { day in
      hours.map { WallTime(day: day) + $0 + delay(day) - zone }
    }
    return times.filter { $0 >= earliest }.min() ?? WallTime(day: day + 2) - zone
  }
}

/// The time since each condition that a request can require is met, or is not.
struct ConditionTimes {
  private var since: [UInt16: (isMet: Bool, since: WallTime)] = [:]

  init() {}

  static let known: [Conditions] = Conditions.named.map(\.condition)

  /// Records which conditions the state of `device` meets. For each condition that this changes, `now` is the time
  /// since which it is met, or unmet.
  mutating func update(_ device: DeviceState, settings: Settings, at now: WallTime) {
    for condition in Self.known {
      let isMet = device.meets(condition, settings)
      if since[condition.rawValue]?.isMet != isMet { since[condition.rawValue] = (isMet, now) }
    }
  }

  /// Returns the moment since which all of `conditions` have been met; `nil` if one is not met.
  func metSince(_ conditions: Conditions) -> WallTime? {
    var latest = WallTime(nanoseconds: .min)
    for condition in Self.known where conditions.contains(condition) {
      guard let time = since[condition.rawValue] else { continue }
      guard time.isMet else { return nil }
      latest = max(latest, time.since)
    }
    return latest
  }

  /// Returns the first of `conditions` to be lost, and since when it is unmet; `nil` if all are met.
  func firstUnmet(_ conditions: Conditions) -> (condition: Conditions, since: WallTime)? {
    var lost: (condition: Conditions, since: WallTime)?
    for condition in Self.known where conditions.contains(condition) {
      guard let time = since[condition.rawValue], !time.isMet else { continue }
      if lost.map({ time.since < $0.since }) ?? true { lost = (condition, time.since) }
    }
    return lost
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
    default: .gate(.storage)
    }
  }
}
