/// The interval that contains the true share of devices 95 times of a hundred: the score interval of Wilson (1927),
/// which is also correct for few devices and for shares of 0 and 1.
package struct ShareInterval: Hashable, Encodable, Sendable {
  /// The 97.5 % quantile of the normal distribution, from common tables.
  static let normalQuantile = 1.959964

  /// The lower end, 0 to 1.
  package let low: Double
  /// The upper end, 0 to 1.
  package let high: Double

  /// - Parameters:
  ///   - count: The number of devices that count, at most `all`.
  ///   - all: The number of all devices. Without any, the interval is 0 to 1.
  package init(_ count: Int64, of all: Int64) {
    guard all > 0 else {
      (low, high) = (0, 1)
      return
    }
    // n, p and z of Wilson's formula.
    let (number, share) = (Double(all), Double(count) / Double(all))
    let squaredQuantile = Self.normalQuantile * Self.normalQuantile
    let divisor = 1 + squaredQuantile / number
    let centre = (share + squaredQuantile / (2 * number)) / divisor
    let variance = share * (1 - share) / number + squaredQuantile / (4 * number * number)
    let halfWidth = Self.normalQuantile * variance.squareRoot() / divisor
    // Exactly 0 and 1 at the ends, without rounding errors.
    low = count == 0 ? 0 : max(0, centre - halfWidth)
    high = count == all ? 1 : min(1, centre + halfWidth)
  }
}
