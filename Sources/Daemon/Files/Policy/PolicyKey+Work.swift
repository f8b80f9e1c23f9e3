import Scheduling

// The resources of a run, and the limits of submissions.
extension PolicyKey {
  static let runs: [PolicyKey] = [
    root.key(
      "launch-time", \.launchTime, .duration(.milliseconds(100) ... .hours(1)),
      "longest time from launch to the first instruction"),
    root.key(
      "longest-freeze", \.longestFreeze, .duration(.zero ... .days(7)),
      "time for which gates freeze a run in total; freeze-when-busy has no limit"),
    root.key(
      "idle-app-time", \.idleAppTime, .duration(.zero ... .minutes(10)),
      "time between the last task of an app's process and its suspension"),
    root.key(
      "background-task-time", \.backgroundTaskTime, .duration(.zero ... .minutes(10)),
      "time that an app's process with a background task continues to run"),
    root.key(
      "suspended-app-time", \.suspendedAppTime, .duration(.zero ... .days(1)),
      "time that an app's idle process is kept suspended"),
    root.key(
      "app-process-time", \.appProcessTime, .duration(.minutes(10) ... .days(7)),
      "longest lifetime of an app's process; an idle process ends after half this time"),
    root.key(
      "module-limit", \.moduleLimit, creating.orNone(named: "off"),
      "time limit of the creation of an app's module; if exceeded, later modules are not created"),
    root.key(
      "suspended-with-lock", \.suspendedWithLock, .lockAnswer,
      "action if an app's process holds a file lock when it is suspended"),
    root.key(
      "missing-expiration-handler", \.missingExpirationHandler, .missingHandlerAnswer,
      "action if the time of a task has ended and its app has set no expiration handler"),
    root.key(
      "pressure-that-ends-apps", \.pressureThatEndsApps, .memory,
      "memory pressure that ends idle and suspended processes of apps"),
    root.key(
      "continued-stall", \.continuedStall, .duration(.seconds(1) ... .days(1)),
      "time without progress after which a continued task expires"),
    root.key(
      "early-signal-share", \.earlySignalShare, .share(),
      "part of the budget after which the early signal is sent"),
    root.key(
      "fair-heat-budget-share", \.fairHeatBudgetShare, .share(),
      "part of the budget above `shortest-budget` that is left on a warm device"),
    root.key(
      "crashes-that-quarantine", \.crashesThatQuarantine, .count(1...1000),
      "crashes in one step after which a request is quarantined"),
    root.key(
      "on-failure-command", \.onFailureCommand, PolicyForm<String>.commandLine.orNone(),
      "run as the owner of a failed or overdue request that names no command or unit for it"),
    root.key(
      "failure-notifications", \.failureNotifications, .flag,
      "whether users other than root see permanent failures, which no command reports, on their desktop"
    ),
    root.key(
      "overdue-delay", \.overdueDelay, .duration(.zero ... .days(7)),
      "time after its latest date at which a waiting request is reported as overdue"),
    root.key(
      "longest-checkpoint", \.longestCheckpoint, .count(0...1_048_576),
      "size limit of a checkpoint in bytes"),
    root.key("steps-per-task", \.stepsPerTask, .count(1...10_000), "steps of one task"),
    root.key("first-backoff", \.firstBackoff, backoff, "first retry delay"),
    root.key(
      "shortest-backoff", \.shortestBackoff, backoff, "shortest retry delay that may be requested"),
    root.key("longest-backoff", \.longestBackoff, backoff, "longest retry delay"),
    root.key(
      "wakes-without-completion", \.wakesWithoutCompletion, .count(1...1000),
      "consecutive incomplete wakes of an observing app after which it is woken less often"),
    root.key(
      "observer-backoff", \.observerBackoff, backoff,
      "delay after `wakes-without-completion` incomplete wakes, doubled after each further one"),
    root.key(
      "longest-observer-backoff", \.longestObserverBackoff, backoff,
      "longest delay after incomplete wakes"),
  ]

  private static let creating = PolicyForm.duration(.milliseconds(50) ... .minutes(1))

  private static let backoff = PolicyForm.duration(.milliseconds(100) ... .days(7))

  static let limits: [PolicyKey] = [
    root.key(
      "users-may-wake", \.usersMayWake, .flag,
      "whether requests of users other than root can wake the machine"),
    root.key(
      "requests-per-user", \.requestsPerUser, .count(1...1_000_000), "queued requests of one user"),
    root.key(
      "longest-request", \.longestRequest, .count(4096...1_048_576),
      "text of a request including its environment, in bytes, plus 32 for each string"),
    root.key(
      "longest-app", \.longestApp, .count(4096...1_048_576),
      "text of an app's registration, in bytes, plus 32 for each string"),
    root.key(
      "bytes-per-user", \.bytesPerUser, .count(65_536...1_073_741_824),
      "text of all requests and apps of one user, in bytes, plus 32 for each string"),
    root.key(
      "refreshes-per-app", \.refreshesPerApp, .count(1...1_000_000), "queued refreshes of one app"),
    root.key(
      "processing-per-app", \.processingPerApp, .count(1...1_000_000),
      "queued processing requests of one app"),
    root.key("submit-rates", \.submitRates, .rates, "submissions of one user per span"),
    root.key("apps-per-user", \.appsPerUser, .count(1...1_000_000), "registered apps of one user"),
    root.key(
      "short-window", \.shortWindow, .duration(.zero ... .days(7)),
      "windows shorter than this cause a warning"),
    root.key(
      "long-refresh", \.longRefresh, .duration(.zero ... .hours(1)),
      "refreshes with a longer median cause a warning"),
    root.key(
      "shortest-period", \.shortestPeriod, .duration(.seconds(1) ... .days(7)),
      "shortest interval of periodic work"),
    root.key(
      "shortest-flex", \.shortestFlex, .duration(.seconds(1) ... .days(7)),
      "shortest flex of periodic work"),
    root.key(
      "horizon", \.horizon, .duration(.days(7) ... .days(3660)),
      "furthest date, longest interval and delay"),
    root.key(
      "longest-grace", \.longestGrace, .duration(.zero ... .hours(1)),
      "longest grace of a command"),
    root.key(
      "longest-unit-grace", \.longestUnitGrace, .duration(.zero ... .hours(24)),
      "longest grace of a unit"),
    root.key(
      "remembered-device-changes", \.rememberedDeviceChanges, .count(16...65_536),
      "device changes kept for the time waited in `explain`"),
    root.key(
      "remembered-runs", \.rememberedRuns, .count(16...65_536),
      "runs kept for the time waited in `explain`"),
    root.key(
      "history", \.history, .duration(.days(1) ... .days(3660)),
      "time that a run is on record after its end"),
    root.key("history-runs", \.historyRuns, .count(1...10_000), "runs of one request on record"),
    root.key(
      "direct-output", \.directOutput, .size(1 << 20...1 << 40),
      "output kept of one user's runs that are no units"),
  ]
}
