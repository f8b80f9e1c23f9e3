import Scheduling

/// What is promised of a metric.
package enum Bound: Hashable, Sendable {
  /// Between these; of values by run, every one of them, and there is one.
  case range(ClosedRange<Double>)
  /// By run, these in this order.
  case list([Double])
  /// These words alone, at least once.
  case words([String])

  func holds(_ measure: Observed) -> Bool {
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

/// What a simulation gave.
package enum Observed: Hashable, Sendable {
  /// Nil where there was nothing to measure.
  case number(Double?)
  case list([Double])
  case words([String])

  /// How far it is from what was promised; what is furthest is shown. Lists are all as far.
  func distance(to bound: Bound) -> Double {
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
