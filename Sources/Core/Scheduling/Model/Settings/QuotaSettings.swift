/// The settings of tiers and quotas. The limits are the classic ones of Android's JobScheduler; the conditions of the
/// tiers are ours.
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

  /// The run time of one app in any 24 hours, across tiers.
  package var dailyCap = Duration.hours(4)
  package var day = Duration.hours(24)
  /// The run time that an app within its quota has left at least: enough for one refresh.
  package var buffer = Duration.seconds(30)
  /// The gap below which sessions are one.
  package var coalescing = Duration.seconds(5)
  /// Runs, and sessions, that one app can begin in `rateWindow`.
  package var runsPerRateWindow = 20
  package var sessionsPerRateWindow = 20
  package var rateWindow = Duration.minutes(1)

  /// The addition of an observed opening, its duration, and the maximum number of simultaneous additions.
  package var bump = QuotaBonus(
    at: WallTime(nanoseconds: 0), time: .minutes(1), runs: 1, sessions: 1)
  package var bumpWindow = Duration.hours(8)
  package var mostBumps = 5
  /// The time after an app has left the screen in which quota holds nothing.
  package var foregroundGrace = Duration.minutes(1)

  /// The gap below which openings are one use.
  package var useDistance = Duration.hours(6)
  /// The time after an opening in which an app is active.
  package var activeTime = Duration.hours(1)
  /// The usual and present gaps between uses up to which an app is working, or frequent.
  package var workingGap = Duration.hours(36)
  package var frequentGap = Duration.days(4)
  /// The number of its longest gaps between uses after which an app is unused, within these bounds.
  package var unusedGaps = 2
  package var soonestUnused = Duration.days(14)
  package var latestUnused = Duration.days(60)

  package init() {}

  /// Returns the limits of `tier`; `nil` for `never`, which has no quota.
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

  /// The minimum number of sessions that are stored separately.
  static let fewestSessions = 64

  /// The maximum number of sessions of one app that are stored separately, regardless of limits.
  package static let mostSessions = 1000

  /// The number of sessions of one app that are stored separately: one more than the highest limit with all additions
  /// of openings, within the bounds. Beyond that number, sessions are joined.
  var keptSessions: Int {
    // A limit can be counted only if as many sessions are stored separately.
    let highestLimit = Tier.allCases.compactMap { limits(of: $0)?.sessions }.reduce(0, max)
    let withAdditions = highestLimit + mostBumps * bump.sessions
    return max(Self.fewestSessions, min(withAdditions + 1, Self.mostSessions))
  }

  /// The longest window of any limit.
  var reach: Duration {
    var reach = day
    for tier in Tier.allCases { reach = max(reach, limits(of: tier)?.window ?? reach) }
    return reach
  }
}
