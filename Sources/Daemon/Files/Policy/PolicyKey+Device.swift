import Scheduling

// Gates of all kinds, the end of a window, and how long the device state must be stable.
extension PolicyKey {
  static let root = PolicyGroup(prefix: "", root: \.self)

  static let gates: [PolicyKey] = [
    root.key(
      "empty-battery", \.emptyBattery, .percent, "on battery below this level, nothing starts"),
    root.key("low-battery", \.lowBattery, .percent, "the battery is low up to this level"),
    root.key("battery-exponent", \.batteryExponent, .number(0...10), "of the battery's score"),
    root.key("plugged-in-factor", \.pluggedInFactor, .number(0...10), "of the battery's score"),
    root.key(
      "busy-load", \.busyLoad, .percent,
      "load above which a device without user detection counts as in use"),
    root.key(
      "app-runs-at-once", \.appRunsAtOnce, .count(1...1000), "runs of the class app at once"),
    root.key(
      "processing-runs-at-once", \.processingRunsAtOnce, .count(1...1000),
      "runs of this class at once"),
    root.key(
      "maintenance-runs-at-once", \.maintenanceRunsAtOnce, .count(1...1000),
      "runs of this class at once"),
    root.key(
      "utility-runs-at-once", \.utilityRunsAtOnce, .count(1...1000), "runs of this class at once"),
    root.key(
      "user-initiated-runs-at-once", \.userInitiatedRunsAtOnce, .count(1...1000),
      "runs of this class at once"),
    root.key(
      "use-half-life", \.useHalfLife, .duration(.minutes(1) ... .days(366)),
      "half-life of a user's share of a class"),
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
      "maintenance and utility without a latest date; two intervals if longer"),
    root.key(
      "refresh-lifetime", \.refreshLifetime, lifetime, "of a refresh without a latest date"),
    root.key(
      "processing-lifetime", \.processingLifetime, lifetime, "of processing without a latest date"),
    root.key(
      "other-lifetime", \.otherLifetime, lifetime, "of other work without a latest date or interval"
    ),
    root.key(
      "default-latest", \.defaultLatest, .duration(.minutes(1) ... .days(3660)),
      "latest date of a command without a kind"),
    root.key("rest-share", \.restShare, .share(), "part of an interval between two runs of it"),
    root.key(
      "longest-rest", \.longestRest, .duration(.zero ... .days(3660)), "between two runs, at most"),
  ]

  private static let relaxing = PolicyForm.duration(.minutes(1) ... .days(3660))
  private static let lifetime = PolicyForm.duration(.minutes(1) ... .days(366))

  static let steadiness: [PolicyKey] = [
    root.key(
      "steady-power-gain", \.steadyPowerGain, moment, "time on external power before it counts"),
    root.key("steady-power-loss", \.steadyPowerLoss, moment, "time on battery before it counts"),
    root.key(
      "steady-user-return", \.steadyUserReturn, moment, "time of use before it counts"),
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
    root.key("checks-at-once", \.checksAtOnce, .count(1...1000), "conditions run at once"),
  ]

  private static let moment = PolicyForm.duration(.zero ... .hours(1))
}
