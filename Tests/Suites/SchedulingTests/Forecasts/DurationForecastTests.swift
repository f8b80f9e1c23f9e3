import Testing

@testable import Scheduling

struct DurationForecastTests {
  /// Returns the forecast after three weeks of nights on power, and `age` into another interval, at `hour`.
  private func distribution(
    at hour: Int, age: Duration, power: Bool = true, idle: Bool = true, budgetChance: Double = 0
  ) -> DurationForecast? {
    var life = DeviceHabitLife()
    life.settings.forecast.budgetChance = budgetChance
    life.spendDays(21)
    life.spend(.hours(hour) - age, DeviceHabitLife.inUse)
    life.spend(age, DeviceHabitLife.charging)
    return DurationForecast(
      life.habit, power: power, idle: idle, forecast: life.forecast, at: life.now,
      zoneSeconds: 0, settings: life.settings)
  }

  @Test func workThatNeedsNothingHasNoSpell() {
    #expect(distribution(at: 3, age: .hours(2), power: false, idle: false) == nil)
    #expect(distribution(at: 3, age: .hours(2), power: false) != nil)
  }

  @Test func thereIsNoneWithoutPower() {
    var life = DeviceHabitLife()
    life.spendDays(5)
    let spell = DurationForecast(
      life.habit, power: true, idle: true, forecast: nil, at: life.now, zoneSeconds: 0,
      settings: life.settings)
    #expect(spell == nil)
  }

  @Test func aBudgetEndsWithTheNight() throws {
    let evening = try #require(distribution(at: 1, age: .hours(1), budgetChance: 0.5))
    let morning = try #require(distribution(at: 6, age: .hours(6), budgetChance: 0.5))
    let late = morning.budget(asked: .hours(5))
    #expect(evening.budget(asked: .hours(2)) == .hours(2))
    #expect(late > .minutes(20) && late < .hours(2))
    #expect(morning.isLikelyToLast(late))
    #expect(!morning.isLikelyToLast(late + .seconds(1)))
  }

  @Test func noBudgetIsCutToNothing() throws {
    let free = try #require(distribution(at: 12, age: .seconds(20)))
    #expect(free.budget(asked: .hours(5)) == .hours(5))
    let noon = try #require(distribution(at: 12, age: .seconds(20), budgetChance: 0.5))
    #expect(noon.budget(asked: .hours(5)) >= .seconds(60))
    #expect(noon.budget(asked: .hours(5)) < .hours(5))
    #expect(noon.budget(asked: .seconds(30)) == .seconds(30))
    #expect(noon.budget(asked: .milliseconds(100)) == .milliseconds(100))
  }

  @Test func aLongerTimeIsNeverLikelier() throws {
    let spell = try #require(distribution(at: 5, age: .hours(5)))
    var last = 1.0
    for minutes in 0..<600 {
      let chance = spell.chance(of: .minutes(minutes))
      #expect(chance <= last)
      last = chance
    }
    #expect(last < 0.2)
  }

  @Test func aStartIsTheSurerTheMoreTimeIsToCome() {
    let settings = ForecastSettings()
    #expect(settings.sureness(permitted: .hours(100)) == 0.95)
    #expect(settings.sureness(permitted: .hours(4)) == 0.8)
    #expect(settings.sureness(permitted: .hours(1)) == 0.5)
    #expect(settings.sureness(permitted: .zero) == 0)
    #expect(settings.sureness(permitted: .hours(100), isOwn: false) == 0.8)
    #expect(settings.sureness(permitted: .hours(1), isOwn: false) == 0.5)
  }

  @Test func saysHowLongUntilItIsSure() throws {
    let young = try #require(distribution(at: 3, age: .seconds(70)))
    #expect(young.wait(forSureStartOf: .minutes(5), permitted: .zero) == .zero)
    let wait = try #require(young.wait(forSureStartOf: .minutes(20), permitted: .hours(40)))
    #expect(wait > .zero)
    let later = try #require(distribution(at: 3, age: .seconds(70) + wait))
    #expect(later.isSure(of: .minutes(20), permitted: .hours(40)))
  }
}
