/// The numbers of a `RoughBatch8`: half as wide as doubles, and so twice as fast in calculations.
typealias FloatBatch8 = SIMD8<Float>

/// Returns the logarithms to base 2. Between -32 and 32, they are exact to 3e-6. Outside, they are exact to one unit of
/// the last binary digit of a float, which is at most 8e-6. A value from 0 to the least normal number has about the
/// logarithm of that number: -127 to -126.
@inline(__always)
func roughLog2(_ values: FloatBatch8) -> FloatBatch8 {
  // Each value is m * 2^e, where the significand m is between sqrt(1/2) and sqrt(2). The lowest 23 bits of a float are
  // its fraction, and the bits above them its exponent. The bits of sqrt(1/2), 0x3F35_04F3, are subtracted, so that the
  // exponent bits become e. Then 128 is added to them, so that no difference is negative.
  let bits = unsafeBitCast(values, to: SIMD8<UInt32>.self)
  let shifted = bits &- 0x3F35_04F3 &+ (128 << 23)
  let exponentsPlus128 = shifted &>> 23
  // The value without e in its exponent bits is m.
  let significands = unsafeBitCast(
    bits &- (exponentsPlus128 &<< 23) &+ (128 << 23), to: FloatBatch8.self)
  // The exponents become floats without a conversion. A small whole number in the last bits of the float 2^23
  // (0x4B00_0000) makes it the float 2^23 plus that number. Then 2^23, which is 8,388,608, and the 128 are subtracted.
  let exponents =
    unsafeBitCast(exponentsPlus128 | 0x4B00_0000, to: FloatBatch8.self) - (8_388_608 + 128)
  // log2(m) is 2 / ln 2 * artanh(x), where x is (m - 1) / (m + 1). The series of artanh(x) is x + x^3 / 3 + x^5 / 5.
  // So the coefficients are 2 / ln 2, divided by 1, 3 and 5.
  let arguments = (significands - 1) / (significands + 1)
  let squares = arguments * arguments
  var series = 0.961796693925976 + squares * 0.577078016355585
  series = 2.885390081777927 + squares * series
  return exponents + arguments * series
}

/// Returns 2 to the power of each of `values`, exact to 4e-6 of it, and at least 2^-100. They must be under 127.
@inline(__always)
func roughExp2(_ values: FloatBatch8) -> FloatBatch8 {
  let bounded = values.atLeast(-100)
  // The nearest whole number: sums of the size of 12,582,912 (1.5 * 2^23) have no fractions, so the addition rounds.
  let whole = (bounded + 12_582_912) - 12_582_912
  // The rest, times the natural logarithm of 2, is an exponent of e. Its power is a Taylor series.
  let argument = (bounded - whole) * 0.6931471805599453
  var series = 1.0 / 24 + argument * (1.0 / 120)
  series = 1.0 / 6 + argument * series
  series = 0.5 + argument * series
  series = 1 + argument * series
  // In a sum near 2^23 the last bits are the whole number, which the shift moves to the place of the exponent.
  let shown = unsafeBitCast(whole + (8_388_608 + 127), to: SIMD8<UInt32>.self)
  let powersOfWhole = unsafeBitCast(shown &<< 23, to: FloatBatch8.self)
  return (1 + argument * series) * powersOfWhole
}

extension FloatBatch8 {
  @inline(__always)
  func atLeast(_ bound: Float) -> Self { replacing(with: bound, where: self .< bound) }

  @inline(__always)
  func atMost(_ bound: Float) -> Self { replacing(with: bound, where: self .> bound) }
}

extension SIMDMask<SIMD8<Int32>> {
  /// Equals `all(self)`, which checks the lanes one by one. A lane is 0 or has all bits set.
  @inline(__always)
  var isTrueOfAll: Bool {
    let lanes = unsafeBitCast(self, to: SIMD8<Int32>.self)
    let four = lanes.lowHalf & lanes.highHalf
    let two = unsafeBitCast(four, to: SIMD2<Int64>.self)
    return two[0] & two[1] == -1
  }
}
