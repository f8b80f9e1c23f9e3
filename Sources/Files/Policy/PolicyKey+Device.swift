import Scheduling

// Gates that all kinds share, how a window closes, and how steady the device must be.
extension PolicyKey {
  static let root = PolicyGroup(prefix: "", root: \.self)

  static let gates: [PolicyKey] = [
    root.key("empty-battery", \.emptyBattery, .percent, "on battery and below it nothing starts"),
    root.key("low-battery", \.lowBattery, .percent, "up to it the battery is low"),
    root.key("battery-exponent", \.batteryExponent, .number(0...10), "of the battery's score"),
    root.key("plugged-in-factor", \.pluggedInFactor, .number(0...10), "of the battery's score"),
    root.key(
      "busy-load", \.busyLoad, .percent, "above it a device counts as in use that says nothing"),
    root.key("app-runs-at-once", \.appRunsAtOnce, .count(1...1000), "in the lane app"),
    root.key("processing-runs-at-once", \.processingRunsAtOnce, .count(1...1000), "in its lane"),
    root.key("maintenance-runs-at-once", \.maintenanceRunsAtOnce, .count(1...1000), "in its lane"),
    root.key("utility-runs-at-once", \.utilityRunsAtOnce, .count(1...1000), "in its lane"),
    root.key(
      "user-initiated-runs-at-once", \.userInitiatedRunsAtOnce, .count(1...1000), "in its lane"),
    root.key(
      "use-half-life", \.useHalfLife, .duration(.minutes(1) ... .days(366)),
      "what a user has used of a lane counts half after it"),
  ]

  static let windows: [PolicyKey] = [
    root.key(
      "relaxed-battery", \.relaxedBattery, .percent,
      "lets work run on battery once its window has closed"),
    root.key(
      "relaxed-idle-share", \.relaxedIdleShare, .share(),
      "part of the window after which idleness is not waited for"),
    root.key(
      "relaxed-end-share", \.relaxedEndShare, .share(),
      "part of the window at which the last preference gives way"),
    root.key(
      "relaxes-after", \.relaxesAfter, relaxing.orNone(),
      "maintenance and utility without a latest date, or after two intervals if longer"),
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
      "steady-power-gain", \.steadyPowerGain, moment, "power must be there so long to count"),
    root.key("steady-power-loss", \.steadyPowerLoss, moment, "power must be gone so long to count"),
    root.key(
      "steady-user-return", \.steadyUserReturn, moment, "the user must be back so long to count"),
    root.key(
      "cooling-time", \.coolingTime, .duration(.zero ... .hours(24)),
      "nominal so long after a stop for heat"),
    root.key("herd-time", \.herdTime, .duration(.zero ... .hours(24)), "after boot nothing starts"),
    root.key("fresh-look", \.freshLook, moment, "what was read so lately is not read again"),
    root.key("longest-look", \.longestLook, moment, "a start waits so long for what is read"),
    root.key(
      "check-time", \.checkTime, .duration(.milliseconds(100) ... .hours(1)),
      "a condition may take so long"),
    root.key("check-freshness", \.checkFreshness, moment, "one that held is believed so long"),
    root.key(
      "check-interval", \.checkInterval, .duration(.seconds(1) ... .hours(24)),
      "one that did not hold is left alone so long"),
    root.key("checks-at-once", \.checksAtOnce, .count(1...1000), "conditions tried at once"),
  ]

  private static let moment = PolicyForm.duration(.zero ... .hours(1))
}
