// What the app may do, by its tier and what it used.
extension Usage {
  package func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    engagement.tier(at: now, settings)
  }

  /// The limits of `tier` with the bumps that count; nil for `never`.
  package func limits(
    of tier: Tier, at now: WallTime, _ settings: QuotaSettings
  ) -> TierLimits? {
    settings.limits(of: tier)?.raised(by: bumps.lazy.filter { $0.counts(at: now, settings) })
  }

  mutating func refresh(at now: WallTime, _ settings: QuotaSettings) {
    standing = QuotaStanding(regular.ledger, bumps: bumps, at: now, settings)
  }

  /// When an app of `tier` is in quota: `now` or earlier where it is, the end of time for `never`.
  package func returns(
    _ tier: Tier, at now: Instant, _ settings: QuotaSettings
  ) -> WallTime {
    if regular.meter.since == nil, let known = standing.returns(tier, at: now.wall) {
      return known
    }
    guard var limits = limits(of: tier, at: now.wall, settings) else {
      return WallTime(nanoseconds: .max)
    }
    // To join the session under way takes no session more.
    if regular.meter.since != nil { limits.sessions += 1 }
    return regular.ledger(at: now, settings).returns(limits, settings, at: now.wall)
  }

  package func isInQuota(_ tier: Tier, at now: Instant, _ settings: QuotaSettings) -> Bool {
    returns(tier, at: now, settings) <= now.wall
  }

  /// Time of expedited runs that is left of the day.
  package func expeditedLeft(
    _ tier: Tier, at now: Instant, _ settings: QuotaSettings
  ) -> Duration {
    let used = expedited.ledger(at: now, settings).begun(within: settings.day, at: now.wall)
    return max(.zero, (settings.limits(of: tier)?.expedited ?? .zero) - used)
  }

  func hasExpedited(_ tier: Tier, at now: Instant, _ settings: QuotaSettings) -> Bool {
    expeditedLeft(tier, at: now, settings) > .zero
  }

  /// When a run of a kind that keeps `distance` may start.
  package func spaced(by distance: Duration) -> WallTime? {
    distance > .zero ? lastSpaced.map { $0 + distance } : nil
  }
}
