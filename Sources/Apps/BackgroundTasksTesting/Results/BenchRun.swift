import Foundation
import Scheduling

/// A run of a task that has ended.
public struct BenchRun: Hashable, Sendable, CustomStringConvertible {
  /// How it came out, with the words of `rubatoctl runs`.
  public enum Outcome: String, Sendable {
    /// The app said that it succeeded.
    case completed
    /// The app said that it did not.
    case failed
    /// Its process crashed.
    case crashed
    /// Its time was over, and it was complete within its grace.
    case expired
    /// Its time was over, and it was not.
    case killed
    /// Its request was cancelled.
    case cancelled
    /// Its process or the device went down under it.
    case interrupted
    /// The launch of the app took too long.
    case launchTimeout
    /// Another one; no task ends so.
    case other
  }

  /// Its number; later runs have higher ones.
  public let number: Int64
  /// The task.
  public let identifier: String
  /// How it came out.
  public let outcome: Outcome
  /// Why it was stopped, such as `budget` or `forceQuit`; nil where it ended by itself.
  public let stopReason: String?
  /// When it began, which is with the launch of the app where that was launched for it.
  public let started: Date
  /// When it had ended.
  public let ended: Date
  /// What it was given from `started` on.
  public let budget: Duration
  /// From the launch to the end, on the virtual clock.
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

  /// One line.
  public var description: String {
    let why = stopReason.map { " (\($0))" } ?? ""
    return "run \(number) of \(identifier): \(outcome.rawValue)\(why) after \(duration)"
  }
}

extension WallTime {
  var date: Date { Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

  /// To the millisecond, and bounded.
  init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    self.init(nanoseconds: 0)
    self = self + .milliseconds(Int64(bounded: max(-9e12, min(9e12, milliseconds))))
  }
}
