// libm differs in its last digits between processors (fused multiply-add), and a decision must be
// the same everywhere: so the core has its own, in fixed order and with fixed coefficients. Swift
// does not contract a * b + c by itself.

/// The logarithm of `value` to base 2. `value` must be a finite number above 0.
///
/// log2(m * 2^e) = e + 2 / ln 2 * artanh((m - 1) / (m + 1)), with m in [sqrt(1/2), sqrt(2)), so that
/// the series' argument stays under 0.172 and its eleventh term is under 1e-17.
package func log2(_ value: Double) -> Double {
  precondition(value > 0 && value.isFinite, "log2 of \(value)")
  var exponent = Double(value.exponent)
  var significand = value.significand
  if significand > 1.4142135623730951 {
    significand /= 2
    exponent += 1
  }
  let argument = (significand - 1) / (significand + 1)
  let square = argument * argument
  var series = 0.0
  for divisor in stride(from: 23.0, through: 1.0, by: -2.0) {
    series = series * square + 1 / divisor
  }
  return exponent + 2 * argument * series / 0.6931471805599453
}

/// 2 to the power of `value`; 0 below the smallest and infinity above the largest double.
///
/// The whole part goes into the exponent; the rest, at most 1/2, into a Taylor series of which the
/// sixteenth term is under 1e-20.
package func exp2(_ value: Double) -> Double {
  guard value > -1075 else { return 0 }
  guard value < 1024 else { return .infinity }
  let whole = value.rounded()
  let argument = (value - whole) * 0.6931471805599453
  var series = 1.0
  for divisor in stride(from: 16.0, through: 1.0, by: -1.0) {
    series = series * argument / divisor + 1
  }
  return Double(sign: .plus, exponent: Int(whole), significand: series)
}

/// `base` to the power of `exponent`, for a base of 0 or more and an exponent above 0.
func power(_ base: Double, _ exponent: Double) -> Double {
  base == 0 ? 0 : exp2(exponent * log2(base))
}
