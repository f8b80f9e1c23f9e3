import Testing

@testable import Scheduling

/// What is reckoned roughly must never hide what is worth its price.
struct RoughWorthTests {
  @Test func itIsTheExactWorthButForAFewMillionths() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let (life, now) = Self.life(&generator)
      let weights = life.user.weights.values
      for _ in 0..<50 {
        let moment = life.user.moment(
          at: now + .minutes(Int.random(in: 0..<20_000, using: &generator)))
        for habit in life.apps where habit.lastOpen != nil {
          let exact = moment.worth(of: habit, weights, Exact.self)
          let rough = moment.worth(of: habit, weights, Rough.self)
          #expect(abs(rough - exact) <= exact * UserHabitMoment.roughness(weights) / 10)
        }
      }
    }
  }

  @Test(arguments: [1e-300, 1e-9, 0.0002, 0.7, 0.99999, 1, 1.00001, 1.4142, 1.4143, 3, 1e9, 1e300])
  func roughLogarithmsAreOffByTwoMillionths(value: Double) {
    #expect(abs(roughLog2(value) - log2(value)) < 2.1e-6)
  }

  @Test(arguments: [-999.9, -50.5, -1.5, -0.5, -0.49, -1e-9, 0, 0.3, 0.5, 1.49, 7, 999])
  func roughPowersAreOffByFourMillionths(value: Double) {
    #expect(abs(roughExp2(value) / exp2(value) - 1) < 4e-6)
  }

  /// Six apps, opened at random for some weeks.
  private static func life(_ generator: inout SeededGenerator) -> (HabitLife, LocalTime) {
    var life = HabitLife(apps: 6)
    var time = HabitLife.time(0, 0)
    for _ in 0..<400 {
      time = time + .minutes(Int.random(in: 1..<200, using: &generator))
      life.open(Int.random(in: 0..<6, using: &generator) % 5, at: time)
    }
    return (life, time)
  }
}
