import Scheduling

/// What a baseline sees of the world when it decides.
struct BaselineView {
  var now: Instant
  /// When it was asked before: what lies between has just elapsed.
  var before: WallTime
  var device: DeviceState
  var conditions = ConditionTimes()
  /// How far the user's clocks are ahead of UTC.
  var zoneSeconds = 0
  /// When each app was last opened.
  var opened: [AppKey: WallTime] = [:]
  /// The app in the foreground.
  var foreground: AppKey?
  /// Apps whose background refresh is off, or that were forced to quit.
  var barred: Set<AppKey> = []
  /// How many refreshes of apps there are.
  var refreshes = 0
  /// Of the refreshes that are due, the one that was started longest ago.
  var oldestRefresh: RequestKey?

  /// The first of some times of the day, from midnight, that elapses now or later, and not before `moment`.
  func elapse(of hours: [Duration], notBefore moment: WallTime) -> WallTime {
    let zone = Duration.seconds(zoneSeconds)
    let earliest = max(moment, before + .nanoseconds(1))
    let day = (earliest + zone).day()
    let times = (day...day + 1).lazy.flatMap { day in
      hours.lazy.map { WallTime(day: day) + $0 - zone }
    }
    return times.first { $0 >= earliest } ?? WallTime(day: day + 2) - zone
  }
}

/// Since when each of the conditions that a request can require holds, or does not.
struct ConditionTimes {
  private var since: [UInt16: (holds: Bool, since: WallTime)] = [:]

  init() {}

  static let known: [Conditions] = Conditions.named.map(\.condition)

  mutating func follow(_ device: DeviceState, settings: Settings, at now: WallTime) {
    for condition in Self.known {
      let holds = device.meets(condition, settings)
      if since[condition.rawValue]?.holds != holds { since[condition.rawValue] = (holds, now) }
    }
  }

  /// Since when all of `conditions` have held; nil where one does not.
  func held(_ conditions: Conditions) -> WallTime? {
    var latest = WallTime(nanoseconds: .min)
    for condition in Self.known where conditions.contains(condition) {
      guard let time = since[condition.rawValue] else { continue }
      guard time.holds else { return nil }
      latest = max(latest, time.since)
    }
    return latest
  }

  /// The first of `conditions` that does not hold, and since when; nil where all do.
  func lost(_ conditions: Conditions) -> (condition: Conditions, since: WallTime)? {
    var lost: (condition: Conditions, since: WallTime)?
    for condition in Self.known where conditions.contains(condition) {
      guard let time = since[condition.rawValue], !time.holds else { continue }
      if lost.map({ time.since < $0.since }) ?? true { lost = (condition, time.since) }
    }
    return lost
  }
}

extension DeviceState {
  /// Whether one of the named conditions holds; what is unknown does not stand in the way.
  func meets(_ condition: Conditions, _ settings: Settings) -> Bool {
    switch condition {
    case .power: !isOnBattery
    case .network: network != Network.none
    case .unmetered: network != Network.none && isMetered != true
    case .idle: !userIsActive(busyLoad: settings.busyLoad)
    case .screenOff: screenIsOn != true
    case .batteryNotLow: !isOnBattery || battery.map { $0 > settings.lowBattery } ?? true
    case .storageNotLow: storage != .low && storage != .full
    default: true
    }
  }
}

extension Conditions {
  /// Why a run is stopped that requires this one condition, once it is lost.
  var stopReason: StopReason {
    switch self {
    case .power: .gate(.power)
    case .network: .gate(.network)
    case .unmetered: .gate(.metered)
    case .idle: .gate(.userActive)
    case .screenOff: .gate(.screen)
    case .batteryNotLow: .gate(.battery)
    default: .gate(.storage)
    }
  }
}
