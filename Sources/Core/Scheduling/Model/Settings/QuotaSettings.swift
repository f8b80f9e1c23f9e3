/// Every number of tiers and quotas. The limits are those of Android's JobScheduler, in their
/// classic form; what it takes to be in a tier is ours.
package struct QuotaSettings: Hashable, Sendable {
  package var exempted = TierLimits(
    window: .minutes(10), allowed: .minutes(10), runs: 75, sessions: 75, expedited: .minutes(60))
  package var active = TierLimits(
    window: .minutes(10), allowed: .minutes(10), runs: 75, sessions: 75, expedited: .minutes(30))
  package var working = TierLimits(
    window: .hours(2), allowed: .minutes(10), runs: 120, sessions: 10, expedited: .minutes(30))
  package var frequent = TierLimits(
    window: .hours(8), allowed: .minutes(10), runs: 200, sessions: 8, expedited: .minutes(10))
  package var rare = TierLimits(
    window: .hours(24), allowed: .minutes(10), runs: 48, sessions: 3, expedited: .minutes(10))
  package var restricted = TierLimits(
    window: .hours(24), allowed: .minutes(10), runs: 10, sessions: 1, expedited: .minutes(5))

  /// Across tiers: run time of one app in any 24 hours.
  package var dailyCap = Duration.hours(4)
  package var day = Duration.hours(24)
  /// An app is in quota while at least so much run time is left: what one refresh takes.
  package var buffer = Duration.seconds(30)
  /// Sessions closer than this are one.
  package var coalescing = Duration.seconds(5)
  /// Runs, and sessions, that one app may begin in `rateWindow`.
  package var runsPerRateWindow = 20
  package var sessionsPerRateWindow = 20
  package var rateWindow = Duration.minutes(1)

  /// What an opening that was observed adds, for so long, and how many of them count at once.
  package var bump = QuotaBonus(
    at: WallTime(nanoseconds: 0), time: .minutes(1), runs: 1, sessions: 1)
  package var bumpWindow = Duration.hours(8)
  package var mostBumps = 5
  /// Quota holds nothing so soon after an app has left the screen.
  package var foregroundGrace = Duration.minutes(1)

  /// Openings closer than this are one use.
  package var useDistance = Duration.hours(6)
  /// So long after an opening an app is active.
  package var activeTime = Duration.hours(1)
  /// Usual and present gap between uses up to which an app is working, or frequent.
  package var workingGap = Duration.hours(36)
  package var frequentGap = Duration.days(4)
  /// An app is unused after so many times its longest gap between uses, within these bounds.
  package var unusedGaps = 2
  package var soonestUnused = Duration.days(14)
  package var latestUnused = Duration.days(60)

  package init() {}

  /// The limits of `tier`; nil for `never`, which has no quota.
  package func limits(of tier: Tier) -> TierLimits? {
    switch tier {
    case .exempted: exempted
    case .active: active
    case .working: working
    case .frequent: frequent
    case .rare: rare
    case .restricted: restricted
    case .never: nil
    }
  }

  /// So many sessions are kept apart at least, unless a limit counts more.
  static let fewestSessions = 64

  /// The most sessions of one app that are kept apart, whatever the limits.
  package static let mostSessions = 1000

  /// How many sessions of one app are kept apart: as many as the highest limit counts, with all that openings add.
  var keptSessions: Int {
    let highest = Tier.allCases.compactMap { limits(of: $0)?.sessions }.reduce(0, max)
    let raised = highest + mostBumps * bump.sessions
    return max(Self.fewestSessions, min(raised + 1, Self.mostSessions))
  }

  /// How far back any limit looks.
  var reach: Duration {
    Tier.allCases.compactMap { limits(of: $0)?.window }.reduce(day, max)
  }
}
