/// The times at which an app is within its quota in each tier, if nothing is added to its ledger. They are cached
/// instead of summed, since a changed device queries them for every app. They are derived, so all values are equal.
struct QuotaState: Hashable, Sendable, CustomStringConvertible {
  /// The times by the tier's rank; empty if they were not calculated yet.
  private var returns: [WallTime] = []
  /// The end of the first bump, at which the times become invalid.
  private var endsAt = WallTime(nanoseconds: 0)

  init() {}

  /// Computes for each tier the time at which the app is within its quota, from its past use and the bonuses in effect.
  init(
    _ ledger: SessionLedger, bumps: [QuotaBonus], at now: WallTime, _ settings: QuotaSettings
  ) {
    let counting = bumps.filter { $0.counts(at: now, settings) }
    returns = Tier.allCases.map { tier in
      guard let limits = settings.limits(of: tier) else { return WallTime(nanoseconds: .max) }
      return ledger.firstMomentInQuota(limits.raised(by: counting), settings, at: now)
    }
    let ends = counting.map { $0.at + settings.bumpWindow }
    endsAt = ends.min() ?? WallTime(nanoseconds: .max)
  }

  /// Returns the time at which an app of `tier` is within its quota; `nil` if it must be recalculated.
  func firstMomentInQuota(_ tier: Tier, at now: WallTime) -> WallTime? {
    now <= endsAt && !returns.isEmpty ? returns[tier.rank] : nil
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  var description: String { "derived" }
}

extension QuotaBonus {
  /// Returns whether the bonus is in effect at `now`: it was given in the last `bumpWindow`.
  func counts(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    at <= now && now - at <= settings.bumpWindow
  }
}
