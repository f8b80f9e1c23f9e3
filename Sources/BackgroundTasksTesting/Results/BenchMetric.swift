/// What can be measured of a task, with the names and meanings of docs/expectations.md.
public enum BenchMetric: String, CaseIterable, Sendable {
  case runs, successes, failures, crashes, kills, expirations
  case runsPerDay = "runs-per-day"
  case successesPerDay = "successes-per-day"
  /// Seconds from when it was first submitted to its first success.
  case doneAfter = "done-after"
  /// The share of days with a success, 0 to 1.
  case daysDone = "days-done"
  /// Seconds: how old its last success was, over time.
  case ageMedian = "age-median"
  case ageP95 = "age-p95"
  case ageWorst = "age-worst"
  /// Seconds: how old its last success was when the user opened the app, in the median.
  case staleAtOpen = "stale-at-open"
  /// The share of these opens at which it was an hour at most, 0 to 1.
  case freshOpens = "fresh-opens"
  /// Seconds of runs that did not succeed, and their share.
  case lost
  case lostShare = "lost-share"
  /// Seconds a day.
  case onBatteryPerDay = "on-battery-per-day"
  case onCellularPerDay = "on-cellular-per-day"
  case withUserPerDay = "with-user-per-day"
  /// The share of running time in runs that began between midnight and six.
  case nightShare = "night-share"
}
