/// An app's tier and quota at one moment.
package struct QuotaReport: Hashable, Sendable {
  /// The source of a tier.
  package enum Source: String, CaseIterable, Sendable {
    /// Openings that a trusted source observed.
    case observed
    /// Openings that the app or its owner reported.
    case selfReported
    /// An operator.
    case set
  }

  package var tier: Tier
  package var source: Source
  /// The limits with the additions in effect; `nil` for `never`, which has no quota.
  package var limits: TierLimits?
  /// The time used in the window of the limits, including present use.
  package var used: Duration
  package var runs: Int
  package var sessions: Int
  /// The longest run that could be charged from now on.
  package var room: Duration
  package var usedToday: Duration
  package var dailyCap: Duration
  package var expeditedUsed: Duration
  package var isInQuota: Bool
  /// The time at which it is within its quota again; `nil` if it is, or if time does not change that.
  package var returns: WallTime?
  /// The time at which a refresh can start because of the spacing; `nil` if it can start now.
  package var spacedUntil: WallTime?
  /// Whether a run is being charged now.
  package var isCharged: Bool
}

extension App {
  /// Returns the app's tier and quota at `now`, as if its present session ended now. Only for reports: the scheduler
  /// itself uses `Usage.firstMomentInQuota`.
  package func quota(at now: Instant, _ settings: Settings) -> QuotaReport {
    let quotas = settings.quotas
    let tier = usage.tier(at: now.wall, quotas)
    let limits = usage.limits(of: tier, at: now.wall, quotas)
    let ledger = usage.regular.ledger(at: now, quotas)
    // Without limits, the use of the last day is reported.
    let window = limits?.window ?? quotas.day
    let inQuotaFrom = usage.firstMomentInQuota(tier, at: now, quotas)
    // The tier `never` has no quota, and therefore the end of time here.
    let returns = inQuotaFrom < WallTime(nanoseconds: .max) ? inQuotaFrom : nil
    let spacingEnd = Usage.spacingEnd(after: usage.lastSpaced, by: settings.refresh.spacing)
    return QuotaReport(
      tier: tier, source: source(at: now.wall, quotas), limits: limits,
      used: ledger.used(within: window, at: now.wall),
      runs: ledger.runs(within: window, at: now.wall),
      sessions: ledger.count(within: window, at: now.wall),
      room: limits.map { ledger.room($0, quotas, at: now.wall) } ?? .zero,
      usedToday: ledger.used(within: quotas.day, at: now.wall), dailyCap: quotas.dailyCap,
      expeditedUsed: usage.expedited.ledger(at: now, quotas)
        .begun(within: quotas.day, at: now.wall),
      isInQuota: inQuotaFrom <= now.wall,
      returns: inQuotaFrom > now.wall ? returns : nil,
      spacedUntil: spacingEnd.flatMap { $0 > now.wall ? $0 : nil },
      isCharged: usage.regular.meter.since != nil || usage.expedited.meter.since != nil)
  }

  /// Returns the source of the app's tier: an operator, the app's own reports, or observations.
  private func source(at now: WallTime, _ quotas: QuotaSettings) -> QuotaReport.Source {
    if usage.engagement.setTier != nil { return .set }
    return usage.engagement.isSelfReported(at: now, quotas) ? .selfReported : .observed
  }
}
