import Testing

@testable import Scheduling

/// A batch of eight values must give exactly the bits of eight single values.
struct DoubleBatch8Tests {
  @Test func logarithmsAreThoseOfEach() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let values = Self.eight { exp2(Double.random(in: -60...60, using: &generator)) }
      Self.expectSame(log2(values), values) { log2($0) }
    }
  }

  @Test func powersAreThoseOfEach() {
    var generator = SeededGenerator(seed: 4)
    for range in [-1.5...1.5, -30...30, -1021...1022] {
      for _ in 0..<1000 {
        let values = Self.eight { Double.random(in: range, using: &generator) }
        Self.expectSame(exp2(values), values) { exp2($0) }
      }
    }
  }

  @Test func whatIsRareIsReckonedAsForOne() {
    let rare = DoubleBatch8(
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1, 1.414213562373095,
      1.4142135623730951, 1.4142135623730954, 0.7071067811865475)
    Self.expectSame(log2(rare), rare) { log2($0) }
    let halves = DoubleBatch8(-7.5, -6.5, -0.5, 0.5, 1.5, 2.5, -0.49999999999999994, -0.0)
    Self.expectSame(exp2(halves), halves) { exp2($0) }
    let far = DoubleBatch8(-5000, -1074.5, -1022.5, -1022, 1023, 1023.9999999999999, 5000, 3)
    Self.expectSame(exp2(far), far) { exp2($0) }
  }

  @Test func boundsAreThoseOfEach() {
    let values = DoubleBatch8(-1, -0.5, 0, 0.02, 1, 1.5, 5, 6)
    Self.expectSame(values.atLeast(0.02), values) { max(0.02, $0) }
    Self.expectSame(values.atMost(5), values) { min(5, $0) }
  }

  @Test func masksAreReadWhole() {
    for lane in 0..<8 {
      var values = DoubleBatch8.zero
      values[lane] = 1
      #expect(!(values .> 0).isTrueOfAll)
      #expect((values .< 2).isTrueOfAll)
    }
  }

  private static func eight(_ draw: () -> Double) -> DoubleBatch8 {
    var values = DoubleBatch8.zero
    for lane in values.indices { values[lane] = draw() }
    return values
  }

  private static func expectSame(
    _ got: DoubleBatch8, _ values: DoubleBatch8, _ each: (Double) -> Double
  ) {
    for lane in values.indices {
      #expect(
        got[lane].bitPattern == each(values[lane]).bitPattern, "of \(values[lane]) in lane \(lane)")
    }
  }
}
