/// What a moment must be for a request to take it.
package struct Threshold: Hashable, Sendable {
  /// A score must be above it; nil where any permitted moment is taken. It lies halfway between the
  /// worst score that is good enough and the best that is not, so that what habits do not know (some
  /// load, a battery not quite full) does not matter.
  package var threshold: Double?

  package init(threshold: Double? = nil) {
    self.threshold = threshold
  }

  package func isCleared(by score: Double) -> Bool {
    threshold.map { score > $0 } ?? true
  }
}
