/// What there is to say of an app's tier and quota at one moment.
package struct QuotaReport: Hashable, Sendable {
  /// What a tier rests on.
  package enum Source: String, CaseIterable, Sendable {
    /// Openings that somebody saw who is believed.
    case observed
    /// Openings that the app or its owner told of.
    case selfReported
    /// An operator.
    case set
  }

  package var tier: Tier
  package var source: Source
  /// With the bumps that count; nil for `never`, which has no quota.
  package var limits: TierLimits?
  /// Used in the window of the limits; what is being used now included.
  package var used: Duration
  package var runs: Int
  package var sessions: Int
  /// How long one run could last that is charged from now on.
  package var room: Duration
  package var usedToday: Duration
  package var dailyCap: Duration
  package var expeditedUsed: Duration
  package var isInQuota: Bool
  /// When it is in quota again; nil where it is, and where that is not a matter of time.
  package var returns: WallTime?
  /// When a refresh may start for its distance; nil where it may now.
  package var spacedUntil: WallTime?
  /// Whether something is being charged now.
  package var isCharged: Bool
}

extension App {
  package func quota(at now: Instant, _ settings: Settings) -> QuotaReport {
    let quotas = settings.quotas
    let tier = usage.tier(at: now.wall, quotas)
    let limits = usage.limits(of: tier, at: now.wall, quotas)
    let ledger = usage.regular.ledger(at: now, quotas)
    let window = limits?.window ?? quotas.day
    let returns = usage.returns(tier, at: now, quotas)
    let spaced = usage.spaced(by: settings.refresh.spacing)
    return QuotaReport(
      tier: tier, source: source(at: now.wall, quotas), limits: limits,
      used: ledger.used(within: window, at: now.wall),
      runs: ledger.runs(within: window, at: now.wall),
      sessions: ledger.count(within: window, at: now.wall),
      room: limits.map { ledger.room($0, quotas, at: now.wall) } ?? .zero,
      usedToday: ledger.used(within: quotas.day, at: now.wall), dailyCap: quotas.dailyCap,
      expeditedUsed: usage.expedited.ledger(at: now, quotas)
        .begun(within: quotas.day, at: now.wall),
      isInQuota: returns <= now.wall,
      returns: returns > now.wall && returns < WallTime(nanoseconds: .max) ? returns : nil,
      spacedUntil: spaced.flatMap { $0 > now.wall ? $0 : nil },
      isCharged: usage.regular.meter.since != nil || usage.expedited.meter.since != nil)
  }

  private func source(at now: WallTime, _ quotas: QuotaSettings) -> QuotaReport.Source {
    if usage.engagement.setTier != nil { return .set }
    return usage.engagement.isSelfReported(at: now, quotas) ? .selfReported : .observed
  }
}
