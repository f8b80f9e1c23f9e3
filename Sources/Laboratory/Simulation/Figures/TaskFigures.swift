/// What came of one task, in one world or in many: whole numbers that are added when results are joined.
/// Times are milliseconds.
package struct TaskFigures: Hashable, Codable, Sendable {
  package var task: TaskName
  package var runs: Int64 = 0
  /// Runs by what came of them: the names of `Outcome`.
  package var outcomes = Tally()
  /// Runs that were told to stop, by the reason.
  package var expirations = Tally()
  package var kills: Int64 = 0
  /// Work that was done and need not be done again.
  package var savedMilliseconds: Int64 = 0
  /// Work that was done in vain, since the last checkpoint before a cut.
  package var lostMilliseconds: Int64 = 0
  package var cpuMilliseconds: Int64 = 0
  /// What its runs took from the battery while nothing else fed the device, as the scenario says of a
  /// battery as new: millionths of a percent of it.
  package var batteryMillionths: Int64 = 0
  /// From launch to end.
  package var lengths = Distribution()
  /// How long it took from one success to the next, from the first submission to the first, and from the
  /// last to the end. In each of these stretches the age of the last success grew from 0.
  package var successGaps = Distribution()
  /// How old the last success was whenever the user opened the app.
  package var ageAtOpen = Distribution()
  /// Opens before which the task had never succeeded.
  package var opensWithoutSuccess: Int64 = 0
  /// Opens in the first hour after the user's night, and those of them within an hour of a success.
  package var opensAfterWaking: Int64 = 0
  package var freshAfterWaking: Int64 = 0
  /// Days from its first submission on of which ten minutes on end were good for work that needs power and idleness, and
  /// those of them on which it succeeded. Not counted of refreshes.
  package var fitDays: Int64 = 0
  package var doneOnFitDays: Int64 = 0
  /// How long it waited, by what it waited for; several reasons at once count each.
  package var waits = Tally()
  /// How long it waited in all.
  package var waitedMilliseconds: Int64 = 0

  package init(_ task: TaskName) {
    self.task = task
  }

  package var successes: Int64 { outcomes["completed"] }

  /// Runs that ended by a fault of their own.
  package var failures: Int64 {
    ["failed", "crashed", "outOfMemory", "launchFailed", "launchTimeout"]
      .map { outcomes[$0] }.reduce(0, +)
  }

  static func += (left: inout TaskFigures, right: TaskFigures) {
    left.runs += right.runs
    left.outcomes += right.outcomes
    left.expirations += right.expirations
    left.kills += right.kills
    left.savedMilliseconds += right.savedMilliseconds
    left.lostMilliseconds += right.lostMilliseconds
    left.cpuMilliseconds += right.cpuMilliseconds
    left.batteryMillionths += right.batteryMillionths
    left.lengths += right.lengths
    left.successGaps += right.successGaps
    left.ageAtOpen += right.ageAtOpen
    left.opensWithoutSuccess += right.opensWithoutSuccess
    left.opensAfterWaking += right.opensAfterWaking
    left.freshAfterWaking += right.freshAfterWaking
    left.fitDays += right.fitDays
    left.doneOnFitDays += right.doneOnFitDays
    left.waits += right.waits
    left.waitedMilliseconds += right.waitedMilliseconds
  }
}
