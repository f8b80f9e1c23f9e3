import Vocabulary

/// Numbers as text for people, without a library for locales.
package enum DecimalText {
  /// Formats a number with exactly this many digits after the point, 1 to 9: 0.5 with 3 digits is `0.500`. A number of
  /// a billion or more is not rounded.
  package static func fixed(_ value: Double, digits: Int) -> String {
    // Below a billion, the number in units of its last digit fits in Int64.
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let powerOfTen = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let unitsOfLastDigit = Int64(bounded: (abs(value) * powerOfTen).rounded())
    let (whole, rest) = unitsOfLastDigit.quotientAndRemainder(
      dividingBy: Int64(bounded: powerOfTen))
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return (value < 0 ? "-" : "") + "\(whole).\(zeros)\(fraction)"
  }

  /// Formats a number, without a point if it is a whole number. From 10^15 on, as Swift prints it.
  package static func short(_ value: Double) -> String {
    let isShortWholeNumber = value == value.rounded() && abs(value) < 1e15
    return isShortWholeNumber ? String(Int64(bounded: value)) : "\(value)"
  }

  /// Formats bytes in powers of a thousand: `612 kB`, `1.2 GB`.
  package static func bytes(_ count: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var index = 0
    // From 999.5 on, the rounded number would have four digits.
    while value >= 999.5, index < units.count - 1 {
      value /= 1000
      index += 1
    }
    // Below 9.95, one decimal still fits: 9.9.
    return index == 0 || value >= 9.95
      ? "\(Int64(bounded: value.rounded())) \(units[index])"
      : "\(fixed(value, digits: 1)) \(units[index])"
  }
}
