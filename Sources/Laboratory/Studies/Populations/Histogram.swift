import Scheduling
import Simulation

/// The values of devices in bins of equal width. All values are in thousandths, to the precision of the classes of a
/// distribution, about one percent.
package struct Histogram: Hashable, Sendable {
  /// The values that the limits of bins can have.
  package enum Unit: Hashable, Sendable {
    case number
    /// Whole numbers; a bin contains its lower limit and the numbers below its upper limit.
    case whole
    /// Times in seconds; limits are whole seconds, minutes, hours or days, if bins are wide enough.
    case seconds
  }

  /// A device whose number is known, and its value.
  package struct Member: Hashable, Sendable {
    package var device: UInt64
    package var value: Int64
  }

  package struct Bin: Hashable, Sendable {
    package var lower: Int64
    package var upper: Int64
    /// The number of devices.
    package var count: Int64 = 0
    /// Some of the devices, by rising value and number.
    package var members: [Member] = []
  }

  package let unit: Unit
  /// The width of a bin.
  package let step: Int64
  package private(set) var bins: [Bin]
  package let median: Int64
  /// Whether the first bin also has the values below it, and the last bin those above it.
  package let isOpenBelow, isOpenAbove: Bool
  /// Whether all values are the same. The only bin then has no meaningful limits.
  package let isSingleValue: Bool

  /// The number of values.
  package var count: Int64 { bins.reduce(0) { $0 + $1.count } }

  /// Creates the histogram of a distribution; `nil` if it has no values.
  ///
  /// - Parameters:
  ///   - sample: The known devices of its classes; `nil` if there are none.
  ///   - offset: The value for which the distribution has 0.
  init?(_ values: Distribution, _ sample: DeviceSample?, offset: Int64 = 0, unit: Unit) {
    guard let middle = values.median, let least = values.least, let most = values.most else {
      return nil
    }
    self.unit = unit
    let shown = Self.shownRange(of: values, least: Self.bounded(least), most: Self.bounded(most))
    let (low, high) = (shown.lowerBound + offset, shown.upperBound + offset)
    (isOpenBelow, isOpenAbove) = (least < shown.lowerBound, most > shown.upperBound)
    isSingleValue = least == most
    let step = Self.step(for: shown, count: values.count, unit)
    self.step = step
    median = Self.bounded(middle) + offset
    let first = Self.quotient(unit == .whole ? Self.rounded(low) : low, step)
    // The end of the last bin belongs to it, except for whole numbers.
    let end = unit == .whole ? Self.rounded(high) : high - 1
    let last = max(first, Self.quotient(end, step))
    bins = (first...last).map { Bin(lower: $0 * step, upper: ($0 + 1) * step) }
    let placeOfBin = { (value: Int64) -> Int in
      Int(min(max(Self.quotient(value, step), first), last) - first)
    }
    let valueOfClass = { (valueClass: Int) -> Int64 in
      let middle = min(max(ValueClass.middle(of: valueClass), least), most)
      let exact = Self.bounded(middle) + offset
      return unit == .whole ? Self.rounded(exact) : exact
    }
    for (valueClass, weight) in zip(values.classes, values.weights) {
      bins[placeOfBin(valueOfClass(valueClass))].count += weight
    }
    for (valueClass, devices) in zip(sample?.classes ?? [], sample?.devices ?? []) {
      let value = valueOfClass(valueClass)
      bins[placeOfBin(value)].members += devices.map { Member(device: $0, value: value) }
    }
  }

  // MARK: Limits

  /// Returns the range that bins divide: all values, or those between the quantiles of 1 % and 99 % if the other values
  /// would more than double the range.
  private static func shownRange(
    of values: Distribution, least: Int64, most: Int64
  ) -> ClosedRange<Int64> {
    let low = bounded(values.quantile(permille: 10) ?? least)
    let high = bounded(values.quantile(permille: 990) ?? most)
    let isLong = high > low && most - least > 2 * (high - low)
    // A bin is at least 1/64 of the highest value wide (`step`). The names of only two bins would say little.
    let isDivisible = high - low > 2 * (high / 64)
    return isLong && isDivisible ? low...high : min(least, most)...most
  }

  /// Returns a round width for about 2 ∛count bins (Rice's rule), at most 20. A class of the distribution is at most
  /// half as wide.
  private static func step(for range: ClosedRange<Int64>, count: Int64, _ unit: Unit) -> Int64 {
    let span = range.upperBound - range.lowerBound
    guard span > 0 else { return unit == .seconds ? 60_000 : 1000 }
    // The cube root, rounded up.
    var root: Int64 = 1
    while root < 10, root * root * root < count { root += 1 }
    let most = 2 * root
    let wanted = (span + most - 1) / most
    return step(atLeast: max(wanted, range.upperBound / 64), unit)
  }

  /// The widths of bins of times, in seconds.
  private static let times: [Int64] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    172_800, 604_800,
  ]

  /// Returns the smallest round width of at least `wanted`.
  private static func step(atLeast wanted: Int64, _ unit: Unit) -> Int64 {
    var power: Int64 = unit == .whole ? 1000 : 1
    if unit == .seconds && wanted > 500 {
      if let time = times.first(where: { $0 * 1000 >= wanted }) { return time * 1000 }
      // Longer than the longest of `times`: multiples of ten days.
      power = 864_000_000
    }
    while 5 * power < wanted { power *= 10 }
    return ([1, 2, 5].first { $0 * power >= wanted } ?? 5) * power
  }

  /// Returns the quotient, rounded down.
  private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Returns the nearest whole number, in thousandths.
  private static func rounded(_ value: Int64) -> Int64 { quotient(value + 500, 1000) * 1000 }

  /// Returns the value within limits in which sums do not overflow. A changed file can have any number.
  private static func bounded(_ value: Int64) -> Int64 {
    min(max(value, 0), 1_000_000_000_000_000)
  }
}

extension PopulationFigures {
  /// Returns the histogram of a measure over the devices; `nil` if no device has a value.
  package func histogram(of measure: Measure) -> Histogram? {
    guard let values = spread[measure.rawValue] else { return nil }
    let unit: Histogram.Unit
    switch measure.unit {
    case .seconds: unit = .seconds
    // Other counts are averages a day. Kills are whole on one device.
    case .count, .share: unit = measure == .kills ? .whole : .number
    }
    return Histogram(values, devices?[measure.rawValue], unit: unit)
  }

  /// Returns the histogram of a trait, without numbers of devices; `nil` if the trait was not recorded.
  package func histogram(of trait: DeviceTrait) -> Histogram? {
    guard let values = traits[trait.rawValue] else { return nil }
    let offset = Int64(bounded: (trait.range.lowerBound * 1000).rounded())
    return Histogram(
      values, nil, offset: offset, unit: trait.unit == .duration ? .seconds : .number)
  }
}
