import Scheduling
import Simulation

/// A rule that knows the future, as an upper bound. Refreshes run just before the opens that they are for, as many as
/// the other rules may start. Other work runs in the longest interval of its window in which its requirements are met.
///
/// No scheduler can be as good; it obeys only the required gates.
struct OracleRule: BaselineRule {
  /// The starts of each app's refreshes, in order.
  private let refreshes: [AppKey: [WallTime]]
  private let periods: StatePeriods
  private let tolerance: Duration

  /// - Parameter lead: The time from a refresh to its open; longer than a refresh takes.
  init(
    _ timeline: Timeline, settings: Settings, refreshesPerDay: Int,
    lead: Duration = .seconds(30)
  ) {
    periods = StatePeriods(timeline, settings: settings)
    tolerance = max(settings.steadyPowerLoss, settings.steadyUserReturn)
    // As for the other rules, there is nothing to refresh before the first open.
    let begins = timeline.opens.first?.at ?? timeline.ends
    let most = Int(bounded: Double(refreshesPerDay) * (timeline.ends - begins).seconds / 86400)
    refreshes = Self.refreshedOpens(in: timeline, most: most).mapValues { opens in
      opens.map { $0 - lead }
    }
  }

  /// Returns the opens of each app that get a refresh, in order: at most `most` of those that are more than an hour
  /// after the app's previous open. If there are more, rarely opened apps have precedence.
  private static func refreshedOpens(in timeline: Timeline, most: Int) -> [AppKey: [WallTime]] {
    let names = AppNames(timeline.apps)
    var lastOpen: [Int: WallTime] = [:]
    var opens: [(app: Int, at: WallTime)] = []
    for (app, moment) in timeline.opens {
      // The first open of an app gets no refresh: it is the open that submits the refreshes.
      let needsRefresh = lastOpen[app].map { moment - $0 > Freshness.duration } ?? false
      if needsRefresh { opens.append((app, moment)) }
      lastOpen[app] = moment
    }
    var opensOfApp: [Int: Int] = [:]
    for open in opens { opensOfApp[open.app, default: 0] += 1 }
    // The opens of the most rarely opened app first.
    let ranked = opens.sorted {
      (opensOfApp[$0.app, default: 0], $0.app, $0.at)
        < (opensOfApp[$1.app, default: 0], $1.app, $1.at)
    }
    let chosen = ranked.prefix(most).sorted { $0.at < $1.at }
    return Dictionary(grouping: chosen) { names.key($0.app) }.mapValues { $0.map(\.at) }
  }

  /// Returns the next planned start of an app's refresh, or the best start of other work; `nil` if there is none.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    guard task.isRefresh, let app = task.app else {
      return bestStart(of: task, view)
    }
    let earliest = max(task.request.window.opens, view.previousDecision + .nanoseconds(1))
    let moments = refreshes[app, default: []]
    let place = moments.firstPlace { $0 >= earliest }
    return place < moments.count ? moments[place] : nil
  }

  /// Returns the start of other work in the best interval that lies ahead. `nil` if there is none, or if that start
  /// has come and the device does not meet the requirements.
  private func bestStart(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    let best = periods.bestStart(of: task, at: view.now.wall)
    // At the beginning of an interval, the device may not have reported it yet.
    let hasCome = best.map { $0 <= view.now.wall } ?? true
    return hasCome && view.conditions.metSince(task.requires) == nil ? nil : best
  }

  /// Returns a stop at which a required condition has been unmet for the tolerance; `nil` if all are met.
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    view.conditions.firstUnmet(task.requires).map {
      BaselineStop(at: $0.since + tolerance, reason: $0.condition.stopReason)
    }
  }
}
