/// The use of an app, and its source.
///
/// An app could report openings that never happened. Its own reports are kept separate from observations (by root, the
/// group rubato, or the world of a simulation), and are worth less.
package struct Engagement: Hashable, Sendable {
  /// The best tier that an app's own reports earn.
  static let bestReported = Tier.frequent

  package internal(set) var observed = OpenHistory()
  package internal(set) var reported = OpenHistory()
  /// Whether the app is observed on the screen. The app's own report of this makes nothing free.
  package internal(set) var isOnScreen = false
  /// The time at which it was observed to leave the screen; `nil` if never.
  package internal(set) var leftScreen: WallTime?
  /// The tier set by an operator; `nil` if it depends on use.
  package internal(set) var setTier: Tier?

  package init() {}

  /// Records an opening. Only an observed one puts the app on the screen; a reported one is kept separately.
  mutating func open(isObserved: Bool, at now: WallTime, _ settings: QuotaSettings) {
    if isObserved {
      observed.open(at: now, settings)
      isOnScreen = true
    } else {
      reported.open(at: now, settings)
    }
  }

  /// Notes that the app has left the screen. Does nothing if it was not on the screen.
  mutating func leave(at now: WallTime) {
    guard isOnScreen else { return }
    isOnScreen = false
    leftScreen = now
  }

  /// Returns the app's tier at `now`: the one set by an operator, otherwise the better one of observed and reported
  /// openings. It is at least `active` while the app is on the screen.
  package func tier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    isOnScreen ? tierOnScreen : tierAwayFromScreen(at: now, settings)
  }

  /// Returns the two tiers between which the app changes: the one on the screen, which it keeps for a while after an
  /// opening, and the one after that while.
  func tiers(at now: WallTime, _ settings: QuotaSettings) -> (usual: Tier, onScreen: Tier) {
    let lastOpening = max(observed.last ?? now, reported.last ?? now)
    let later = max(now, lastOpening + settings.activeTime)
    return (tierAwayFromScreen(at: later, settings), tierOnScreen)
  }

  /// The app's tier while it is on the screen.
  private var tierOnScreen: Tier { setTier.map { min($0, .active) } ?? .active }

  /// Returns the app's tier at `now` while it is not on the screen.
  private func tierAwayFromScreen(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    setTier ?? min(observed.tier(at: now, settings), reportedTier(at: now, settings))
  }

  /// Returns the tier for the app's own reports: at most `bestReported`. A better tier is a lesser value.
  private func reportedTier(at now: WallTime, _ settings: QuotaSettings) -> Tier {
    max(Self.bestReported, reported.tier(at: now, settings))
  }

  /// Whether the app's tier is better because of the openings that it has reported itself.
  package func isSelfReported(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    guard setTier == nil, !isOnScreen else { return false }
    return reportedTier(at: now, settings) < observed.tier(at: now, settings)
  }

  package var wasEverOpened: Bool { observed.last != nil || reported.last != nil }

  /// Whether the app was on the screen a moment ago.
  func isInGrace(at now: WallTime, _ settings: QuotaSettings) -> Bool {
    guard let graceEnds = graceEnds(settings) else { return false }
    return now < graceEnds
  }

  /// Returns the end of the time after the app left the screen in which it still counts as used; `nil` if it was never
  /// observed to leave the screen.
  func graceEnds(_ settings: QuotaSettings) -> WallTime? {
    leftScreen.map { $0 + settings.foregroundGrace }
  }

  /// Moves future times back to `now`, after the clock was set back.
  mutating func forgetTheFuture(at now: WallTime) {
    observed.forgetTheFuture(at: now)
    reported.forgetTheFuture(at: now)
    leftScreen = leftScreen.map { min($0, now) }
  }
}
