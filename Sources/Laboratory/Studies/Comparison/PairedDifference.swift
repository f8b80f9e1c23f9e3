import Simulation

/// The difference of two deciders in the same worlds, with the interval that contains the true mean 95 times of a
/// hundred.
///
/// Both are simulated in each world, which one seed makes. Differences are taken pair by pair, so that differences
/// between worlds cancel out (a paired t interval).
package struct PairedDifference: Hashable, Encodable, Sendable {
  package var mean: Double
  /// The lower end; `nil` with fewer than two pairs.
  package var low: Double?
  package var high: Double?
  package var pairs: Int

  /// Computes the mean of the differences and, from two differences on, the 95 % interval of the mean by Student's t.
  ///
  /// - Parameter differences: One for each world; the result is `nil` if there are none.
  package init?(_ differences: [Double]) {
    guard !differences.isEmpty else { return nil }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    self.mean = mean
    pairs = differences.count
    // A single difference has no deviation, and so no interval.
    guard differences.count > 1 else { return }
    let sumOfSquares = differences.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let standardError = (sumOfSquares / (count - 1) / count).squareRoot()
    let halfWidth = Self.quantile(freedom: differences.count - 1) * standardError
    (low, high) = (mean - halfWidth, mean + halfWidth)
  }

  /// Whether the interval excludes 0.
  package var isClear: Bool {
    guard let low, let high else { return false }
    return low > 0 || high < 0
  }

  /// Returns the 97.5 % quantile of Student's t by degrees of freedom, from common tables; between two entries the
  /// greater one is taken.
  private static func quantile(freedom: Int) -> Double {
    // For 1 to 30 degrees of freedom.
    let first30 = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
      2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
      2.052, 2.048, 2.045, 2.042,
    ]
    if freedom <= first30.count { return first30[freedom - 1] }
    let larger = [
      (freedom: 1000, quantile: 1.962), (freedom: 120, quantile: 1.980),
      (freedom: 60, quantile: 2.000), (freedom: 40, quantile: 2.021),
    ]
    let entry = larger.first { freedom >= $0.freedom }
    return entry?.quantile ?? first30[first30.count - 1]
  }
}
