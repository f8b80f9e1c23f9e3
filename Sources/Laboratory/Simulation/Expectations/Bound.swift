import Scheduling

/// The promised bound of a metric.
package enum Bound: Hashable, Sendable {
  /// A value in this range. For values by run, every one must be, and there must be one.
  case range(ClosedRange<Double>)
  /// Exactly these values by run, in this order.
  case list([Double])
  /// Only these words, at least once.
  case words([String])

  /// Whether a measured value is within the bound; `false` if there is nothing to measure, or if the bound is for
  /// another form of value.
  package func isMet(by measure: Observed) -> Bool {
    switch (self, measure) {
    case (.range(let range), .number(let number)): number.map { range.contains($0) } ?? false
    case (.range(let range), .list(let values)):
      !values.isEmpty && values.allSatisfy { range.contains($0) }
    case (.list(let wanted), .list(let values)): wanted == values
    case (.words(let wanted), .words(let words)):
      !words.isEmpty && words.allSatisfy { wanted.contains($0) }
    default: false
    }
  }
}

/// A measured value of a simulation.
package enum Observed: Hashable, Codable, Sendable {
  /// A number; `nil` if there was nothing to measure.
  case number(Double?)
  case list([Double])
  case words([String])

  /// Returns the distance by which the value is outside a range, in the unit of the metric; of several values, the
  /// furthest counts. It is infinite if there is nothing to measure, and 0 for every bound that is not a range. By it,
  /// a report finds the worst of several worlds.
  package func distance(to bound: Bound) -> Double {
    guard case .range(let range) = bound else { return 0 }
    let values: [Double] =
      switch self {
      case .number(let number): number.map { [$0] } ?? []
      case .list(let values): values
      case .words: []
      }
    return values.map { max(range.lowerBound - $0, $0 - range.upperBound, 0) }.max() ?? .infinity
  }
}
