import Foundation
import Scheduling

/// A failure of an app, which makes its test fail.
public struct BenchFailure: Hashable, Sendable, Codable, Error, CustomStringConvertible {
  /// A place in the code of an app, or in its Info.plist.
  public struct Location: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The module and the name of the file, such as `News/News.swift`.
    public let fileID: String
    /// The path of the file on the machine that has compiled it.
    public let filePath: String
    /// The line, from 1.
    public let line: Int

    /// The file and the line, such as `News/News.swift:12`.
    public var description: String { "\(fileID):\(line)" }
  }

  /// An event in the life of the app, in virtual time.
  public struct Event: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The virtual date.
    public let date: Date
    /// The event, such as `run 3 began`.
    public let text: String

    /// The date in UTC, and the event.
    public var description: String {
      let date = UniversalTime.text(WallTime(date)).prefix(19).replacing("T", with: " ")
      return "\(date)  \(text)"
    }
  }

  /// The largest number of events in a timeline.
  static let mostEvents = 5

  /// The kind of the failure.
  public let kind: Kind
  /// The identifier of the task, or of the app if it concerns no task.
  public let identifier: String
  /// The number of the run; `nil` if it concerns no run.
  public let run: Int64?
  /// The problem.
  public let message: String
  /// The place that registers the handler or submits the request; `nil` if it is unknown.
  public var location: Location?
  /// The last events before the failure was found, oldest first; at most five.
  public var timeline: [Event] = []
  /// The consequence on a phone.
  public let onAPhone: String
  /// The change that the failure suggests, as an imperative.
  public let suggestion: String

  init(
    kind: Kind, identifier: String, run: Int64? = nil, message: String, suggestion: String? = nil
  ) {
    self.kind = kind
    self.identifier = identifier
    self.run = run
    self.message = message
    onAPhone = kind.onAPhone
    self.suggestion = suggestion ?? kind.suggestion
  }

  /// The code of the failure in reports, which does not change between versions.
  public var code: String { kind.rawValue }

  /// The task and the problem; then, on lines of their own, the place, the timeline, the consequence on a phone, and
  /// the suggestion.
  public var description: String {
    let parts =
      [headline, location.map { "  at \($0)" }].compactMap(\.self)
      + timeline.map { "  \($0)" }
      + ["  On a phone: \(onAPhone).", "  Suggestion: \(suggestion)."]
    return parts.joined(separator: "\n")
  }

  /// The task, the problem and the code, on one line.
  var headline: String {
    let name = run.map { "\(identifier), run \($0)" } ?? identifier
    return "\(name): \(message) [\(code)]"
  }

  /// Whether another failure has the same problem. It can have another timeline.
  func isSame(as other: BenchFailure) -> Bool {
    kind == other.kind && identifier == other.identifier && run == other.run
      && message == other.message
  }
}

/// All failures of a bench, as an error for tests.
public struct BenchFailures: Error, CustomStringConvertible {
  /// The failures, in the order in which they were found.
  public let failures: [BenchFailure]

  /// The failures, one after the other. Of those that differ only in their runs, the first, with their number.
  public var description: String {
    failures.distinct.map { failure, count in
      failure.description + (Self.note(on: count).map { "\n  \($0)" } ?? "")
    }
    .joined(separator: "\n")
  }

  /// Returns a sentence about the number of equal failures; `nil` if there is only one.
  static func note(on count: Int) -> String? { count > 1 ? "Found \(count) times." : nil }
}

extension [BenchFailure] {
  /// One failure for each code, task and place, with the number of times that it was found.
  var distinct: [(failure: BenchFailure, count: Int)] {
    var distinctFailures: [(failure: BenchFailure, count: Int)] = []
    for failure in self {
      let index = distinctFailures.firstIndex { other, _ in
        other.kind == failure.kind && other.identifier == failure.identifier
          && other.location == failure.location
      }
      if let index {
        distinctFailures[index].count += 1
      } else {
        distinctFailures.append((failure, 1))
      }
    }
    return distinctFailures
  }
}
