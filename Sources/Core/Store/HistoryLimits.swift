import Scheduling

/// The limits of stored history. The newest entries always stay; present runs are never dropped.
package struct HistoryLimits: Hashable, Sendable {
  /// The number of ended runs of one request key.
  package var runsPerKey: Int
  /// The time since the end of a run after which it is dropped, except for the newest of a key; `nil` if there is no
  /// limit.
  package var age: Duration?
  /// The total number of ended runs. Beyond it, the users with the most runs lose their oldest, but not the newest run
  /// of an existing request.
  package var runs: Int
  /// The number of stored values of device fields.
  package var deviceEvents: Int
  /// The number of entries of the log of the past. Beyond it, the users with the most entries lose their oldest; the
  /// entries about the device count as those of one user.
  package var past: Int
  /// The number of added rows after which history is cut, to spread the cost. Each limit above can be exceeded by as
  /// many rows in between.
  package var slack: Int

  /// The number of added entries of the past after which they are cut. The cut counts all entries, so with many entries
  /// it is rarer.
  var pastSlack: Int { max(slack, past / 16) }

  package init(
    runsPerKey: Int, age: Duration? = nil, runs: Int = 10_000, deviceEvents: Int = 10_000,
    past: Int = 20_000, slack: Int = 256
  ) {
    self.runsPerKey = runsPerKey
    self.age = age
    self.runs = runs
    self.deviceEvents = deviceEvents
    self.past = past
    self.slack = slack
  }

  /// Returns the number of runs that each user can keep, so that all users together keep at most `runs`. `counts` are
  /// the users' present numbers of runs. Returns `Int.max` if no run must be dropped.
  func runsPerUser(among counts: [Int]) -> Int { Self.share(of: runs, among: counts) }

  /// Returns the number of entries that each user can keep, so that all users together keep at most `total`. Of 10
  /// among the counts 1, 4 and 9, the number is 5: the users keep 1, 4 and 5. Returns `Int.max` if all can be kept.
  static func share(of total: Int, among counts: [Int]) -> Int {
    var totalLeft = total
    var usersLeft = counts.count
    for count in counts.sorted() {
      let equalShare = totalLeft / usersLeft
      if count > equalShare { return equalShare }
      // Users with fewer entries than an equal share leave the rest of their share to the other users.
      totalLeft -= count
      usersLeft -= 1
    }
    return .max
  }

  /// In total a season of work that runs a hundred times a day, a fortnight of a busy device; about 10 MB on disk.
  package static let standard = HistoryLimits(runsPerKey: 1000)
}
