/// Something that an app does wrong, for which its test fails.
public struct BenchFailure: Hashable, Sendable, Error, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Sendable {
    /// A task was completed more than once.
    case completedTwice
    /// A task was not completed in its time.
    case neverCompleted
    /// A task was completed after its time was over.
    case completedAfterExpiration
    /// A handler took too much real time.
    case tookRealTime
    /// A rule was broken at which Apple's framework ends the process.
    case brokenRule
    /// The Info.plist lists an identifier, and the app registers no handler for it.
    case noHandler
    /// The app registers a handler that the Info.plist does not list.
    case notListed
    /// The app has submitted or cancelled something at a moment that the bench could not know, or after the end of its test.
    case untimely
    /// A dozen runs of a task have expired one after the other.
    case noProgress
    /// A task is submitted again and again without a date.
    case runsTooOften
    /// The app still slept when its process was suspended or ended.
    case leftBehind
  }

  /// What is wrong.
  public let kind: Kind
  /// The task; the app where it is of no task.
  public let identifier: String
  /// The number of the run; nil where it is of none.
  public let run: Int64?
  /// What happened, and what to do about it.
  public let message: String

  /// The task with what happened.
  public var description: String {
    let name = run.map { "\(identifier), run \($0)" } ?? identifier
    return "\(name): \(message)"
  }
}

/// All failures of a bench, for tests that hear of them by an error.
public struct BenchFailures: Error, CustomStringConvertible {
  /// In the order in which they were found.
  public let failures: [BenchFailure]

  /// A line for each.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
