import Testing

@testable import Scheduling

struct ForecastDistributionTests {
  private let patience = Duration.hours(1)

  /// Power and idleness, from midnight to seven, for three weeks; asked at midnight.
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
