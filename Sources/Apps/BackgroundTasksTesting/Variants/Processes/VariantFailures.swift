import Synchronization

/// The failures of an app that are found after the end of the bench of a variant. The process then runs other variants,
/// to which they do not belong.
final class VariantFailures: Sendable {
  private let later: @Sendable (BenchFailure) -> Void
  /// The failures that the result of the variant will have; `nil` when the result exists.
  private let failuresOfResult = Mutex<[BenchFailure]?>([])

  /// - Parameter later: Receives the failures that are found when the result of the variant exists.
  init(later: @escaping @Sendable (BenchFailure) -> Void) { self.later = later }

  /// Adds a failure to the result of the variant, or passes it on if the result exists.
  func add(_ failure: BenchFailure) {
    let isAdded = failuresOfResult.withLock { failures in
      failures?.append(failure)
      return failures != nil
    }
    if !isAdded { later(failure) }
  }

  /// Returns the failures for the result of the variant. Later ones are passed on.
  func end() -> [BenchFailure] {
    failuresOfResult.withLock { failures in
      defer { failures = nil }
      return failures ?? []
    }
  }
}

/// A failure of a variant whose result the test already has.
struct LaterFailure: Codable {
  let index: Int
  let failure: BenchFailure
}
