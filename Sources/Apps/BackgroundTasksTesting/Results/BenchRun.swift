import Foundation
import Scheduling

/// A run of a task that has ended.
public struct BenchRun: Hashable, Sendable, CustomStringConvertible {
  /// The outcome of a run, with the names of `rubatoctl runs`.
  public enum Outcome: String, Sendable {
    /// The app reported success.
    case completed
    /// The app reported a failure.
    case failed
    /// The run's process crashed.
    case crashed
    /// The time of the run expired, and it was complete within its grace.
    case expired
    /// The time of the run expired, and it was not complete within its grace.
    case killed
    /// The run's request was cancelled.
    case cancelled
    /// The run's process or the device stopped during the run.
    case interrupted
    /// The launch of the app took too long.
    case launchTimeout
    /// Another outcome; no task ends with it.
    case other
  }

  /// The number of the run; later runs have higher numbers.
  public let number: Int64
  /// The identifier of the task.
  public let identifier: String
  /// The outcome of the run.
  public let outcome: Outcome
  /// The reason for a stop, such as `budget` or `forceQuit`; `nil` if the run was not stopped.
  public let stopReason: String?
  /// The start; if the app was launched for the run, the launch.
  public let started: Date
  /// The end.
  public let ended: Date
  /// The budget from `started` on.
  public let budget: Duration
  /// The time from `started` to `ended` on the virtual clock.
  public let duration: Duration

  init(_ run: Run, _ ending: Ending) {
    number = run.id
    identifier = run.key.id
    outcome = Outcome(rawValue: ending.outcome.rawValue) ?? .other
    stopReason = ending.stopReason?.code
    started = run.started.wall.date
    ended = ending.at.date
    budget = run.budget
    duration = ending.at - run.started.wall
  }

  /// A line with the outcome.
  public var description: String {
    let why = stopReason.map { " (\($0))" } ?? ""
    return "run \(number) of \(identifier): \(outcome.rawValue)\(why) after \(duration)"
  }
}

extension WallTime {
  var date: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

  /// Converts a date, with a resolution of milliseconds and within bounds.
  init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    self.init(nanoseconds: 0)
    self = self + .milliseconds(Int64(bounded: max(-9e12, min(9e12, milliseconds))))
  }
}
