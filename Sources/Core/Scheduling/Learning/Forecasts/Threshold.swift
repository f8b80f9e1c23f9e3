/// The threshold that a moment must exceed for a request to run.
package struct Threshold: Hashable, Sendable {
  /// The score that must be exceeded; `nil` if any permitted moment is accepted. It lies halfway between the worst
  /// acceptable score and the best unacceptable one. Values that habits do not include (some load, a battery not quite
  /// full) therefore do not matter.
  package var threshold: Double?

  package init(threshold: Double? = nil) {
    self.threshold = threshold
  }

  package func isCleared(by score: Double) -> Bool {
    threshold.map { score > $0 } ?? true
  }
}
