import Simulation
import Studies
import Terminal

/// The form of the values on the axis of a histogram.
enum HistogramNotation {
  case number
  case percent
  case time

  /// Chooses the notation by the unit of a measure.
  init(_ measure: Measure) {
    switch measure.unit {
    case .count: self = .number
    case .share: self = .percent
    case .seconds: self = .time
    }
  }

  /// Chooses the notation by the unit of a trait.
  init(_ trait: DeviceTrait) {
    switch trait.unit {
    case .factor, .degrees: self = .number
    case .share, .chance: self = .percent
    case .duration: self = .time
    }
  }

  /// Returns a value of an axis, with as many digits as its steps need.
  ///
  /// - Parameters:
  ///   - value: The value, in thousandths.
  ///   - step: The width of a bin, in thousandths.
  func text(_ value: Int64, step: Int64) -> String {
    let sign = value < 0 ? "-" : ""
    switch self {
    case .number: return Self.decimal(value, step: step, unit: 1000)
    case .percent: return "\(Self.decimal(value, step: step, unit: 10)) %"
    case .time:
      return value == 0 ? "0 s" : sign + Self.time(abs(value), step: step)
    }
  }

  /// Returns a time in the largest unit of which the step is a multiple, so that two limits of bins have two texts:
  /// `1500 min` and `1530 min` if a step is half an hour. Steps below a second show its fraction.
  private static func time(_ value: Int64, step: Int64) -> String {
    let seconds = Double(value) / 1000
    if step % 1000 != 0 {
      return "\(DecimalText.fixed(seconds, digits: step % 100 == 0 ? 1 : 3)) s"
    }
    let units: [(seconds: Int64, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min")]
    // Short times are exact in their usual notation.
    guard value >= 86_400_000, let unit = units.first(where: { step % ($0.seconds * 1000) == 0 })
    else { return DurationText.exact(seconds) }
    return "\(value / 1000 / unit.seconds) \(unit.name)"
  }

  /// Returns a value as a number, where `unit` is 1.
  private static func decimal(_ value: Int64, step: Int64, unit: Int64) -> String {
    var (digits, power) = (0, unit)
    while power > 1, step % power != 0 { (digits, power) = (digits + 1, power / 10) }
    guard digits > 0 else { return "\(value / unit)" }
    return DecimalText.fixed(Double(value) / Double(unit), digits: digits)
  }

  /// The precision of a value that all devices have: hundredths, tenths of a percent, whole seconds.
  private var singleValueStep: Int64 {
    switch self {
    case .number: 10
    case .percent: 1
    case .time: 1000
    }
  }

  /// Returns the values of a bin: `12 to 14`, `14 and more`, `2`.
  func label(of place: Int, in histogram: Histogram) -> String {
    if histogram.isSingleValue { return text(histogram.median, step: singleValueStep) }
    let (bin, step) = (histogram.bins[place], histogram.step)
    let (low, high) = (text(bin.lower, step: step), text(bin.upper, step: step))
    if place == 0 && histogram.isOpenBelow { return "below \(high)" }
    if place == histogram.bins.count - 1 && histogram.isOpenAbove { return "\(low) and more" }
    guard histogram.unit == .whole else { return "\(low) to \(high)" }
    // The largest whole number below the upper limit, in thousandths.
    let last = text(bin.upper - 1000, step: 1000)
    return low == last ? low : "\(low) to \(last)"
  }

  /// Returns `1 device` or `12 devices`.
  static func devices(_ count: Int64) -> String { count == 1 ? "1 device" : "\(count) devices" }
}
