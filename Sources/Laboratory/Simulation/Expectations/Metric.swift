/// What can be promised of a task, or of all that runs on a device.
package enum Metric: Hashable, Sendable {
  /// A number that a simulation gives.
  case number(NumberMetric)
  /// One value for each run.
  case each(EachMetric)
  /// How many runs were told to stop for this reason.
  case stopped(String)
  /// What each run that was told to stop was told.
  case stopReasons

  /// As files have it: `runs-per-day`, `stopped-for-thermal`.
  package var key: String {
    switch self {
    case .number(let metric): metric.rawValue
    case .each(let metric): metric.rawValue
    case .stopped(let reason): Self.stoppedPrefix + reason
    case .stopReasons: "stop-reasons"
    }
  }

  package static let stoppedPrefix = "stopped-for-"
  package static let keys =
    NumberMetric.allCases.map(\.rawValue) + EachMetric.allCases.map(\.rawValue)
    + ["stop-reasons", "stopped-for-REASON"]

  package init?(key: String) {
    if let metric = NumberMetric(rawValue: key) {
      self = .number(metric)
    } else if let metric = EachMetric(rawValue: key) {
      self = .each(metric)
    } else if key == "stop-reasons" {
      self = .stopReasons
    } else if key.hasPrefix(Self.stoppedPrefix), key.count > Self.stoppedPrefix.count {
      self = .stopped(String(key.dropFirst(Self.stoppedPrefix.count)))
    } else {
      return nil
    }
  }
}

package enum NumberMetric: String, CaseIterable, Sendable {
  case runs, successes, failures, crashes, kills, expirations
  case runsPerDay = "runs-per-day"
  case successesPerDay = "successes-per-day"
  /// From when it was first submitted to the end of its first piece of work.
  case doneAfter = "done-after"
  /// The share of days on which a piece of work was finished.
  case daysDone = "days-done"
  /// How old its last success was, over all the time since it was first submitted.
  case ageMedian = "age-median"
  case ageP95 = "age-p95"
  case ageWorst = "age-worst"
  /// How old its last success was when the user opened the app.
  case staleMedian = "stale-at-open"
  /// The share of opens at which that was an hour at most.
  case fresh = "fresh-opens"
  case lost
  /// What was lost, as a share of all that was done.
  case lostShare = "lost-share"
  case onBattery = "on-battery-per-day"
  case onCellular = "on-cellular-per-day"
  case withUser = "with-user-per-day"
  /// The share of running time between midnight and six.
  case night = "night-share"

  package enum Unit: Sendable {
    case count, duration, share
  }

  package var unit: Unit {
    switch self {
    case .runs, .successes, .failures, .crashes, .kills, .expirations, .runsPerDay,
      .successesPerDay:
      .count
    case .doneAfter, .ageMedian, .ageP95, .ageWorst, .staleMedian, .lost, .onBattery, .onCellular,
      .withUser:
      .duration
    case .daysDone, .fresh, .lostShare, .night: .share
    }
  }

  /// Whether it is one task's and no device's.
  package var isOfTask: Bool {
    switch self {
    case .doneAfter, .daysDone, .ageMedian, .ageP95, .ageWorst, .staleMedian, .fresh: true
    default: false
    }
  }
}

package enum EachMetric: String, CaseIterable, Sendable {
  /// From launch to end.
  case length = "run-length"
  /// What was done and kept.
  case saved
  /// Items that were finished and kept.
  case items
  case budget

  package var unit: NumberMetric.Unit { self == .items ? .count : .duration }
}
