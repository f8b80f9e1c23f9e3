/// The result of one variant of a test.
public struct BenchVariantResult: Hashable, Sendable, Codable {
  /// The variant; `nil` for a test without a matrix.
  public let variant: BenchVariant?
  /// The failures of the app.
  public var failures: [BenchFailure] = []
  /// The failed expectations of the test, and the error that it has thrown.
  public var problems: [Problem] = []
  /// The number of runs by the identifier of the task and their outcome.
  public var outcomes: [String: [String: Int]] = [:]

  /// A failed expectation or an error of a test.
  public struct Problem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file and the line of the expectation, such as `NewsTests/NewsTests.swift:12`; `nil` if they are unknown.
    public let place: String?
    /// The message.
    public let message: String

    /// The place and the message.
    public var description: String { place.map { "\($0): \(message)" } ?? message }
  }

  /// Whether the test has passed with this variant.
  public var hasPassed: Bool { failures.isEmpty && problems.isEmpty }
}

extension BenchVariantResult {
  /// Creates the result of a variant whose process has ended early.
  init(_ variant: BenchVariant?, _ failure: BenchFailure) {
    self.init(variant: variant, failures: [failure])
  }

  /// Adds an error that the test has thrown.
  mutating func add(_ error: any Error) {
    problems.append(Problem(place: nil, message: "\(error)"))
  }

  /// Counts the outcomes of runs.
  mutating func count(_ runs: [BenchRun]) {
    for run in runs {
      outcomes[run.identifier, default: [:]][run.outcome.rawValue, default: 0] += 1
    }
  }
}
