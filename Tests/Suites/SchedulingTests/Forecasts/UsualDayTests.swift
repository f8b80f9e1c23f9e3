import Testing

@testable import Scheduling

/// The assumed habits of a device before its own days are known.
struct UsualDayTests {
  private static let monday = LocalTime(seconds: 4 * 86400)

  private func asleep(_ hours: Double) -> Double {
    UsualDay.asleep(at: Self.monday + .seconds(hours * 3600))
  }

  /// The American Time Use Survey of 2015.
  @Test func peopleSleepAsTheSurveyHasIt() {
    #expect(asleep(3) == 0.94)
    func mean(_ days: Range<Int>) -> Double {
      let hours = days.flatMap { day in (0..<240).map { Double(day * 24) - 12 + Double($0) / 10 } }
      return hours.map(asleep).reduce(0, +) / Double(hours.count) * 24
    }
    // By the mornings of weekdays and of weekends.
    #expect(abs(mean(0..<5) - 8.6) < 0.1)
    #expect(abs(mean(5..<7) - 9.4) < 0.1)
  }

  @Test func sharesOfAnHourAreOne() {
    for hour in 0..<DeviceHabitShares.hours {
      #expect(abs(UsualDay.shares(atHourOfWeek: hour).reduce(0, +) - 1) < 1e-9)
    }
  }

  /// Returns the forecast for a device in its first days. It was plugged in at eight in the evening of a Monday, and
  /// put down at eleven; `age` has passed since then.
  private func forecast(_ age: Duration) throws -> DurationForecast {
    var life = DeviceHabitLife()
    life.spend(.hours(20), DeviceHabitLife.inUse)
    life.spend(.hours(3), DeviceHabitLife.state(.ac, idle: false))
    life.spend(age, DeviceHabitLife.charging)
    let usual = try #require(DeviceForecast(usualFor: life.settled, settings: life.settings))
    #expect(!usual.isOwn && life.forecast == nil)
    return try #require(
      DurationForecast(
        life.habit, power: true, idle: true, forecast: usual, at: life.now, zoneSeconds: 0,
        settings: life.settings))
  }

  @Test func whatHasLastedForMinutesIsTakenToLast() throws {
    let short = try forecast(.minutes(2))
    #expect(!short.isSure(of: .minutes(5), permitted: .hours(4)))
    let wait = try #require(short.wait(forSureStartOf: .minutes(5), permitted: .hours(4)))
    #expect(wait < .minutes(25))
    #expect(try forecast(.minutes(25)).isSure(of: .minutes(5), permitted: .hours(100)))
  }

  @Test(arguments: [20.5, 23.0, 26.0, 30.0]) func aLongerTimeIsNeverLikelier(hour: Double) throws {
    var life = DeviceHabitLife()
    life.spend(.hours(20), DeviceHabitLife.inUse)
    life.spend(.seconds((hour - 20) * 3600), DeviceHabitLife.state(.ac, idle: false))
    life.spend(.minutes(2), DeviceHabitLife.charging)
    let usual = try #require(DeviceForecast(usualFor: life.settled, settings: life.settings))
    for (power, idle) in [(true, true), (true, false), (false, true)] {
      let spell = try #require(
        DurationForecast(
          life.habit, power: power, idle: idle, forecast: usual, at: life.now, zoneSeconds: 0,
          settings: life.settings))
      var last = 1.0
      for minutes in 0..<3000 {
        let chance = spell.chance(of: .minutes(minutes))
        #expect(chance <= last + 1e-12 && chance >= 0)
        last = chance
      }
    }
  }

  @Test func nothingIsUsualOfWhatIsNotCharged() {
    var server = DeviceHabitLife()
    server.spend(.days(1), DeviceHabitLife.state(nil, idle: nil))
    #expect(DeviceForecast(usualFor: server.settled, settings: server.settings) == nil)
    var desktop = DeviceHabitLife()
    desktop.spend(.hours(10), DeviceHabitLife.state(.ac, idle: false))
    desktop.spend(.hours(10), DeviceHabitLife.charging)
    #expect(DeviceForecast(usualFor: desktop.settled, settings: desktop.settings) == nil)
  }

  // MARK: The scheduler

  /// A phone that was observed since eight in the morning, and plugged in at ten in the evening.
  private func evening(_ settings: Settings = Settings()) -> World {
    var world = World(.power(.battery), .battery(80), .idle(false), .network(.wifi))
    world.pass(.minutes(90))
    for _ in 0..<3 {
      world.set(.idle(true))
      world.pass(.minutes(30))
      world.set(.idle(false))
      world.pass(.hours(4))
    }
    world.set(.power(.ac))
    world.pass(.minutes(30))
    return world
  }

  @Test func aNewDeviceWaitsForMinutesAndMissesNoNight() {
    var world = evening()
    world.submit("task", .processing) { $0.terms.requires = [.power, .idle] }
    let begin = world.now
    world.set(.idle(true))
    world.pass(.minutes(2))
    #expect(world.reasons("task") == [.unstableConditions])
    #expect(world.starts(of: "task", after: begin).isEmpty)
    let idleSince = world.now.wall
    world.passUntilRunning("task")
    #expect(world.starts(of: "task", after: begin).count == 1)
    #expect(world.now.wall - idleSince < .minutes(25))
  }

  @Test func inItsFirstHoursNothingWaits() {
    var world = World(.power(.battery), .battery(80), .idle(true), .network(.wifi))
    world.submit("task", .processing) { $0.terms.requires = [.power, .idle] }
    world.pass(.hours(2))
    world.set(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("task"))
  }
}
