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

/// Returns `base` to the power of `exponent`, for a base of 0 or more and an exponent above 0.
func power(_ base: Double, _ exponent: Double) -> Double {
  base == 0 ? 0 : exp2(exponent * log2(base))
}

// MARK: Eight numbers

/// The numbers of an `ExactBatch8`.
typealias DoubleBatch8 = SIMD8<Double>

// Logarithms and powers of eight numbers. Each performs the operations of `log2` and `exp2` in the same order, so that
// the results have equal bits. Rare cases are left to those functions.

/// Returns the logarithms of `values` to base 2. Each must be a finite number above 0.
func log2(_ values: DoubleBatch8) -> DoubleBatch8 {
  // Subnormal numbers have other bits, which the function for single numbers handles.
  guard values.areNormal else { return values.mapped { log2($0) } }
  let (exponents, significands) = parts(of: values)
  let arguments = (significands - 1) / (significands + 1)
  let logarithmsToBaseE = 2 * arguments * artanhSeries(arguments * arguments)
  return exponents + logarithmsToBaseE / 0.6931471805599453
}

/// Returns 2 to the power of each of `values`.
func exp2(_ values: DoubleBatch8) -> DoubleBatch8 {
  // Outside of the exponents of normal doubles, `powers` would be wrong.
  guard (values .> -1022).isTrueOfAll, (values .< 1023).isTrueOfAll else {
    return values.mapped { exp2($0) }
  }
  // If two whole numbers are equally near, `exp2` uses the one away from zero, and `nearestWhole` the even one.
  let nearest = nearestWhole(values)
  let rest = values - nearest
  let whole =
    nearest
    .replacing(with: nearest + 1, where: (rest .== 0.5) .& (values .> 0))
    .replacing(with: nearest - 1, where: (rest .== -0.5) .& (values .< 0))
  return exponentialSeries((values - whole) * 0.6931471805599453) * powers(whole)
}

/// Returns exponents e and significands m, for which each value is m * 2^e, with m between sqrt(1/2) and sqrt(2). The
/// values must be normal numbers above 0.
@inline(__always)
private func parts(of values: DoubleBatch8) -> (exponents: DoubleBatch8, significands: DoubleBatch8)
{
  let bits = unsafeBitCast(values, to: SIMD8<UInt64>.self)
  let fractions = bits & 0x000F_FFFF_FFFF_FFFF
  let significands = unsafeBitCast(fractions | 1.0.bitPattern, to: DoubleBatch8.self)
  // The exponent bits become the last digits of 2^52, which is subtracted from the result.
  let shown = (bits &>> 52) | 0x4330_0000_0000_0000
  let exponents = unsafeBitCast(shown, to: DoubleBatch8.self) - (4_503_599_627_370_496 + 1023)
  let areLarge = significands .> 1.4142135623730951
  return (
    exponents.replacing(with: exponents + 1, where: areLarge),
    significands.replacing(with: significands / 2, where: areLarge)
  )
}

/// Returns 2 to the power of each whole number between -1023 and 1024.
@inline(__always)
private func powers(_ whole: DoubleBatch8) -> DoubleBatch8 {
  // In a sum near 2^52 the last bits are the exponent, which the shift moves to its place.
  let shown = unsafeBitCast(whole + (4_503_599_627_370_496 + 1023), to: SIMD8<UInt64>.self)
  return unsafeBitCast(shown &<< 52, to: DoubleBatch8.self)
}

/// Returns the nearest whole number of each value; if two are equally near, the even one. For values between -2^50 and
/// 2^50.
@inline(__always)
private func nearestWhole(_ values: DoubleBatch8) -> DoubleBatch8 {
  // The number is 1.5 * 2^52: sums of that size have no fraction, so that the addition rounds.
  (values + 6_755_399_441_055_744) - 6_755_399_441_055_744
}

extension DoubleBatch8 {
  /// Whether all numbers are finite, normal and above 0.
  @inline(__always)
  fileprivate var areNormal: Bool {
    (self .>= Double.leastNormalMagnitude).isTrueOfAll
      && (self .<= Double.greatestFiniteMagnitude).isTrueOfAll
  }

  /// Returns the results of `transform` for the single numbers.
  fileprivate func mapped(_ transform: (Double) -> Double) -> Self {
    var mapped = self
    for lane in indices { mapped[lane] = transform(self[lane]) }
    return mapped
  }

  @inline(__always)
  func atLeast(_ bound: Double) -> Self { replacing(with: bound, where: self .< bound) }

  @inline(__always)
  func atMost(_ bound: Double) -> Self { replacing(with: bound, where: self .> bound) }
}

extension SIMDMask<SIMD8<Int64>> {
  /// Equals `all(self)`, which checks the lanes one by one. A lane is 0 or has all bits set.
  @inline(__always)
  var isTrueOfAll: Bool {
    let lanes = unsafeBitCast(self, to: SIMD8<Int64>.self)
    let four = lanes.lowHalf & lanes.highHalf
    let two = four.lowHalf & four.highHalf
    return two[0] & two[1] != 0
  }
}

// MARK: Series

/// A number, or eight of them, of which a series is the sum.
private protocol SeriesNumber {
  init(repeating number: Double)
  /// Returns `self * factor + summand`, rounded after each of the two operations.
  func times(_ factor: Self, plus summand: Double) -> Self
}

extension Double: SeriesNumber {
  @inline(__always)
  fileprivate init(repeating number: Double) { self = number }

  @inline(__always)
  fileprivate func times(_ factor: Self, plus summand: Double) -> Self { self * factor + summand }
}

extension SIMD8: SeriesNumber where Scalar == Double {
  @inline(__always)
  fileprivate func times(_ factor: Self, plus summand: Double) -> Self { self * factor + summand }
}

// Written out, with constants: a loop that counts in steps, or a division in each step, would take most of the time. In
// the file of their callers, since the compiler optimises each file separately (Package.swift).

/// Returns 1 + x/3 + x^2/5 + ... up to the eleventh power of x = `square`. With x = y^2 it is artanh(y) / y.
@inline(__always)
private func artanhSeries<Number: SeriesNumber>(_ square: Number) -> Number {
  var series = Number(repeating: 1.0 / 23)
  series = series.times(square, plus: 1.0 / 21)
  series = series.times(square, plus: 1.0 / 19)
  series = series.times(square, plus: 1.0 / 17)
  series = series.times(square, plus: 1.0 / 15)
  series = series.times(square, plus: 1.0 / 13)
  series = series.times(square, plus: 1.0 / 11)
  series = series.times(square, plus: 1.0 / 9)
  series = series.times(square, plus: 1.0 / 7)
  series = series.times(square, plus: 1.0 / 5)
  series = series.times(square, plus: 1.0 / 3)
  return series.times(square, plus: 1)
}

/// Returns e to the power of `argument`, as a Taylor series up to the sixteenth power. The coefficients are 1 / n!.
@inline(__always)
private func exponentialSeries<Number: SeriesNumber>(_ argument: Number) -> Number {
  var series = Number(repeating: 1.0 / 20_922_789_888_000)
  series = series.times(argument, plus: 1.0 / 1_307_674_368_000)
  series = series.times(argument, plus: 1.0 / 87_178_291_200)
  series = series.times(argument, plus: 1.0 / 6_227_020_800)
  series = series.times(argument, plus: 1.0 / 479_001_600)
  series = series.times(argument, plus: 1.0 / 39_916_800)
  series = series.times(argument, plus: 1.0 / 3_628_800)
  series = series.times(argument, plus: 1.0 / 362_880)
  series = series.times(argument, plus: 1.0 / 40320)
  series = series.times(argument, plus: 1.0 / 5040)
  series = series.times(argument, plus: 1.0 / 720)
  series = series.times(argument, plus: 1.0 / 120)
  series = series.times(argument, plus: 1.0 / 24)
  series = series.times(argument, plus: 1.0 / 6)
  series = series.times(argument, plus: 1.0 / 2)
  series = series.times(argument, plus: 1)
  return series.times(argument, plus: 1)
}
