/// How much an app is used, and who says so.
///
/// An app could tell of openings that never were. What it tells of itself is kept apart from what
/// was observed (by root, the group rubato, or the world of a simulation), and is worth less.
package struct Engagement: Hashable, Sendable {
  /// The best tier that an app's own word earns.
  static let bestReported = Tier.frequent

  package internal(set) var observed = OpenHistory()
  package internal(set) var reported = OpenHistory()
  /// Whether the app is on the screen, as observed. That an app says so itself makes nothing free.
  package internal(set) var isOnScreen = false
  /// When it left the screen, as observed.
  package internal(set) var leftScreen: WallTime?
  /// What an operator said; nil goes by use.
  package internal(set) var setTier: Tier?

  package init() {}

  mutating func open(isObserved: Bool, at now: WallTime, _ settings: QuotaSettings) {
    if isObserved {
      observed.open(at: now, settings)
      isOnScreen = true
    } else {
      reported.open(at: now, settings)
    }
  }

  mutating func leave(at now: WallTime) {
    guard isOnScreen else { return }
    isOnScreen = false
    leftScreen = now
  }

  package func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    if let setTier { return isOnScreen ? min(setTier, .active) : setTier }
    if isOnScreen { return .active }
    return min(
      observed.tier(at: now, settings), reportedTier(at: now, settings))
  }

  private func reportedTier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    max(Self.bestReported, reported.tier(at: now, settings))
  }

  /// Whether its tier rests on its own word.
  package func isSelfReported(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    guard setTier == nil, !isOnScreen else { return false }
    return reportedTier(at: now, settings) < observed.tier(at: now, settings)
  }

  package var wasEverOpened: Bool { observed.last != nil || reported.last != nil }

  /// Whether it was on the screen a moment ago.
  func isInGrace(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    guard let graceEnds = graceEnds(settings) else { return false }
    return now < graceEnds
  }

  func graceEnds(_ settings: QuotaSettings) -> WallTime? {
    leftScreen.map { $0 + settings.foregroundGrace }
  }

  mutating func forgetTheFuture(at now: WallTime) {
    observed.forgetTheFuture(at: now)
    reported.forgetTheFuture(at: now)
    leftScreen = leftScreen.map { min($0, now) }
  }
}
