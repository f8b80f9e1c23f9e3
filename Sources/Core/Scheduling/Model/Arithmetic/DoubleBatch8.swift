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

/// Returns 1 + x/3 + x^2/5 + ... up to the eleventh power of each x. With x = y^2 it is artanh(y) / y.
@inline(__always)
private func artanhSeries(_ squares: DoubleBatch8) -> DoubleBatch8 {
  var series = DoubleBatch8(repeating: 1.0 / 23)
  series = series * squares + 1.0 / 21
  series = series * squares + 1.0 / 19
  series = series * squares + 1.0 / 17
  series = series * squares + 1.0 / 15
  series = series * squares + 1.0 / 13
  series = series * squares + 1.0 / 11
  series = series * squares + 1.0 / 9
  series = series * squares + 1.0 / 7
  series = series * squares + 1.0 / 5
  series = series * squares + 1.0 / 3
  return series * squares + 1
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

/// Returns e to the power of each number of `argument`, as a Taylor series up to the sixteenth power.
@inline(__always)
private func exponentialSeries(_ argument: DoubleBatch8) -> DoubleBatch8 {
  var series = DoubleBatch8(repeating: 1.0 / 20_922_789_888_000)
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
