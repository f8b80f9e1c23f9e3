import Testing

@testable import Scheduling

/// Rough arithmetic is as close as it says: `HabitLanesTests` has what that means for worths.
struct RoughArithmeticTests {
  @Test(arguments: [1e-300, 1e-9, 0.0002, 0.7, 0.99999, 1, 1.00001, 1.4142, 1.4143, 3, 1e9, 1e300])
  func roughLogarithmsAreOffByTwoMillionths(value: Double) {
    #expect(abs(roughLog2(DoubleBatch8(repeating: value))[0] - log2(value)) < 2.1e-6)
  }

  @Test(arguments: [-999.9, -50.5, -1.5, -0.5, -0.49, -1e-9, 0, 0.3, 0.5, 1.49, 7, 999])
  func roughPowersAreOffByFourMillionths(value: Double) {
    #expect(abs(roughExp2(DoubleBatch8(repeating: value))[0] / exp2(value) - 1) < 4e-6)
  }
}
