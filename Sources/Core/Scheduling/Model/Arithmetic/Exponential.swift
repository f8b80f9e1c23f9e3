// libm differs in its last digits between processors (fused multiply-add), and a decision must be the same everywhere.
// The core therefore has its own functions, with a fixed order and fixed coefficients. Swift does not contract a * b +
// c automatically.

/// Returns the logarithm of `value` to base 2. `value` must be a finite number above 0.
///
/// A value is m * 2^e, and its logarithm is e + log2(m). With m from sqrt(1/2) to sqrt(2), log2(m) is a short series:
/// 2 / ln 2 * artanh((m - 1) / (m + 1)). Its argument stays under 0.172, and its eleventh term is under 1e-17.
package func log2(_ value: Double) -> Double {
  precondition(value > 0 && value.isFinite, "log2 of \(value)")
  var (exponent, significand) = parts(of: value)
  // The significand is from 1 to 2. Above the square root of 2, half of it is nearer to 1.
  if significand > 1.4142135623730951 {
    significand /= 2
    exponent += 1
  }
  let argument = (significand - 1) / (significand + 1)
  let logarithmToBaseE = 2 * argument * artanhSeries(argument * argument)
  // Divided by the natural logarithm of 2.
  return exponent + logarithmToBaseE / 0.6931471805599453
}

/// Returns the exponent e and the significand m, from 1 to below 2, for which `value` is m * 2^e. `value` must be a
/// finite number above 0.
@inline(__always)
private func parts(of value: Double) -> (exponent: Double, significand: Double) {
  guard value.isNormal else { return (Double(value.exponent), value.significand) }
  // A double has 11 bits of the exponent plus 1023, and then 52 bits of the fraction (IEEE 754).
  let bits = value.bitPattern
  let exponent = Int(bits >> 52) - 1023
  let fraction = bits & 0x000F_FFFF_FFFF_FFFF
  return (Double(exponent), Double(bitPattern: fraction | 1.0.bitPattern))
}

/// Returns 1 + x/3 + x^2/5 + ... up to the eleventh power of x = `square`. With x = y^2 it is artanh(y) / y. Written
/// out: a loop that counts in steps costs more than the sum.
@inline(__always)
private func artanhSeries(_ square: Double) -> Double {
  var series = 1.0 / 23
  series = series * square + 1.0 / 21
  series = series * square + 1.0 / 19
  series = series * square + 1.0 / 17
  series = series * square + 1.0 / 15
  series = series * square + 1.0 / 13
  series = series * square + 1.0 / 11
  series = series * square + 1.0 / 9
  series = series * square + 1.0 / 7
  series = series * square + 1.0 / 5
  series = series * square + 1.0 / 3
  series = series * square + 1
  return series
}

/// Returns 2 to the power of `value`; 0 below the smallest and infinity above the largest double.
///
/// The whole part goes into the exponent. The rest, at most 1/2, goes into a Taylor series whose sixteenth term is
/// under 1e-20.
package func exp2(_ value: Double) -> Double {
  guard value > -1075 else { return 0 }
  guard value < 1024 else { return .infinity }
  let whole = nearestWhole(value)
  // 2^rest is e^(rest * ln 2).
  let powerOfRest = exponentialSeries((value - Double(whole)) * 0.6931471805599453)
  // Outside of the exponents of normal doubles, the bits below would be wrong.
  guard whole > -1023, whole < 1024 else {
    return Double(sign: .plus, exponent: whole, significand: powerOfRest)
  }
  let powerOfWhole = Double(bitPattern: UInt64(whole + 1023) << 52)
  return powerOfRest * powerOfWhole
}

/// Returns the whole number nearest to `value`; if two are equally near, the one away from zero. Equals `rounded()`,
/// which is a call into libm on the oldest processors.
@inline(__always)
private func nearestWhole(_ value: Double) -> Int {
  let whole = Int(value)
  let rest = value - Double(whole)
  return whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
}

/// Returns e to the power of `argument`, as a Taylor series up to the sixteenth power. The coefficients 1 / n! are
/// constants: a division in each step would take most of the time.
@inline(__always)
private func exponentialSeries(_ argument: Double) -> Double {
  var series = 1.0 / 20_922_789_888_000
  series = series * argument + 1.0 / 1_307_674_368_000
  series = series * argument + 1.0 / 87_178_291_200
  series = series * argument + 1.0 / 6_227_020_800
  series = series * argument + 1.0 / 479_001_600
  series = series * argument + 1.0 / 39_916_800
  series = series * argument + 1.0 / 3_628_800
  series = series * argument + 1.0 / 362_880
  series = series * argument + 1.0 / 40320
  series = series * argument + 1.0 / 5040
  series = series * argument + 1.0 / 720
  series = series * argument + 1.0 / 120
  series = series * argument + 1.0 / 24
  series = series * argument + 1.0 / 6
  series = series * argument + 1.0 / 2
  series = series * argument + 1
  return series * argument + 1
}

/// Returns `base` to the power of `exponent`, for a base of 0 or more and an exponent above 0.
func power(_ base: Double, _ exponent: Double) -> Double {
  base == 0 ? 0 : exp2(exponent * log2(base))
}
