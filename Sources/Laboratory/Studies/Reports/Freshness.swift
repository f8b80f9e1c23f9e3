import OrderedCollections
import Scheduling
import Simulation

/// Opens of apps, and whether a refresh came in time for them.
///
/// An open is fresh if a refresh of its app ended before it, at most an hour earlier. Opens within an hour of the app's
/// last one are ignored: the app refreshed itself then.
struct Freshness {
  /// The time for which an app is fresh after a refresh or an open.
  static let duration = Duration.hours(1)

  /// The counted opens of each app, in order.
  private let opens: OrderedDictionary<String, [WallTime]>
  /// The ends of each app's refreshes, in order, with their success.
  private let refreshes: OrderedDictionary<String, [(at: WallTime, isSuccess: Bool)]>
  private let range: Range<WallTime>

  /// - Parameters:
  ///   - runs: The runs of all kinds; only refreshes that started in `range` are counted.
  ///   - range: The span of time that is measured.
  init(_ timeline: Timeline, _ runs: some Sequence<RunRecord>, in range: Range<WallTime>) {
    self.range = range
    opens = Self.opens(timeline, in: range)
    var refreshes: OrderedDictionary<String, [(at: WallTime, isSuccess: Bool)]> = [:]
    for run in runs where run.kind == .refresh && range.contains(run.started) {
      refreshes[run.app ?? run.id, default: []].append((run.ending.at, run.isSuccess))
    }
    self.refreshes = refreshes
  }

  /// Returns the opens of each app in `range`, in order. Opens within an hour of the app's last one are left out.
  private static func opens(
    _ timeline: Timeline, in range: Range<WallTime>
  ) -> OrderedDictionary<String, [WallTime]> {
    var lastOpenOfApp: [Int: WallTime] = [:]
    var opens: OrderedDictionary<String, [WallTime]> = [:]
    for (app, moment) in timeline.opens {
      let isNew = lastOpenOfApp[app].map { moment - $0 > duration } ?? true
      lastOpenOfApp[app] = moment
      if isNew && range.contains(moment) {
        opens[timeline.apps[app], default: []].append(moment)
      }
    }
    return opens
  }

  /// Returns the share of `app`'s counted opens that came at most an hour after the end of a successful refresh.
  func freshShare(of app: String) -> Share {
    let ends = refreshes[app, default: []].filter(\.isSuccess).map(\.at)
    let moments = opens[app, default: []]
    let freshOpens = moments.count { moment in
      let earlierEnds = ends.firstPlace { $0 >= moment }
      return earlierEnds > 0 && moment - ends[earlierEnds - 1] <= Self.duration
    }
    return Share(freshOpens, of: moments.count)
  }

  /// Returns the number of successful refreshes of `app` that a counted open followed within an hour.
  private func usefulRefreshCount(of app: String) -> Int {
    let moments = opens[app, default: []]
    return refreshes[app, default: []].count { refresh in
      let nextOpen = moments.firstPlace { $0 > refresh.at }
      return refresh.isSuccess && nextOpen < moments.count
        && moments[nextOpen] - refresh.at <= Self.duration
    }
  }

  /// The figures of all refreshes and counted opens in the range. `freshByApp` has only apps with at least three opens.
  var figures: RefreshFigures {
    let shares = opens.keys.map { freshShare(of: $0) }
    let sharesOfOftenOpened = shares.filter { $0.whole >= 3 }
    let runs = refreshes.values.map(\.count).reduce(0, +)
    return RefreshFigures(
      from: UniversalTime.text(range.lowerBound), to: UniversalTime.text(range.upperBound),
      runs: runs, success: refreshes.values.map { $0.count(where: \.isSuccess) }.reduce(0, +),
      perDay: Share(Double(runs), of: (range.upperBound - range.lowerBound).seconds / 86400),
      opens: Int(bounded: shares.map(\.whole).reduce(0, +)),
      fresh: Share(shares.map(\.part).reduce(0, +), of: shares.map(\.whole).reduce(0, +)),
      freshByApp: Share(
        sharesOfOftenOpened.compactMap(\.value).reduce(0, +), of: Double(sharesOfOftenOpened.count)),
      useful: Share(refreshes.keys.map { usefulRefreshCount(of: $0) }.reduce(0, +), of: runs))
  }
}
