/// What can be measured of a task, with the names and meanings of docs/expectations.md.
public enum BenchMetric: String, CaseIterable, Sendable {
  /// How many there were.
  case runs, successes, failures, crashes, kills, expirations
  /// How many there were on average.
  case runsPerDay = "runs-per-day"
  /// How many there were on average.
  case successesPerDay = "successes-per-day"
  /// Seconds from when it was first submitted to its first success.
  case doneAfter = "done-after"
  /// The share of days with a success, 0 to 1.
  case daysDone = "days-done"
  /// Seconds: how old its last success was, over time.
  case ageMedian = "age-median"
  /// Seconds: not exceeded in 95 % of the time.
  case ageP95 = "age-p95"
  /// Seconds: at worst.
  case ageWorst = "age-worst"
  /// Seconds: how old its last success was when the user opened the app, in the median.
  case staleAtOpen = "stale-at-open"
  /// The share of these opens at which it was an hour at most, 0 to 1.
  case freshOpens = "fresh-opens"
  /// Seconds of runs that did not succeed.
  case lost
  /// Their share of the time of all runs, 0 to 1.
  case lostShare = "lost-share"
  /// Seconds of running time a day, on battery.
  case onBatteryPerDay = "on-battery-per-day"
  /// The same on cellular.
  case onCellularPerDay = "on-cellular-per-day"
  /// The same while the user was at the device.
  case withUserPerDay = "with-user-per-day"
  /// The share of running time in runs that began between midnight and six, 0 to 1.
  case nightShare = "night-share"
}
