// The present rights of the app, by its tier and its use.
extension Usage {
  /// Returns the app's tier at `now`, by its openings or set by an operator.
  package func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    engagement.tier(at: now, settings)
  }

  /// Returns the limits of `tier`, raised by the bonuses in effect; `nil` for `never`.
  package func limits(
    of tier: Tier, at now: WallTime, _ settings: QuotaSettings
  ) -> TierLimits? {
    settings.limits(of: tier)?.raised(by: bumps.lazy.filter { $0.counts(at: now, settings) })
  }

  /// Computes the cached times again. Called after each change of the ledger or of the bonuses.
  mutating func updateQuotaState(at now: WallTime, _ settings: QuotaSettings) {
    quotaState = QuotaState(
      regular.ledger, bumps: bumps, tiers: engagement.tiers(at: now, settings), at: now, settings)
  }

  /// Returns the time at which an app of `tier` is within its quota: `now` or earlier if it is now, the end of time for
  /// `never`.
  package func firstMomentInQuota(
    _ tier: Tier, at now: Instant, _ settings: QuotaSettings
  ) -> WallTime {
    // The cached times do not include a present session.
    if regular.meter.since == nil, let known = quotaState.firstMomentInQuota(tier, at: now.wall) {
      return known
    }
    guard var limits = limits(of: tier, at: now.wall, settings) else {
      return WallTime(nanoseconds: .max)
    }
    // Joining the present session uses no additional session.
    if regular.meter.since != nil { limits.sessions += 1 }
    return regular.ledger(at: now, settings).firstMomentInQuota(limits, settings, at: now.wall)
  }

  /// Returns whether an app of `tier` is within its quota at `now`.
  package func isInQuota(_ tier: Tier, at now: Instant, _ settings: QuotaSettings) -> Bool {
    firstMomentInQuota(tier, at: now, settings) <= now.wall
  }

  /// Returns the time that expedited runs of an app of `tier` have left today.
  package func expeditedLeft(
    _ tier: Tier, at now: Instant, _ settings: QuotaSettings
  ) -> Duration {
    let used = expedited.ledger(at: now, settings).begun(within: settings.day, at: now.wall)
    return max(.zero, (settings.limits(of: tier)?.expedited ?? .zero) - used)
  }

  /// Returns whether expedited runs of an app of `tier` have time left today.
  func hasExpedited(_ tier: Tier, at now: Instant, _ settings: QuotaSettings) -> Bool {
    expeditedLeft(tier, at: now, settings) > .zero
  }

  /// Returns the time at which a run of a kind with `distance` can start after the start `last`, which is `lastSpaced`;
  /// `nil` if there is no distance or no earlier run.
  static func spacingEnd(after last: WallTime?, by distance: Duration) -> WallTime? {
    distance > .zero ? last.map { $0 + distance } : nil
  }
}
