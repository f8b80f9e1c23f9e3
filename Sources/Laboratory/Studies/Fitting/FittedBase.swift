import Scheduling
import Simulation

/// The habits of the middle device: geometric means of numbers and lengths, means of times.
package struct FittedBase: Hashable, Sendable {
  /// A daily interval: seconds after midnight, and the length in seconds.
  package struct Period: Hashable, Sendable {
    package var start: Double
    package var length: Double
  }

  /// The mean number of apps.
  package let apps: Int
  /// `nil` if fewer than three devices show opens.
  package let opensPerDay: Double?
  /// The mean length of a visit in seconds; `nil` if it is unknown.
  package let stay: Double?
  /// The interval in which 95 % of opens are.
  package let openHours: Period
  /// `nil` if fewer than three devices show it, like all other optional habits.
  package let charge: Period?
  package let away: Period?
  package let usesPerDay: Double?
  /// The mean length of a use in seconds.
  package let use: Double?
  /// The drain of the battery as a multiple of the usual drain.
  package let drain: Double?
  package let hasWiFi: Bool
  package let hasCellular: Bool
  /// The middle of the opens in seconds after midnight.
  let middle: Double

  /// Computes the middle of the habits of several devices.
  init(_ devices: [SeenHabits]) {
    let appCounts = devices.filter { $0.opens != nil }.map { Double($0.apps) }
    apps = max(1, Int(bounded: (appCounts.mean ?? 1).rounded()))
    opensPerDay = Self.geometricMean(devices.compactMap(\.opens))
    stay = Self.geometricMean(devices.compactMap(\.stays))
    // The mean of differences from one device, since 23:00 and 01:00 have their mean at midnight.
    let middles = devices.compactMap(\.middle?.value)
    let firstMiddle = middles.first ?? 0
    middle = firstMiddle + (middles.map { Self.wrapped($0 - firstMiddle) }.mean ?? 0)
    let times = devices.flatMap(\.openTimes).sorted()
    // The middle 95 % of the opens, without single opens at unusual times.
    let (low, high) = (Self.quantile(times, 0.025), Self.quantile(times, 0.975))
    // A scenario file needs two different times of day: the length is from a minute to a minute less than a day.
    openHours = Period(start: middle + low, length: min(86_340, max(60, high - low)))
    charge = Self.period(devices.compactMap(\.charge))
    away = Self.period(devices.compactMap(\.away))
    usesPerDay = Self.geometricMean(devices.compactMap(\.use))
    use = Self.geometricMean(devices.compactMap(\.useLength).map { SeenValue($0) })
    drain = Self.geometricMean(devices.compactMap(\.drain))
    hasWiFi = devices.contains { $0.isWithoutWiFi == false }
    hasCellular = devices.contains { $0.isWithoutCellular == false }
  }

  /// Returns the middle of the intervals of at least three devices; otherwise `nil`.
  private static func period(_ periods: [SeenPeriod]) -> Period? {
    guard periods.count >= TraitFit.fewest, let start = periods.map(\.start.value).mean,
      let length = geometricMean(periods.map(\.length))
    else { return nil }
    return Period(start: start, length: length)
  }

  /// Returns the geometric mean of at least three values; otherwise `nil`. Values of 0 are left out.
  private static func geometricMean(_ values: [SeenValue]) -> Double? {
    let positiveValues = values.map(\.value).filter { $0 > 0 }
    guard positiveValues.count >= TraitFit.fewest else { return nil }
    return positiveValues.map { log2($0) }.mean.map { exp2($0) }
  }

  /// Returns the value that this share of the sorted values does not exceed; 0 if there are none.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int(bounded: Double(sorted.count - 1) * share)]
  }

  /// Returns a difference of times of day, from -12 to 12 hours, in seconds: of 23 hours, -1 hour.
  private static func wrapped(_ seconds: Double) -> Double {
    let nearestDays = (seconds / 86_400).rounded()
    return seconds - nearestDays * 86_400
  }
}

// MARK: Traits

extension FittedBase {
  /// The ratio of the largest deviation to the standard deviation of a habit's times, which are the sum of two uniform
  /// numbers (`Habit.drawDeviation`).
  private static let jitterPerDeviation = 6.0.squareRoot()

  /// Returns the fits of all traits that at least three devices show.
  func fits(_ devices: [SeenHabits]) -> [TraitFit] {
    let fits = [
      TraitFit(.batteryDrain, factors(devices, drain, \.drain)),
      TraitFit(.chargerShift, devices.compactMap(chargerShift)),
      TraitFit(.chargerLength, factors(devices, charge?.length, \.charge?.length)),
      TraitFit(.chargerJitter, devices.compactMap(\.charge).map { jitter(of: $0) }),
      TraitFit(.chargerForgotten, devices.compactMap(\.charge).map(\.missingShare)),
      TraitFit(.dayShift, devices.compactMap(dayShift)),
      TraitFit(.weekendShift, devices.compactMap(\.weekendShift).map { $0.within(.weekendShift) }),
      TraitFit(.opens, factors(devices, opensPerDay, \.opens)),
      TraitFit(.stays, factors(devices, stay, \.stays)),
      TraitFit(.use, factors(devices, usesPerDay, \.use)),
      TraitFit(.awayLength, factors(devices, away?.length, \.away?.length)),
      TraitFit(.daysAtHome, devices.compactMap(\.away).map(\.missingShare)),
      TraitFit(.noWiFi, having: devices.compactMap(\.isWithoutWiFi)),
      TraitFit(.noCellular, having: devices.compactMap(\.isWithoutCellular)),
    ]
    return fits.compactMap(\.self)
  }

  /// Returns a value of each device as a multiple of the middle device's; empty if that is unknown. Values of 0 are
  /// left out.
  private func factors(
    _ devices: [SeenHabits], _ base: Double?, _ value: (SeenHabits) -> SeenValue?
  ) -> [SeenValue] {
    guard let base else { return [] }
    return devices.compactMap(value).filter { $0.value > 0 }.map { seen in
      var factor = SeenValue(seen.value / base)
      factor.error = seen.error / base
      return factor
    }
  }

  /// Returns the difference between the middle of a device's opens and that of all devices, in seconds; `nil` if its
  /// opens are unknown.
  private func dayShift(_ device: SeenHabits) -> SeenValue? {
    device.middle.map { seen in
      var shift = SeenValue(Self.wrapped(seen.value - middle))
      shift.error = seen.error
      return shift.within(.dayShift)
    }
  }

  /// Returns the delay of the charge, of which the shift of the user's day is no part; `nil` without charges.
  private func chargerShift(_ device: SeenHabits) -> SeenValue? {
    guard let charge, let seen = device.charge else { return nil }
    let day = dayShift(device) ?? SeenValue(0)
    var shift = SeenValue(seen.start.value - charge.start - day.value)
    // The error of a difference of independent values.
    shift.error = (seen.start.error * seen.start.error + day.error * day.error).squareRoot()
    return shift.within(.chargerShift)
  }

  /// Returns the largest deviation of the charge's beginning. The standard error of a deviation of n normal values is
  /// the deviation divided by the root of 2 (n - 1).
  private func jitter(of charge: SeenPeriod) -> SeenValue {
    var jitter = SeenValue(charge.deviation * Self.jitterPerDeviation)
    let daysWithCharge = (Double(charge.days) * (1 - charge.missing)).rounded()
    jitter.error = jitter.value / (2 * max(1, daysWithCharge - 1)).squareRoot()
    return jitter.within(.chargerJitter)
  }
}

extension SeenValue {
  /// Returns the value moved into the range of a trait.
  fileprivate func within(_ trait: DeviceTrait) -> SeenValue {
    var moved = self
    moved.value = min(max(value, trait.range.lowerBound), trait.range.upperBound)
    return moved
  }
}
