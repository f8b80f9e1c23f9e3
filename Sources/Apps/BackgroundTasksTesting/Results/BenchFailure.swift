/// A failure of an app, which makes its test fail.
public struct BenchFailure: Hashable, Sendable, Error, CustomStringConvertible {
  /// The kinds of failures.
  public enum Kind: String, Sendable {
    /// A task was completed more than once.
    case completedTwice
    /// A task was not completed in its time.
    case neverCompleted
    /// A task was completed after it had expired.
    case completedAfterExpiration
    /// A handler took too much real time.
    case tookRealTime
    /// The app broke a rule for which Apple's framework ends the process.
    case brokenRule
    /// The Info.plist lists an identifier, and the app registers no handler for it.
    case noHandler
    /// The app registers a handler that the Info.plist does not list.
    case notListed
    /// The app has submitted or cancelled a task at a moment that the bench could not foresee, or after its test.
    case untimely
    /// Twelve runs of a task in a row have expired.
    case noProgress
    /// A task is submitted repeatedly without a date.
    case runsTooOften
    /// The app still slept when its process was suspended or ended.
    case leftBehind
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The identifier of the task, or of the app if it concerns no task.
  public let identifier: String
  /// The number of the run; `nil` if it concerns no run.
  public let run: Int64?
  /// The problem, and the remedy.
  public let message: String

  /// The task, and the message.
  public var description: String {
    let name = run.map { "\(identifier), run \($0)" } ?? identifier
    return "\(name): \(message)"
  }
}

/// All failures of a bench, as an error for tests.
public struct BenchFailures: Error, CustomStringConvertible {
  /// The failures, in the order in which they were found.
  public let failures: [BenchFailure]

  /// The failures, one per line.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
