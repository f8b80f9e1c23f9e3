import Simulation
import Studies
import Terminal

/// The form of the values on the axis of a histogram.
enum HistogramNotation {
  case number
  case percent
  case time

  init(_ measure: Measure) {
    switch measure.unit {
    case .count: self = .number
    case .share: self = .percent
    case .seconds: self = .time
    }
  }

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
      return value == 0 ? "0 s" : sign + DurationText.exact(Double(abs(value)) / 1000)
    }
  }

  /// Returns a value as a number, where `unit` is 1.
  private static func decimal(_ value: Int64, step: Int64, unit: Int64) -> String {
    var (digits, power) = (0, unit)
    while power > 1, step % power != 0 { (digits, power) = (digits + 1, power / 10) }
    guard digits > 0 else { return "\(value / unit)" }
    return DecimalText.fixed(Double(value) / Double(unit), digits: digits)
  }

  /// Returns the values of a bin: `12 to 14`, `14 and more`, `2`.
  func label(of place: Int, in histogram: Histogram) -> String {
    if histogram.isSingleValue { return text(histogram.median, step: 10) }
    let (bin, step) = (histogram.bins[place], histogram.step)
    let (low, high) = (text(bin.lower, step: step), text(bin.upper, step: step))
    if place == 0 && histogram.isOpenBelow { return "below \(high)" }
    if place == histogram.bins.count - 1 && histogram.isOpenAbove { return "\(low) and more" }
    guard histogram.unit == .whole else { return "\(low) to \(high)" }
    let last = text(bin.upper - 1000, step: 1000)
    return low == last ? low : "\(low) to \(last)"
  }

  /// Returns `1 device` or `12 devices`.
  static func devices(_ count: Int64) -> String { count == 1 ? "1 device" : "\(count) devices" }
}
