/// When an app would be in quota in each tier, as long as nothing is added to its ledger: looked up
/// instead of summed up, since a device that changes asks it for every app. Derived, so it makes no
/// two usages differ.
struct QuotaStanding: Hashable, Sendable, CustomStringConvertible {
  /// By the tier's rank; empty where it was not worked out yet.
  private var returns: [WallTime] = []
  /// A bump ends then, and the answers with it.
  private var endsAt = WallTime(nanoseconds: 0)

  init() {}

  init(
    _ ledger: SessionLedger, bumps: [QuotaBonus], at now: WallTime, _ settings: QuotaSettings
  ) {
    let counting = bumps.filter { $0.counts(at: now, settings) }
    returns = Tier.allCases.map { tier in
      guard let limits = settings.limits(of: tier) else { return WallTime(nanoseconds: .max) }
      return ledger.returns(limits.raised(by: counting), settings, at: now)
    }
    let ends = counting.map { $0.at + settings.bumpWindow }
    endsAt = ends.min() ?? WallTime(nanoseconds: .max)
  }

  /// When an app of `tier` is in quota; nil where that must be worked out anew.
  func returns(_ tier: Tier, at now: WallTime) -> WallTime? {
    now <= endsAt && !returns.isEmpty ? returns[tier.rank] : nil
  }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}

  var description: String { "derived" }
}

extension QuotaBonus {
  func counts(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    at <= now && now - at <= settings.bumpWindow
  }
}
