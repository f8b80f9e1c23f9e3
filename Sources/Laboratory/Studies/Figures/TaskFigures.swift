import Simulation

/// The figures of one task, in one world or in many: whole numbers that are added when results are joined. Times are in
/// milliseconds.
package struct TaskFigures: Hashable, Codable, Sendable {
  package var task: TaskName
  package var runs: Int64 = 0
  /// Runs by outcome: the names of `Outcome`.
  package var outcomes = Tally()
  /// Stopped runs by reason.
  package var expirations = Tally()
  package var kills: Int64 = 0
  /// Work that was done and need not be repeated.
  package var savedMilliseconds: Int64 = 0
  /// Work lost since the last checkpoint before a cut.
  package var lostMilliseconds: Int64 = 0
  package var cpuMilliseconds: Int64 = 0
  /// The battery use of its runs without external power, in millionths of a percent, as the scenario gives it for a
  /// new battery.
  package var batteryMillionths: Int64 = 0
  /// The times from launch to end.
  package var lengths = Distribution()
  /// The times from one success to the next, from the first submission to the first success, and from the last to the
  /// end. In each of these intervals the age of the last success grew from 0.
  package var successGaps = Distribution()
  /// The age of the last success at each open by the user.
  package var ageAtOpen = Distribution()
  /// Opens before which the task had never succeeded.
  package var opensWithoutSuccess: Int64 = 0
  /// Successes that an open by the user followed within an hour.
  package var usefulSuccesses: Int64 = 0
  /// Opens in the first hour after the user's night, and the part of them within an hour of a success.
  package var opensAfterWaking: Int64 = 0
  package var freshAfterWaking: Int64 = 0
  /// Days since its first submission with ten continuous minutes fit for work that needs power and idleness, and those
  /// on which it succeeded. Refreshes are not counted.
  package var fitDays: Int64 = 0
  package var doneOnFitDays: Int64 = 0
  /// The time it waited, by reason; several reasons at the same time count each.
  package var waits = Tally()
  /// The total time it waited.
  package var waitedMilliseconds: Int64 = 0

  package init(_ task: TaskName) {
    self.task = task
  }

  package var successes: Int64 { outcomes["completed"] }

  /// Runs that failed without being stopped.
  package var failures: Int64 {
    ["failed", "crashed", "outOfMemory", "launchFailed", "launchTimeout"]
      .map { outcomes[$0] }.reduce(0, +)
  }

  /// Adds the figures of the same task in other worlds; `left` keeps its name.
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
    left.usefulSuccesses += right.usefulSuccesses
    left.opensAfterWaking += right.opensAfterWaking
    left.freshAfterWaking += right.freshAfterWaking
    left.fitDays += right.fitDays
    left.doneOnFitDays += right.doneOnFitDays
    left.waits += right.waits
    left.waitedMilliseconds += right.waitedMilliseconds
  }
}
