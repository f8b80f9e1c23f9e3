import Scheduling

/// How much of the past is kept. The newest always stay; live runs are never dropped.
package struct HistoryLimits: Hashable, Sendable {
  /// Ended runs of one request key.
  package var runsPerKey: Int
  /// How long ago a run has ended that is kept; the newest of a key is kept for longer. Nil is however long ago.
  package var age: Duration?
  /// Ended runs in all. Where there are more, the users who have most lose their oldest, but not the newest of a request
  /// that there is.
  package var runs: Int
  /// Values that device fields took.
  package var deviceEvents: Int
  /// History is cut when this many rows were added since the last time, so that the cost is spread
  /// thin: each number above may be exceeded by up to as much in between.
  package var slack: Int

  package init(
    runsPerKey: Int, age: Duration? = nil, runs: Int = 10_000, deviceEvents: Int = 10_000,
    slack: Int = 256
  ) {
    self.runsPerKey = runsPerKey
    self.age = age
    self.runs = runs
    self.deviceEvents = deviceEvents
    self.slack = slack
  }

  /// How many runs each user may keep, where users have `counts`: so many that all together fit.
  func runsPerUser(among counts: [Int]) -> Int {
    var (left, users) = (runs, counts.count)
    for count in counts.sorted() {
      if count > left / users { return left / users }
      left -= count
      users -= 1
    }
    return .max
  }

  /// In all a season of work that runs a hundred times a day, a fortnight of a busy device; about 10 MB on disk.
  package static let standard = HistoryLimits(runsPerKey: 1000)
}
