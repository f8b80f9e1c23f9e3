/// The times at which an app is within its quota in its tiers, if nothing is added to its ledger. They are cached
/// instead of summed, since a changed device queries them for every app. They are derived, so all values are equal.
struct QuotaState: Hashable, Sendable, CustomStringConvertible {
  /// A tier with the time at which the app is within its quota.
  private typealias Known = (tier: Tier, returns: WallTime)

  /// The time in the tier some time after an opening; `nil` if it was not calculated.
  private var usual: Known?
  /// The time in the tier while the app is on the screen; `nil` if it was not calculated, or is the same tier.
  private var onScreen: Known?
  /// The end of the first bump, at which the times become invalid.
  private var endsAt = WallTime(nanoseconds: 0)

  init() {}

  /// Computes the time at which the app is within its quota, from its past use and the bonuses in effect. Computes it
  /// for the two tiers between which the app changes; other ones are seldom asked for.
  ///
  /// - Parameter tiers: See `Engagement.tiers`.
  init(
    _ ledger: SessionLedger, bumps: [QuotaBonus], tiers: (usual: Tier, onScreen: Tier),
    at now: WallTime, _ settings: QuotaSettings
  ) {
    // Added up once for both tiers.
    var bonus = QuotaBonus(at: now)
    endsAt = WallTime(nanoseconds: .max)
    for bump in bumps where bump.counts(at: now, settings) {
      bonus.time += bump.time
      bonus.runs += bump.runs
      bonus.sessions += bump.sessions
      endsAt = min(endsAt, bump.at + settings.bumpWindow)
    }
    func moment(_ tier: Tier) -> WallTime {
      guard let limits = settings.limits(of: tier) else { return WallTime(nanoseconds: .max) }
      return ledger.firstMomentInQuota(
        limits.raised(by: CollectionOfOne(bonus)), settings, at: now)
    }
    usual = (tiers.usual, moment(tiers.usual))
    if tiers.onScreen != tiers.usual { onScreen = (tiers.onScreen, moment(tiers.onScreen)) }
  }

  /// Returns the time at which an app of `tier` is within its quota; `nil` if it must be recalculated.
  func firstMomentInQuota(_ tier: Tier, at now: WallTime) -> WallTime? {
    guard now <= endsAt else { return nil }
    if let usual, usual.tier == tier { return usual.returns }
    if let onScreen, onScreen.tier == tier { return onScreen.returns }
    return nil
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
