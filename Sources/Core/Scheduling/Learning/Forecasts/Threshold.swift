/// The threshold that a moment must exceed for a request to run.
package struct Threshold: Hashable, Sendable {
  /// The score that must be exceeded; `nil` if any permitted moment is accepted. It lies halfway between the worst
  /// acceptable score and the best unacceptable one. Values that habits do not include (some load, a battery not quite
  /// full) therefore do not matter.
  package var score: Double?

  package init(score: Double? = nil) {
    self.score = score
  }

  /// Returns whether a request runs at a moment with the score `other`.
  package func isExceeded(by other: Double) -> Bool {
    score.map { other > $0 } ?? true
  }
}
