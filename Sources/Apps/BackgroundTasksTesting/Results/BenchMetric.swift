/// The metrics of a task, with the names and meanings of docs/expectations.md.
public enum BenchMetric: String, CaseIterable, Sendable {
  /// The number of runs with this outcome.
  case runs, successes, failures, crashes, kills, expirations
  /// The average number of runs a day.
  case runsPerDay = "runs-per-day"
  /// The average number of successes a day.
  case successesPerDay = "successes-per-day"
  /// Seconds from the first submission to the first success.
  case doneAfter = "done-after"
  /// The share of days with a success, 0 to 1.
  case daysDone = "days-done"
  /// Seconds: the median age of the last success, over time.
  case ageMedian = "age-median"
  /// Seconds: the age of the last success that is not exceeded in 95 % of the time.
  case ageP95 = "age-p95"
  /// Seconds: the highest age of the last success.
  case ageWorst = "age-worst"
  /// Seconds: the median age of the last success when the user opened the app.
  case staleAtOpen = "stale-at-open"
  /// The share of opens after the first submission at which that age was at most an hour, 0 to 1.
  case freshOpens = "fresh-opens"
  /// Seconds of runs that did not succeed.
  case lost
  /// The share of `lost` in the time of all runs, 0 to 1.
  case lostShare = "lost-share"
  /// Seconds of run time a day, on battery.
  case onBatteryPerDay = "on-battery-per-day"
  /// Seconds of run time a day, on cellular.
  case onCellularPerDay = "on-cellular-per-day"
  /// Seconds of run time a day, while the user was at the device.
  case withUserPerDay = "with-user-per-day"
  /// The share of run time in runs that began between midnight and six, 0 to 1.
  case nightShare = "night-share"
}
