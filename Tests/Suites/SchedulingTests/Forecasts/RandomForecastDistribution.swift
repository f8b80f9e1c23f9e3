@testable import Scheduling

/// Random habits, scores and windows.
struct RandomForecastDistribution {
  var generator: SeededGenerator
  let settings = Settings()
  let forecast: DeviceForecast
  let distribution: ForecastDistribution
  let scores: [Double?]

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var life = DeviceHabitLife()
    let kinds = Int.random(in: 1...12, using: &generator)
    for _ in 0..<Int.random(in: 20...60, using: &generator) {
      let situation = Situation.all[Int.random(in: 0..<kinds, using: &generator)]
      life.spend(
        .seconds(Int.random(in: 7200..<40_000, using: &generator)), situation.state())
      if Bool.random(using: &generator) {
        life.suspend(.seconds(Int.random(in: 0..<30_000, using: &generator)))
      }
    }
    let scores = Situation.all.map { _ in
      Int.random(in: 0..<4, using: &generator) == 0
        ? nil : Double(Int.random(in: 0..<8, using: &generator)) / 8
    }
    guard let forecast = life.forecast else { throw NoHabits() }
    self.forecast = forecast
    distribution = ForecastDistribution(forecast) { scores[Situation($0, busyLoad: 50).index] }
    self.scores = scores
    self.generator = generator
  }

  struct NoHabits: Error {}

  /// Returns a window of a minute to twenty days, at any time of a year.
  mutating func window() -> (opens: LocalTime, end: LocalTime) {
    let opens = LocalTime(
      nanoseconds: Int64.random(
        in: 1_767_571_200_000_000_000..<1_800_000_000_000_000_000, using: &generator))
    let length = exp2(Double.random(in: 6...20.7, using: &generator))
    return (opens, opens + .seconds(length))
  }

  mutating func moments(
    _ count: Int, in window: (opens: LocalTime, end: LocalTime)
  ) -> [LocalTime] {
    let range = window.opens.nanoseconds...window.end.nanoseconds
    return (0..<count).map { _ in
      LocalTime(nanoseconds: Int64.random(in: range, using: &generator))
    }.sorted()
  }
}
