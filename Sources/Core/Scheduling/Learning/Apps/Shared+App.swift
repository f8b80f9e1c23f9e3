// Answers about the use of a shared app that policies ask for at each check. They read single fields where these are,
// since a method of `Usage` gets a copy of all of it.
extension Shared where Value == App {
  /// Returns the app's tier at `now`, by its openings or set by an operator.
  func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    value.usage.engagement.tier(at: now, settings)
  }

  /// Returns whether the app, which is in `tier`, is within its quota at `now`.
  func isInQuota(_ tier: Tier, at now: Instant, _ settings: QuotaSettings) -> Bool {
    // The cached times do not include a present session.
    if value.usage.regular.meter.since == nil,
      let known = value.usage.quotaState.firstMomentInQuota(tier, at: now.wall)
    {
      return known <= now.wall
    }
    return value.usage.isInQuota(tier, at: now, settings)
  }
}
