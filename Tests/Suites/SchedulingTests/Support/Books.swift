@testable import Scheduling

/// One app's usage and a clock, for the rows about quotas.
struct Books {
  var usage = Usage()
  var settings = QuotaSettings()
  var now = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(nanoseconds: 0),
    awake: AwakeTime(nanoseconds: 0)
  ).advanced(by: .days(30))

  init(_ change: (inout QuotaSettings) -> Void = { _ in }) {
    change(&settings)
  }

  /// Separate sessions, each with its age and its length.
  init(
    _ sessions: [(ago: Duration, length: Duration)],
    _ change: (inout QuotaSettings) -> Void = { _ in }
  ) {
    self.init(change)
    for (ago, length) in sessions { add(ago, length) }
  }

  mutating func add(_ ago: Duration, _ length: Duration, runs: Int = 1) {
    let session = UsageSession(start: now.wall - ago, length: length, runs: runs)
    usage.regular.ledger = SessionLedger(usage.regular.ledger.sessions + [session])
    usage.updateQuotaState(at: now.wall, settings)
  }

  mutating func pass(_ duration: Duration) {
    now = now.advanced(by: duration)
  }

  func isInQuota(_ tier: Tier) -> Bool { usage.isInQuota(tier, at: now, settings) }

  func used(_ tier: Tier) -> Duration {
    usage.regular.ledger.used(within: settings.limits(of: tier)?.window ?? .zero, at: now.wall)
  }

  func remaining(_ tier: Tier) -> Duration? {
    usage.limits(of: tier, at: now.wall, settings).map {
      usage.regular.ledger.remaining($0, settings, at: now.wall)
    }
  }

  /// Returns the duration that one run can still use.
  func room(_ tier: Tier) -> Duration? {
    usage.limits(of: tier, at: now.wall, settings).map {
      usage.regular.ledger.room($0, settings, at: now.wall)
    }
  }

  /// Returns the time until the app is in quota; `nil` if it is.
  func wait(_ tier: Tier) -> Duration? {
    isInQuota(tier) ? nil : usage.firstMomentInQuota(tier, at: now, settings) - now.wall
  }

  // MARK: Runs

  mutating func begin(_ run: RunID, onBattery: Bool, isExpedited: Bool = false) {
    usage.begin(
      run, isExpedited: isExpedited, isOnBattery: onBattery, at: now, settings)
  }

  mutating func end(_ run: RunID) { usage.end(run, at: now, settings) }

  mutating func power(isOnBattery: Bool) { usage.setCharging(isOnBattery, at: now, settings) }

  /// Opens the app on a device on battery, or leaves it.
  mutating func show(_ isShown: Bool) {
    if isShown {
      usage.open(isObserved: true, at: now.wall, settings)
    } else {
      usage.leave(at: now.wall)
    }
    usage.setCharging(true, at: now, settings)
  }

  /// The lengths in seconds and the runs of the charged sessions.
  var sessions: [[Int]] {
    usage.regular.ledger.sessions.map { [Int($0.used.seconds), $0.runs] }
  }
}

extension Duration {
  static func time(_ hours: Int = 0, _ minutes: Int = 0, _ seconds: Int = 0) -> Duration {
    .seconds(hours * 3600 + minutes * 60 + seconds)
  }
}
