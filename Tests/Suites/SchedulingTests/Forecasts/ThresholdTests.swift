import Testing

@testable import Scheduling

struct ThresholdTests {
  private let patience = Duration.hours(1)

  @Test(arguments: (0..<20).map { UInt64($0 * 50) })
  func neverRisesWhileTheForecastStays(firstSeed: UInt64) throws {
    for seed in firstSeed..<firstSeed + 50 {
      var random = try RandomForecastDistribution(seed: seed)
      let window = random.window()
      let patience = random.settings.forecast.patience(for: window.end - window.opens)
      var last = Double.infinity
      for moment in random.moments(40, in: window) {
        let threshold =
          random.distribution.threshold(at: moment, until: window.end, patience: patience).score
          ?? -1
        #expect(threshold <= last, "seed \(seed)")
        last = threshold
      }
      #expect(
        random.distribution.threshold(at: window.end, until: window.end, patience: patience)
          == Threshold())
    }
  }

  @Test(arguments: UInt64(0)..<150) func fallsExactlyWhenItSaysSo(seed: UInt64) throws {
    var random = try RandomForecastDistribution(seed: seed)
    let window = random.window()
    var now = window.opens
    var falls = 0
    while let next = random.distribution.nextChange(
      after: now, until: window.end, patience: patience)
    {
      let before = random.distribution.threshold(at: now, until: window.end, patience: patience)
      let just = next - .milliseconds(1)
      #expect(next > now)
      #expect(
        random.distribution.threshold(at: max(now, just), until: window.end, patience: patience)
          == before
      )
      let after = random.distribution.threshold(at: next, until: window.end, patience: patience)
      #expect(after != before)
      now = next
      falls += 1
      try #require(falls <= 12)
    }
    #expect(
      random.distribution.threshold(at: now, until: window.end, patience: patience) == Threshold())
  }

  @Test(arguments: UInt64(0)..<50) func isClearedByTheBestAndByAllThatRanksAbove(
    seed: UInt64
  ) throws {
    var random = try RandomForecastDistribution(seed: seed)
    let window = random.window()
    for moment in random.moments(20, in: window) {
      let threshold = random.distribution.threshold(
        at: moment, until: window.end, patience: patience)
      for (index, score) in random.scores.enumerated() {
        guard let score else { continue }
        let better = random.betterTime(than: score, from: moment, until: window.end)
        #expect(threshold.isExceeded(by: score) == (better <= patience), "situation \(index)")
      }
    }
  }

  @Test func waitsForTheNightAndTakesWhatIsLeftAtTheEnd() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    let distribution = ForecastDistribution(try #require(life.forecast)) {
      $0.isOnBattery ? 0.5 : 1
    }
    let noon = LocalTime(life.now.wall, zoneSeconds: 0) + .hours(12)
    let threshold = distribution.threshold(at: noon, until: noon + .days(1), patience: patience)
      .score
    #expect(threshold == 0.75)
    #expect(
      distribution.threshold(at: noon, until: noon + .hours(6), patience: patience).score == nil)
    let fall = distribution.nextChange(after: noon, until: noon + .days(1), patience: patience)
    let six = noon + .hours(18)
    #expect(try #require(fall) > six - .minutes(30))
    #expect(try #require(fall) < six + .minutes(30))
  }

  @Test func hasNoneWhereNothingIsPermittedOrAllIsAlike() throws {
    var life = DeviceHabitLife()
    life.spendDays(7)
    let now = LocalTime(life.now.wall, zoneSeconds: 0)
    for score in [nil, 0.5] {
      let distribution = ForecastDistribution(try #require(life.forecast)) { _ in score }
      #expect(
        distribution.threshold(at: now, until: now + .days(9), patience: patience) == Threshold())
      #expect(distribution.nextChange(after: now, until: now + .days(9), patience: patience) == nil)
    }
  }

  @Test func aLongWindowWaitsForMoreThanAShortOne() {
    let settings = ForecastSettings()
    #expect(settings.patience(for: .hours(8)) == .hours(1))
    #expect(settings.patience(for: .days(10)) == .seconds(17280))
  }
}

extension RandomForecastDistribution {
  /// The sum is calculated hour by hour, as on paper.
  func betterTime(than score: Double, from now: LocalTime, until end: LocalTime) -> Duration {
    var time = 0.0
    var hour = now.startOfHour
    while hour < end {
      let overlap = (min(end, hour + .hours(1)) - max(now, hour)).seconds
      for situation in Situation.all where (scores[situation.index] ?? -1) > score {
        time += overlap * forecast.chance(of: situation, atHourOfWeek: hour.hourOfWeek)
      }
      hour = hour + .hours(1)
    }
    return .seconds(time)
  }
}
