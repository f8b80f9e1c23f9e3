// The time at which a run has used up its app's quota.
extension Usage {
  /// The longest time for which `quotaEnd` is answered in advance.
  private static let longestHold = Duration.hours(1)

  /// Returns the time at which `run` has used up its app's quota and is stopped; `nil` if it is not charged now. Also
  /// returns until when this answer holds, if the usage does not change and all clocks advance alike.
  ///
  /// An app that is out of quota when charging begins still has `patience`, so that a cable that is unplugged for a
  /// moment ends nothing.
  ///
  /// - Parameter isPush: Whether the run delivers a push, which also begins for an unused app.
  func quotaEnd(
    of run: RunID, isPush: Bool = false, patience: Duration, at now: Instant,
    _ settings: QuotaSettings
  ) -> (ends: AwakeTime?, holdsUntil: WallTime) {
    let isExpedited = expedited.meter.runs.contains(run)
    let meter = isExpedited ? expedited.meter : regular.meter
    guard let since = meter.since, meter.runs.contains(run) else {
      return (nil, WallTime(nanoseconds: .max))
    }
    let began = now.wall - max(.zero, now.awake - since.awake)
    let tier = tier(ofRun: isPush, at: now.wall, settings)
    let room =
      isExpedited
      ? expeditedRoom(tier, from: began, settings) : regularRoom(tier, from: began, settings)
    let end = since.awake + max(room, patience)
    // Without an opening a tier only falls: the same tier later is the same tier until then.
    let later = now.wall + Self.longestHold
    let holdsUntil = self.tier(ofRun: isPush, at: later, settings) == tier ? later : now.wall
    // Shortly after the app left the screen, no run ends for its quota.
    guard let graceEnds = engagement.graceEnds(settings), graceEnds > now.wall else {
      return (end, holdsUntil)
    }
    return (max(end, now.awake + (graceEnds - now.wall)), min(holdsUntil, graceEnds))
  }

  /// Returns the tier for a run. A push for an unused app began as one for a rare app (see `QuotaPolicy`), and
  /// continues as one.
  private func tier(ofRun isPush: Bool, at now: WallTime, _ settings: QuotaSettings) -> Tier {
    let tier = tier(at: now, settings)
    return tier == .never && isPush && engagement.wasEverOpened ? .rare : tier
  }

  /// Returns how long an expedited run can last within the daily time of `tier` if charging began at `began`.
  private func expeditedRoom(
    _ tier: Tier, from began: WallTime, _ settings: QuotaSettings
  ) -> Duration {
    let used = expedited.ledger.begun(within: settings.day, at: began)
    return max(.zero, (settings.limits(of: tier)?.expedited ?? .zero) - used)
  }

  /// Returns how long a run can last within the quota of `tier` if charging began at `began`; zero if the app was out
  /// of quota then.
  private func regularRoom(
    _ tier: Tier, from began: WallTime, _ settings: QuotaSettings
  ) -> Duration {
    guard var limits = limits(of: tier, at: began, settings) else { return .zero }
    let ledger = regular.ledger
    // A run shortly after the last session continues it, and uses no additional session.
    if let last = ledger.sessions.last, began - last.end < settings.coalescing {
      limits.sessions += 1
    }
    guard ledger.firstMomentInQuota(limits, settings, at: began) <= began else { return .zero }
    return ledger.room(limits, settings, at: began)
  }
}
