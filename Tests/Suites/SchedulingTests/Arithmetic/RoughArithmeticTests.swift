import Testing

@testable import Scheduling

/// The errors of rough arithmetic are within the documented bounds. `HabitLanesTests` checks their effect on
/// valuations.
struct RoughArithmeticTests {
  @Test(arguments: [1e-37, 1e-9, 0.0002, 0.7, 0.99999, 1, 1.00001, 1.4142, 1.4143, 3, 1e9, 1e37])
  func roughLogarithmsAreOffByTwoMillionths(value: Float) {
    #expect(abs(Double(roughLog2(FloatBatch8(repeating: value))[0]) - log2(Double(value))) < 6e-6)
  }

  @Test(arguments: [-99.9, -50.5, -1.5, -0.5, -0.49, -1e-9, 0, 0.3, 0.5, 1.49, 7, 126.9])
  func roughPowersAreOffByFourMillionths(value: Float) {
    #expect(
      abs(Double(roughExp2(FloatBatch8(repeating: value))[0]) / exp2(Double(value)) - 1) < 4e-6)
  }

  @Test func masksAreReadWhole() {
    for lane in 0..<8 {
      var values = FloatBatch8.zero
      values[lane] = 1
      #expect(RoughBatch8(values).areNotUnder(0.5) == 1 << UInt8(lane))
      #expect(RoughBatch8(values).areNotUnder(0) == .max)
      #expect(RoughBatch8(values).areNotUnder(2) == 0)
      #expect(!RoughBatch8(values).areAll(atLeast: 1))
      #expect(RoughBatch8(1 - values).areAll(atLeast: 0))
      #expect(!RoughBatch8(1 - values).areAll(atLeast: 0.5))
      // An unknown value may be worth its price.
      values[lane] = .nan
      #expect(RoughBatch8(values).areNotUnder(0.5) == 1 << UInt8(lane))
    }
  }
}
