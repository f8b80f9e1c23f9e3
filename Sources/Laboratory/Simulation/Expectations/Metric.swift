/// A metric of a task, or of all runs on a device, that can be promised.
package enum Metric: Hashable, Sendable {
  /// A number that a simulation gives.
  case number(NumberMetric)
  /// A value for each run.
  case each(EachMetric)
  /// The number of runs stopped for this reason.
  case stopped(String)
  /// The stop reason of each stopped run.
  case stopReasons

  /// The key in files: `runs-per-day`, `stopped-for-thermal`.
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

  /// Reads the key of a metric in a file, such as `runs-per-day`; `nil` if no metric has it.
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
  /// The time from the first submission to the end of the first piece of work.
  case doneAfter = "done-after"
  /// The share of days on which a piece of work was finished.
  case daysDone = "days-done"
  /// The age of its last success, over all the time since it was first submitted.
  case ageMedian = "age-median"
  case ageP95 = "age-p95"
  case ageWorst = "age-worst"
  /// The age of its last success when the user opened the app.
  case staleMedian = "stale-at-open"
  /// The share of opens at which that age was at most an hour.
  case fresh = "fresh-opens"
  case lost
  /// The lost work as a share of all work done.
  case lostShare = "lost-share"
  case onBattery = "on-battery-per-day"
  case onCellular = "on-cellular-per-day"
  case withUser = "with-user-per-day"
  /// The share of running time between midnight and six.
  case night = "night-share"
  /// The number of wakes of the machine by its alarm, and the time awake after them.
  case wakesPerDay = "wakes-per-day"
  case wokenPerDay = "woken-per-day"

  package enum Unit: Sendable {
    case count, duration, share
  }

  /// The unit of the measured value; a duration is measured in seconds.
  package var unit: Unit {
    switch self {
    case .runs, .successes, .failures, .crashes, .kills, .expirations, .runsPerDay,
      .successesPerDay, .wakesPerDay:
      .count
    case .doneAfter, .ageMedian, .ageP95, .ageWorst, .staleMedian, .lost, .onBattery, .onCellular,
      .withUser, .wokenPerDay:
      .duration
    case .daysDone, .fresh, .lostShare, .night: .share
    }
  }

  /// Whether the metric applies only to one task, not to a device.
  package var isOfTask: Bool {
    switch self {
    case .doneAfter, .daysDone, .ageMedian, .ageP95, .ageWorst, .staleMedian, .fresh: true
    default: false
    }
  }
}

package enum EachMetric: String, CaseIterable, Sendable {
  /// The time from launch to end.
  case length = "run-length"
  /// The work that was done and kept.
  case saved
  /// The items that were finished and kept.
  case items
  case budget

  package var unit: NumberMetric.Unit { self == .items ? .count : .duration }
}
