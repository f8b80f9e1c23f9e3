import Glibc
import Testing

@testable import Scheduling

/// Compares the core's own exponential and logarithm with libm's.
struct ExponentialTests {
  /// Returns the difference of the two values, in units in the last place of `expected`.
  private func ulps(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value - expected) / expected.ulp
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func log2StaysWithinFiveUnits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<5000 {
      // Every exponent is equally likely. Values near 1, where the logarithm is small, follow.
      let exponent = Int.random(in: -1074...1023, using: &random)
      let significand = Double.random(in: 1..<2, using: &random)
      let value = Double(sign: .plus, exponent: exponent, significand: significand)
      worst = max(worst, ulps(Scheduling.log2(value), Glibc.log2(value)))
      let near = Double.random(in: 0.7...1.5, using: &random)
      worst = max(worst, ulps(Scheduling.log2(near), Glibc.log2(near)))
    }
    #expect(worst <= 5)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func exp2StaysWithinTwoUnits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<5000 {
      let value = Double.random(in: -1080...1024, using: &random)
      worst = max(worst, ulps(Scheduling.exp2(value), Glibc.exp2(value)))
      let near = Double.random(in: -2...2, using: &random)
      worst = max(worst, ulps(Scheduling.exp2(near), Glibc.exp2(near)))
    }
    #expect(worst <= 2)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func powersOfSharesStayWithinThirtyTwoUnits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<5000 {
      let base = Double.random(in: 0.0001...1, using: &random)
      let exponent = Double.random(in: 0.1...2, using: &random)
      worst = max(worst, ulps(power(base, exponent), pow(base, exponent)))
    }
    #expect(worst <= 32)
  }

  @Test func wholePowersOfTwoAreExact() {
    for exponent in -1074...1023 {
      let value = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(Scheduling.log2(value) == Double(exponent))
      #expect(Scheduling.exp2(Double(exponent)) == value)
    }
  }

  @Test func theEdgesAreZeroAndInfinity() {
    #expect(Scheduling.exp2(-1075) == 0)
    #expect(Scheduling.exp2(-1e300) == 0)
    #expect(Scheduling.exp2(-.infinity) == 0)
    #expect(Scheduling.exp2(1024) == .infinity)
    #expect(Scheduling.exp2(.infinity) == .infinity)
    #expect(power(0, 0.4) == 0)
    #expect(power(1, 0.4) == 1)
  }

  @Test func powersRiseWithTheirBase() {
    var previous = -1.0
    for step in 0...1000 {
      let value = power(Double(step) / 1000, 0.4)
      #expect(value > previous)
      previous = value
    }
  }
}
