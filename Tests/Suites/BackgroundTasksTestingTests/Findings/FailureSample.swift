@testable import BackgroundTasksTesting

extension BenchFailure {
  /// A failure of a kind, in a file of this package.
  static func sample(_ kind: Kind, identifier: String = FeedApp.refresh, line: Int = 7)
    -> BenchFailure
  {
    var failure = BenchFailure(kind: kind, identifier: identifier, run: 3, message: "a \"problem\"")
    failure.location = Location(
      fileID: "Tests/FailureSample.swift", filePath: #filePath, line: line)
    return failure
  }
}
