import Testing

@testable import Scheduling

struct ForecastDistributionTests {
  private let patience = Duration.hours(1)

  /// Returns the forecast at midnight for a device that had power and was idle from midnight to seven, for three weeks.
  private func nights(_ score: (DeviceState) -> Double?) throws -> (ForecastDistribution, LocalTime)
  {
    var life = DeviceHabitLife()
    life.spendDays(21)
    let forecast = try #require(life.forecast)
    return (ForecastDistribution(forecast, score: score), LocalTime(life.now.wall, zoneSeconds: 0))
  }

  @Test(arguments: UInt64(0)..<50) func addsUpPermittedTime(seed: UInt64) throws {
    var random = try RandomForecastDistribution(seed: seed)
    let window = random.window()
    let time = random.distribution.permittedTime(from: window.opens, until: window.end)
    let onPaper = random.betterTime(than: -0.5, from: window.opens, until: window.end)
    let tolerance = 0.001 * (window.end - window.opens).seconds + 0.01
    #expect(abs(time.seconds - onPaper.seconds) < tolerance)
  }

  @Test func expectsNoTimeWhileTheMachineSleeps() throws {
    var life = DeviceHabitLife()
    for _ in 0..<14 {
      life.observe(DeviceHabitLife.charging)
      life.suspend(.hours(7))
      life.spend(.hours(17), DeviceHabitLife.inUse)
    }
    let distribution = ForecastDistribution(try #require(life.forecast)) {
      $0.isOnBattery ? 0.1 : 1
    }
    let midnight = LocalTime(life.now.wall, zoneSeconds: 0)
    #expect(
      distribution.permittedTime(from: midnight + .hours(1), until: midnight + .hours(6))
        < .minutes(10))
    #expect(
      try #require(distribution.optimal(from: midnight, until: midnight + .hours(12))).at.hour >= 7)
  }

  @Test func theBestMomentIsTheHourOfTheGreatestChanceTimesScore() throws {
    let (distribution, midnight) = try nights { $0.isOnBattery ? 0.5 : 1 }
    let noon = midnight + .hours(12)
    let best = try #require(distribution.optimal(from: noon, until: noon + .days(2)))
    #expect(best.at.hour < 7)
    #expect(best.at < noon + .days(1))
    #expect(best.score > 0.95 && best.score <= 1)
    let today = try #require(distribution.optimal(from: noon, until: noon + .hours(3)))
    #expect(today.score < 0.6)
    #expect(distribution.optimal(from: noon, until: noon) == nil)
  }

  @Test func isLikelyWhenTheMomentThatItWaitsForComes() throws {
    let (distribution, midnight) = try nights { $0.isOnBattery ? nil : 1 }
    let noon = midnight + .hours(12)
    let likely = try #require(
      distribution.likely(from: noon, until: noon + .days(3), patience: patience))
    #expect(likely == midnight + .days(1)..<midnight + .hours(31))
    let now = try #require(
      distribution.likely(from: midnight + .minutes(90), until: noon + .days(3), patience: patience)
    )
    #expect(now == midnight + .minutes(90)..<midnight + .hours(7))
    #expect(distribution.likely(from: noon, until: noon + .hours(5), patience: patience) == nil)
  }

  @Test func aRareMomentIsLikelyOnTheDayByWhichItHasComeMoreLikelyThanNot() throws {
    var life = DeviceHabitLife()
    for day in 0..<30 {
      life.spendDays(1, charging: day % 3 == 0 ? .hours(7) : .zero)
    }
    let distribution = ForecastDistribution(try #require(life.forecast)) {
      $0.isOnBattery ? nil : 1
    }
    let noon = LocalTime(life.now.wall, zoneSeconds: 0) + .hours(12)
    let likely = try #require(
      distribution.likely(from: noon, until: noon + .days(9), patience: patience))
    #expect(likely.lowerBound > noon + .days(1))
    #expect(likely.lowerBound < noon + .days(4))
    #expect(likely.lowerBound.hour <= 4)
  }

  /// Power is connected from midnight to seven; half an hour less at each end is open.
  @Test func expectsNothingInClosedHours() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    let forecast = try #require(life.forecast)
    let closed = [
      try #require(WeekHours("00:00..05:10")), try #require(WeekHours("06:50..24:00")),
    ]
    let distribution = ForecastDistribution(forecast, outside: closed) { $0.isOnBattery ? nil : 1 }
    let midnight = LocalTime(life.now.wall, zoneSeconds: 0)
    #expect(
      distribution.permittedTime(from: midnight, until: midnight + .hours(5)) == .zero)
    #expect(
      distribution.permittedTime(from: midnight + .hours(7), until: midnight + .days(1)) == .zero)
    let night = distribution.permittedTime(from: midnight, until: midnight + .days(1))
    #expect(night > .minutes(50) && night <= .minutes(100))
    let (begin, end) = (midnight + .minutes(310), midnight + .minutes(410))
    for moment in [midnight, midnight + .minutes(305)] {
      let likely = distribution.likely(
        from: moment, until: midnight + .days(2), patience: patience)
      #expect(likely == begin..<end)
      #expect(
        try #require(distribution.optimal(from: moment, until: midnight + .days(2))).at == begin)
    }
    // After the end of the open time, the next interval is that of the next day.
    let next = distribution.likely(
      from: end + .minutes(5), until: midnight + .days(2), patience: patience)
    #expect(next == begin + .days(1)..<end + .days(1))
    #expect(distribution.optimal(from: end, until: begin + .days(1)) == nil)
  }

  @Test func hoursThatLeaveNothingOpenLeaveNoMoment() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    let closed = [try #require(WeekHours("00:00..24:00"))]
    let distribution = ForecastDistribution(try #require(life.forecast), outside: closed) {
      $0.isOnBattery ? 0.5 : 1
    }
    let now = LocalTime(life.now.wall, zoneSeconds: 0)
    let end = now + .days(9)
    #expect(distribution.permittedTime(from: now, until: end) == .zero)
    #expect(distribution.likely(from: now, until: end, patience: patience) == nil)
    #expect(distribution.optimal(from: now, until: end) == nil)
    #expect(distribution.threshold(at: now, until: end, patience: patience) == Threshold())
  }

  /// The hours of the policy file decide, and not habits that were learned before they were set.
  @Test func meteredHoursDecideTheCostOfANetwork() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    let plain = try #require(life.forecast)
    life.settings.metered = WeekHours("07:00..24:00")
    let forecast = try #require(life.forecast)
    for hour in [3, 12] {
      for situation in Situation.all where situation.access == .metered {
        var other = situation
        other.access = .unmetered
        let chances = [situation, other].map { forecast.chance(of: $0, atHourOfWeek: hour) }
        let before = [situation, other].map { plain.chance(of: $0, atHourOfWeek: hour) }
        #expect(chances[hour == 3 ? 0 : 1] == 0)
        #expect(chances[0] + chances[1] == before[0] + before[1])
      }
    }
    for (own, learned) in zip(forecast.resting, plain.resting) {
      #expect(abs(own - learned) < 1e-12)
    }
  }

  @Test func knowsWhatASituationScores() throws {
    let (distribution, _) = try nights { $0.isOnBattery ? nil : $0.isMetered == true ? 0.5 : 1 }
    #expect(distribution.score(in: Situation(isPowered: false, isIdle: true)) == nil)
    #expect(distribution.score(in: Situation(isPowered: true, isIdle: true)) == 1)
    #expect(
      distribution.score(in: Situation(isPowered: true, isIdle: true, access: .metered)) == 0.5)
  }

  @Test func aSituationIsWhatItsStateIsTakenFor() {
    for situation in Situation.all {
      #expect(Situation(situation.state(), busyLoad: 50) == situation)
      #expect(Situation.all[situation.index] == situation)
    }
    #expect(Situation(DeviceState(), busyLoad: 50) == Situation(isPowered: true, isIdle: true))
  }
}
