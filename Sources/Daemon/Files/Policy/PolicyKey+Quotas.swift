import Scheduling

// The quotas of apps, and their blocks. The bounds prevent that a mistyped number disables quotas or makes the
// ledger keep its entries for ever; Android has the same ones.
extension PolicyKey {
  static let tiers: [PolicyKey] =
    of(PolicyGroup(prefix: "quotas.exempted.", root: \.quotas.exempted), longest: .hours(24))
    + of(PolicyGroup(prefix: "quotas.active.", root: \.quotas.active), longest: .hours(24))
    + of(PolicyGroup(prefix: "quotas.working.", root: \.quotas.working), longest: .hours(24))
    + of(PolicyGroup(prefix: "quotas.frequent.", root: \.quotas.frequent), longest: .hours(24))
    + of(PolicyGroup(prefix: "quotas.rare.", root: \.quotas.rare), longest: .hours(24))
    + of(PolicyGroup(prefix: "quotas.restricted.", root: \.quotas.restricted), longest: .days(7))

  /// Returns the keys for the limits of one tier. Its window can be at most `longest`.
  private static func of(_ tier: PolicyGroup<TierLimits>, longest: Duration) -> [PolicyKey] {
    [
      tier.key(
        "window", \.window, .duration(.seconds(1)...longest), "window of each limit"),
      tier.key("allowed", \.allowed, .duration(.zero ... .hours(24)), "run time in the window"),
      tier.key("runs", \.runs, .count(0...100_000), "runs in the window"),
      tier.key(
        "sessions", \.sessions, .count(0...100_000),
        "sessions in the window; above \(QuotaSettings.mostSessions) without a limit"),
      tier.key(
        "expedited", \.expedited, .duration(.zero ... .hours(24)), "time of expedited runs in a day"
      ),
    ]
  }

  private static let group = PolicyGroup(prefix: "quotas.", root: \.quotas)
  private static let span = PolicyForm.duration(.zero ... .days(366))

  static let quotas: [PolicyKey] = [
    group.key(
      "daily-cap", \.dailyCap, .duration(.zero ... .hours(24)),
      "run time of one app in `quotas.day`"),
    group.key("day", \.day, .duration(.minutes(1) ... .days(7)), "window of `quotas.daily-cap`"),
    group.key(
      "buffer", \.buffer, .duration(.zero ... .minutes(5)),
      "run time that must be left for an app to count as in quota"),
    group.key(
      "coalescing", \.coalescing, .duration(.zero ... .minutes(15)),
      "sessions closer together than this count as one"),
    group.key(
      "runs-per-rate-window", \.runsPerRateWindow, .count(1...100_000),
      "runs of one app in the rate window"),
    group.key(
      "sessions-per-rate-window", \.sessionsPerRateWindow, .count(1...100_000),
      "sessions of one app in the rate window"),
    group.key(
      "rate-window", \.rateWindow, .duration(.seconds(1) ... .minutes(15)),
      "window of the run and session rates of one app"),
    group.key(
      "bump.time", \.bump.time, .duration(.zero ... .hours(1)), "run time that an opening adds"),
    group.key("bump.runs", \.bump.runs, .count(0...1000), "runs that an opening adds"),
    group.key("bump.sessions", \.bump.sessions, .count(0...1000), "sessions that an opening adds"),
    group.key(
      "bump-window", \.bumpWindow, .duration(.zero ... .days(7)),
      "time after an opening during which its additions apply"),
    group.key(
      "most-bumps", \.mostBumps, .count(0...1000),
      "openings whose additions apply at the same time"),
    group.key(
      "foreground-grace", \.foregroundGrace, .duration(.zero ... .hours(1)),
      "time after leaving the screen during which quota does not apply"),
    group.key(
      "use-distance", \.useDistance, span, "openings closer together than this count as one use"),
    group.key(
      "active-time", \.activeTime, span, "time after an opening during which an app is active"),
    group.key("working-gap", \.workingGap, span, "gap between uses up to which an app is working"),
    group.key(
      "frequent-gap", \.frequentGap, span, "gap between uses up to which an app is frequent"),
    group.key(
      "unused-gaps", \.unusedGaps, .count(1...1000),
      "multiple of its longest gap between uses after which an app counts as unused"),
    group.key(
      "soonest-unused", \.soonestUnused, span, "shortest time after which an app counts as unused"),
    group.key(
      "latest-unused", \.latestUnused, span, "longest time after which an app counts as unused"),
  ]

  private static let conduct = PolicyGroup(prefix: "reliability.", root: \.reliability)

  static let reliability: [PolicyKey] = [
    conduct.key(
      "kills-that-block", \.killsThatBlock, .count(1...1000),
      "kills for overruns after which an app is blocked"),
    conduct.key(
      "kill-window", \.killWindow, .duration(.minutes(1) ... .days(366)),
      "window of the kills that block an app"),
    conduct.key(
      "blocks", \.blocks, .durations(.zero ... .days(366), count: 1...16),
      "length of the first block, the second, and so on"),
    conduct.key(
      "clean-runs-per-step", \.cleanRunsPerStep, .count(1...1000),
      "clean runs in a row that lower the next block by one step"),
    conduct.key(
      "blocks-remembered", \.blocksRemembered, span,
      "time after its end until a block no longer counts"
    ),
    conduct.key(
      "runs-remembered", \.runsRemembered, .count(1...1000),
      "newest runs from which an app's reliability is computed"),
  ]
}
