import Scheduling

/// The distribution of a number over the devices of a population.
package enum Spread: Hashable, Sendable {
  /// The same value on all devices.
  case same(Double)
  /// Any value in between, with equal probability.
  case between(ClosedRange<Double>)
  /// A value that is below and above the median equally often. On about two of three devices it is between the median
  /// divided by `spread` and the median times `spread`.
  case skewed(median: Double, spread: Double)
  /// A value that is within `spread` of the middle on about two of three devices.
  case around(Double, spread: Double)
  /// A value of 1 on this share of the devices, and 0 on the other devices.
  case some(Double)

  /// Draws the value of one device.
  func draw(_ generator: inout SeededGenerator) -> Double {
    switch self {
    case .same(let value): value
    case .between(let range):
      range.lowerBound + (range.upperBound - range.lowerBound) * generator.share()
    // The logarithm of the value is normal: `spread` to the power of a normal number is a factor of the median.
    case .skewed(let median, let spread):
      median * exp2(generator.normal() * log2(max(1, spread)))
    case .around(let middle, let spread): middle + spread * generator.normal()
    // A trait that a device has (1) or not (0).
    case .some(let share): generator.share() < share ? 1 : 0
    }
  }
}

extension SeededGenerator {
  /// Draws an almost normal number with mean 0 and variance 1: the sum of twelve uniform numbers, less their mean of 6.
  /// It needs no functions whose results differ between machines.
  package mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + share() }
  }
}
