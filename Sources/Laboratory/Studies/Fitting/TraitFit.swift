import Scheduling
import Simulation

/// The distribution of a trait, fitted to its values on recorded devices.
package struct TraitFit: Hashable, Sendable {
  /// The fewest devices from which a distribution is fitted.
  static let fewest = 3

  package let trait: DeviceTrait
  package let spread: Spread
  /// The values of the devices, in rising order.
  package let values: [Double]
  /// How well the distribution fits; `nil` if all values are equal, and for a trait that devices have or not.
  package let goodness: Goodness?

  /// The distance of the values as seen, with the differences of single days, from a distribution of this form with
  /// their own parameters.
  package struct Goodness: Hashable, Encodable, Sendable {
    /// The largest difference of the two cumulative shares (Kolmogorov and Smirnov), 0 to 1.
    package let distance: Double
    /// The share of samples of the fitted form that are at least as distant from their own fit.
    package let probability: Double
  }

  /// Fits a trait that has a value on each device; `nil` if fewer than three devices have one.
  ///
  /// The spread is that of the values without their standard errors: single days make the means of devices differ also
  /// if their users do not.
  init?(_ trait: DeviceTrait, _ seen: [SeenValue]) {
    guard seen.count >= Self.fewest else { return nil }
    self.trait = trait
    values = seen.map(\.value).sorted()
    guard let first = values.first, let last = values.last, first < last else {
      spread = .same(values.first ?? trait.neutral)
      goodness = nil
      return
    }
    let uniform = FittedForm.uniform(trait, seen)
    let forms = [FittedForm.bell(trait, seen), uniform].compactMap(\.self)
    let best = forms.min { $0.distance < $1.distance } ?? uniform
    // The range has no width if, for example, the standard errors explain all differences.
    if case .between(let range) = best.spread, range.lowerBound == range.upperBound {
      spread = .same(range.lowerBound)
    } else {
      spread = best.spread
    }
    goodness = Goodness(distance: best.distance, probability: best.probability(of: seen.count))
  }

  /// Fits a trait that devices have or not; `nil` if fewer than three devices show whether they have it.
  init?(_ trait: DeviceTrait, having: [Bool]) {
    guard having.count >= Self.fewest else { return nil }
    self.trait = trait
    values = having.map { $0 ? 1 : 0 }.sorted()
    spread = .some(values.mean ?? 0)
    goodness = nil
  }
}

/// A form of distribution with parameters that were fitted to values.
private struct FittedForm {
  var spread: Spread
  var distance: Double
  var isBell: Bool

  /// Fits the normal distribution or, for a trait without negative values, the log-normal one; `nil` if a value is 0.
  static func bell(_ trait: DeviceTrait, _ seen: [SeenValue]) -> FittedForm? {
    let values = seen.map(\.value)
    if trait.range.lowerBound < 0 {
      let deviation = trueDeviation(values, seen.map(\.error))
      return FittedForm(
        spread: .around(values.mean ?? 0, spread: deviation),
        distance: values.distanceFromNormal, isBell: true)
    }
    guard values.allSatisfy({ $0 > 0 }) else { return nil }
    let logarithms = values.map { log2($0) }
    // A small error of a value is this error of its logarithm to the base 2: d log2(x) = dx / x / ln 2.
    let naturalLogarithmOf2 = 0.6931471805599453
    let errors = seen.map { $0.error / $0.value / naturalLogarithmOf2 }
    // A scenario file allows spreads up to 100.
    return FittedForm(
      spread: .skewed(
        median: exp2(logarithms.mean ?? 0),
        spread: min(100, exp2(trueDeviation(logarithms, errors)))),
      distance: logarithms.distanceFromNormal, isBell: true)
  }

  /// Fits the uniform distribution, within the range of the trait.
  static func uniform(_ trait: DeviceTrait, _ seen: [SeenValue]) -> FittedForm {
    let values = seen.map(\.value)
    // The deviation of a uniform distribution is its half width divided by the root of 3.
    let halfWidth = trueDeviation(values, seen.map(\.error)) * 3.0.squareRoot()
    let mean = values.mean ?? 0
    let low = min(max(mean - halfWidth, trait.range.lowerBound), trait.range.upperBound)
    let high = min(max(mean + halfWidth, low), trait.range.upperBound)
    return FittedForm(
      spread: .between(low...high), distance: values.distanceFromUniform, isBell: false)
  }

  /// Returns the deviation of values without that of their errors; 0 if the errors explain all differences.
  private static func trueDeviation(_ values: [Double], _ errors: [Double]) -> Double {
    let varianceOfErrors = errors.map { $0 * $0 }.mean ?? 0
    return max(0, values.variance - varianceOfErrors).squareRoot()
  }

  /// Returns the share of 499 samples of this form, and of the values themselves, whose distance from their own fit is
  /// at least this one's. The parameters do not matter: a sample is fitted with its own.
  func probability(of count: Int) -> Double {
    // The number of values is the seed, so that equal data give an equal result.
    var generator = SeededGenerator(seed: UInt64(count))
    let samples = 499
    let moreDistantSamples = (0..<samples).count { _ in
      let sample = (0..<count).map { _ in isBell ? generator.normal() : generator.share() }
      return (isBell ? sample.distanceFromNormal : sample.distanceFromUniform) >= distance
    }
    return Double(moreDistantSamples + 1) / Double(samples + 1)
  }
}

extension [Double] {
  /// The distance of the values from the normal distribution with their mean and variance.
  fileprivate var distanceFromNormal: Double {
    let (centre, deviation) = (mean ?? 0, variance.squareRoot())
    return distance { Normal.share(below: ($0 - centre) / deviation) }
  }

  /// The distance from the uniform distribution with their mean and variance.
  fileprivate var distanceFromUniform: Double {
    let (centre, halfWidth) = (mean ?? 0, (3 * variance).squareRoot())
    return distance { value in
      Swift.min(1, Swift.max(0, (value - centre + halfWidth) / (2 * halfWidth)))
    }
  }

  /// Returns the largest difference of the cumulative shares of the values and of a distribution.
  ///
  /// - Parameter shareBelow: Returns the share of the distribution below a value.
  private func distance(_ shareBelow: (Double) -> Double) -> Double {
    let number = Double(count)
    var largest = 0.0
    for (place, value) in sorted().enumerated() {
      let expected = shareBelow(value)
      // The share of the values rises at each value, so both sides of the step are compared.
      let (below, upTo) = (Double(place) / number, Double(place + 1) / number)
      largest = Swift.max(largest, expected - below, upTo - expected)
    }
    return largest
  }
}

/// The standard normal distribution.
private enum Normal {
  /// Returns the share of values below `value`, by formula 26.2.17 of Abramowitz and Stegun, whose error is below 1e-7.
  static func share(below value: Double) -> Double {
    let size = abs(value)
    let step = 1 / (1 + 0.2316419 * size)
    // The density: exp(-x^2 / 2) / sqrt(2 pi), with 1 / ln 2 = 1.4426950408889634.
    let density = exp2(-size * size / 2 * 1.4426950408889634) * 0.3989422804014327
    let factors = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
    // The polynomial in `step` with these factors, from the highest power down (Horner's method).
    let tail = factors.reversed().reduce(0) { sum, factor in (sum + factor) * step } * density
    return value < 0 ? tail : 1 - tail
  }
}
