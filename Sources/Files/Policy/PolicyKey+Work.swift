import Scheduling

// What a run gets, and what may be asked for.
extension PolicyKey {
  static let runs: [PolicyKey] = [
    root.key(
      "launch-time", \.launchTime, .duration(.milliseconds(100) ... .hours(1)),
      "from launch to the first instruction"),
    root.key(
      "longest-freeze", \.longestFreeze, .duration(.zero ... .days(7)), "of one run, in all"),
    root.key(
      "early-signal-share", \.earlySignalShare, .share(),
      "part of the budget before the early signal"),
    root.key(
      "fair-heat-budget-share", \.fairHeatBudgetShare, .share(),
      "part that warmth leaves of a budget that follows the device"),
    root.key(
      "crashes-that-quarantine", \.crashesThatQuarantine, .count(1...1000), "of one step"),
    root.key(
      "longest-checkpoint", \.longestCheckpoint, .count(0...1_048_576), "bytes of a checkpoint"),
    root.key("steps-per-task", \.stepsPerTask, .count(1...10_000), "steps of one task"),
    root.key("first-backoff", \.firstBackoff, backoff, "first delay after a failure"),
    root.key("shortest-backoff", \.shortestBackoff, backoff, "shortest delay to ask for"),
    root.key("longest-backoff", \.longestBackoff, backoff, "longest delay after failures"),
  ]

  private static let backoff = PolicyForm.duration(.milliseconds(100) ... .days(7))

  static let limits: [PolicyKey] = [
    root.key(
      "requests-per-user", \.requestsPerUser, .count(1...1_000_000), "waiting requests of one user"),
    root.key(
      "longest-request", \.longestRequest, .count(4096...1_048_576),
      "bytes of the texts of a request, with its environment, and 32 for each text"),
    root.key(
      "longest-app", \.longestApp, .count(4096...1_048_576),
      "bytes of what an app declares, and 32 for each text"),
    root.key(
      "bytes-per-user", \.bytesPerUser, .count(65_536...1_073_741_824),
      "bytes of these of all requests and apps of one user"),
    root.key(
      "refreshes-per-app", \.refreshesPerApp, .count(1...1_000_000), "waiting refreshes of one app"),
    root.key(
      "processing-per-app", \.processingPerApp, .count(1...1_000_000),
      "waiting processing of one app"),
    root.key("submit-rates", \.submitRates, .rates, "submissions of one user in any such span"),
    root.key("apps-per-user", \.appsPerUser, .count(1...1_000_000), "registered apps of one user"),
    root.key(
      "short-window", \.shortWindow, .duration(.zero ... .days(7)), "a shorter one is warned of"),
    root.key(
      "long-refresh", \.longRefresh, .duration(.zero ... .hours(1)),
      "a refresh that mostly takes longer is warned of"),
    root.key(
      "shortest-period", \.shortestPeriod, .duration(.seconds(1) ... .days(7)), "of periodic work"),
    root.key(
      "shortest-flex", \.shortestFlex, .duration(.seconds(1) ... .days(7)), "of periodic work"),
    root.key(
      "horizon", \.horizon, .duration(.days(7) ... .days(3660)),
      "furthest date, longest interval and delay"),
    root.key(
      "longest-grace", \.longestGrace, .duration(.zero ... .hours(1)), "of a command"),
    root.key(
      "longest-unit-grace", \.longestUnitGrace, .duration(.zero ... .hours(24)), "of a unit"),
    root.key(
      "remembered-device-changes", \.rememberedDeviceChanges, .count(16...65_536),
      "changes of the device from which `explain` tells what waiting has cost"),
    root.key(
      "remembered-runs", \.rememberedRuns, .count(16...65_536),
      "runs from which `explain` tells what waiting has cost"),
  ]
}
