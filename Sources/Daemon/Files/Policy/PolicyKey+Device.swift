import Scheduling

// Gates of all kinds, the end of a window, and how long the device state must be stable.
extension PolicyKey {
  static let root = PolicyGroup(prefix: "", root: \.self)

  /// Returns the key of the slots of a class.
  private static func slots(_ kinds: KindRules.ConcurrencyClass) -> String { kinds.policyKey }

  static let gates: [PolicyKey] = [
    root.key(
      "empty-battery", \.emptyBattery, .percent,
      "battery level below which nothing starts on battery"),
    root.key(
      "low-battery", \.lowBattery, .percent, "battery level up to which battery-not-low is unmet"),
    root.key(
      "battery-exponent", \.batteryExponent, .number(0...10),
      "exponent of the battery score; if smaller, a full battery is preferred less"),
    root.key(
      "plugged-in-factor", \.pluggedInFactor, .number(0...10),
      "factor of the battery score on external power; above 1, external power is preferred"),
    root.key(
      "busy-load", \.busyLoad, .percent,
      "load above which a device without user detection counts as in use"),
    root.key(
      "metered", \.metered, PolicyForm<WeekHours>.hours.orNone(),
      "hours in which the network counts as metered, and outside of which it does not"),
    root.key(
      "quiet", \.quiet, PolicyForm<WeekHours>.hours.orNone(), "hours in which no request starts"),
    root.key(
      "quiet-users", \.quietUsers, .userHours, "hours in which no request of a user starts"),
    root.key(
      slots(.app), \.appRunsAtOnce, .count(1...1000), "runs of class app at the same time"),
    root.key(
      slots(.processing), \.processingRunsAtOnce, .count(1...1000),
      "runs of class processing at the same time"),
    root.key(
      slots(.maintenance), \.maintenanceRunsAtOnce, .count(1...1000),
      "runs of class maintenance at the same time"),
    root.key(
      slots(.utility), \.utilityRunsAtOnce, .count(1...1000),
      "runs of class utility at the same time"),
    root.key(
      slots(.userInitiated), \.userInitiatedRunsAtOnce, .count(1...1000),
      "runs of class userInitiated at the same time"),
    root.key(
      "groups", \.groups, .widths, "runs of one user in a group of this name at the same time"),
    root.key(
      "use-half-life", \.useHalfLife, .duration(.minutes(1) ... .days(366)),
      "time after which past use of slots counts half; users with less use get slots first"),
  ]

  static let windows: [PolicyKey] = [
    root.key(
      "relaxed-battery", \.relaxedBattery, .percent,
      "level from which work may run on battery after its latest date"),
    root.key(
      "relaxed-idle-share", \.relaxedIdleShare, .share(),
      "part of the window after which idleness is not required"),
    root.key(
      "relaxed-end-share", \.relaxedEndShare, .share(),
      "part of the window after which no preference is left"),
    root.key(
      "relaxes-after", \.relaxesAfter, relaxing.orNone(),
      "window in which maintenance and utility without latest date relax; two intervals if longer"),
    root.key(
      "refresh-lifetime", \.refreshLifetime, lifetime,
      "assumed window of a refresh without a latest date"),
    root.key(
      "processing-lifetime", \.processingLifetime, lifetime,
      "assumed window of processing without a latest date"),
    root.key(
      "other-lifetime", \.otherLifetime, lifetime,
      "assumed window of other work without a latest date or interval"),
    root.key(
      "default-latest", \.defaultLatest, .duration(.minutes(1) ... .days(3660)),
      "time from earliest to latest date of a request without a kind; two intervals if longer"),
    root.key(
      "rest-share", \.restShare, .share(),
      "shortest time between starts of periodic work, as a part of its interval"),
    root.key(
      "longest-rest", \.longestRest, .duration(.zero ... .days(3660)),
      "longest time that `rest-share` can require"),
  ]

  private static let relaxing = PolicyForm.duration(.minutes(1) ... .days(3660))
  private static let lifetime = PolicyForm.duration(.minutes(1) ... .days(366))

  static let steadiness: [PolicyKey] = [
    root.key(
      "steady-power-gain", \.steadyPowerGain, moment,
      "time on external power before it is in effect"),
    root.key(
      "steady-power-loss", \.steadyPowerLoss, moment, "time on battery before it is in effect"),
    root.key(
      "steady-user-return", \.steadyUserReturn, moment, "time of use before it is in effect"),
    root.key(
      "cooling-time", \.coolingTime, .duration(.zero ... .hours(24)),
      "time at nominal before starts, after a stop for heat"),
    root.key(
      "boot-delay", \.bootDelay, .duration(.zero ... .hours(24)),
      "no starts for this long after boot"
    ),
    root.key(
      "fresh-look", \.freshLook, moment, "values read less than this long ago are not read again"),
    root.key("longest-look", \.longestLook, moment, "longest wait for values before a start"),
    root.key(
      "check-time", \.checkTime, .duration(.milliseconds(100) ... .hours(1)),
      "time limit of a condition"),
    root.key("check-freshness", \.checkFreshness, moment, "validity of a condition that succeeded"),
    root.key(
      "check-interval", \.checkInterval, .duration(.seconds(1) ... .hours(24)),
      "delay before a failed condition is retried"),
    root.key(
      "checks-at-once", \.checksAtOnce, .count(1...1000),
      "conditions run at the same time; as many more for users with none running"),
  ]

  private static let moment = PolicyForm.duration(.zero ... .hours(1))
}

extension KindRules.ConcurrencyClass {
  /// The key of the class's slots in a policy file.
  package var policyKey: String {
    let kinds =
      switch self {
      case .app: "app"
      case .processing: "processing"
      case .maintenance: "maintenance"
      case .utility: "utility"
      case .userInitiated: "user-initiated"
      }
    return "\(kinds)-runs-at-once"
  }
}
