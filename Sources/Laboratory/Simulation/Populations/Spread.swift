import Scheduling

/// How a number differs from one device of a population to the next.
package enum Spread: Hashable, Sendable {
  /// The same on all.
  case same(Double)
  /// Anything between, each as likely.
  case between(ClosedRange<Double>)
  /// As often below the median as above; on about two of three devices it lies between the median
  /// divided by `spread` and the median times `spread`.
  case skewed(median: Double, spread: Double)
  /// On about two of three devices it is no further than `spread` from the middle.
  case around(Double, spread: Double)
  /// 1 on this share of the devices, and 0 on the others.
  case some(Double)

  /// The value of one device.
  func draw(_ generator: inout SeededGenerator) -> Double {
    switch self {
    case .same(let value): value
    case .between(let range):
      range.lowerBound + (range.upperBound - range.lowerBound) * generator.share()
    case .skewed(let median, let spread):
      median * exp2(generator.normal() * log2(max(1, spread)))
    case .around(let middle, let spread): middle + spread * generator.normal()
    case .some(let share): generator.share() < share ? 1 : 0
    }
  }
}

extension SeededGenerator {
  /// Nearly normal, of mean 0 and variance 1: the sum of twelve uniform numbers.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + share() }
  }
}
