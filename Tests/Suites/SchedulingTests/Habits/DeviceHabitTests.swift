import Testing

@testable import Scheduling

struct DeviceHabitTests {
  @Test func learnsWhenTheDeviceIsPluggedInAndIdle() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    #expect(try #require(life.chance(at: 3)) > 0.95)
    #expect(try #require(life.chance(at: 13)) < 0.05)
    #expect(life.habit.daysKnown == 20)
    #expect(life.settled.daysKnown == 21)
  }

  @Test func forecastsNothingBeforeThreeDaysAreKnown() {
    var life = DeviceHabitLife()
    life.spendDays(2)
    life.spend(.hours(23), DeviceHabitLife.inUse)
    #expect(life.forecast == nil)
    life.spend(.hours(1), DeviceHabitLife.inUse)
    #expect(life.forecast != nil)
  }

  @Test func learnsAnotherHabitWithinDays() throws {
    var life = DeviceHabitLife()
    life.spendDays(30)
    for _ in 0..<10 {
      life.spend(.hours(12), DeviceHabitLife.inUse)
      life.spend(.hours(7), DeviceHabitLife.charging)
      life.spend(.hours(5), DeviceHabitLife.inUse)
    }
    #expect(try #require(life.chance(at: 15)) > 0.5)
    #expect(try #require(life.chance(at: 3)) < 0.5)
  }

  @Test func tellsWeekendsFromWeekdays() throws {
    var life = DeviceHabitLife()
    for day in 0..<35 {
      let plugsIn = day % 7 >= 5
      life.spend(.hours(12), DeviceHabitLife.inUse)
      life.spend(.hours(12), plugsIn ? DeviceHabitLife.charging : DeviceHabitLife.inUse)
    }
    let forecast = try #require(life.forecast)
    #expect(forecast.resting[5 * 24 + 15] > 0.8)
    #expect(forecast.resting[2 * 24 + 15] < 0.1)
  }

  @Test func aNightAsleepIsNoTimeToRun() throws {
    var life = DeviceHabitLife()
    for _ in 0..<14 {
      life.observe(DeviceHabitLife.charging)
      life.suspend(.hours(7))
      life.spend(.hours(17), DeviceHabitLife.inUse)
    }
    #expect(try #require(life.chance(at: 3)) < 0.05)
    #expect(try #require(life.forecast).chanceOfSleep(atHourOfWeek: 51) > 0.9)
  }

  @Test(arguments: [true, false])
  func idlenessCountsAnewWhenALaptopWakesUp(hasBattery: Bool) {
    var life = DeviceHabitLife()
    if hasBattery { life.spend(.hours(1), DeviceHabitLife.inUse) }
    life.spend(.hours(2), DeviceHabitLife.charging)
    life.suspend(.hours(8))
    life.observe(DeviceHabitLife.charging)
    life.now = life.now.advanced(by: .minutes(1))
    func age(power: Bool, idle: Bool) -> Duration? {
      life.habit.durations(power: power, idle: idle)?.age(
        at: life.now.awake, settings: life.settings)
    }
    let idle = hasBattery ? Duration.minutes(1) : .hours(2) + .minutes(1)
    #expect(age(power: true, idle: true) == idle)
    #expect(age(power: false, idle: true) == idle)
    #expect(age(power: true, idle: false) == .hours(2) + .minutes(1))
  }

  @Test func aMachineThatIsSwitchedOffIsForecastOff() throws {
    var life = DeviceHabitLife()
    for _ in 0..<14 {
      try life.restart { $0.powerOff(.hours(7)) }
      life.spend(.hours(17), DeviceHabitLife.inUse)
    }
    #expect(try #require(life.forecast).chanceOfSleep(atHourOfWeek: 51) > 0.9)
    #expect(try #require(life.forecast).chanceOfSleep(atHourOfWeek: 60) < 0.1)
  }

  @Test func whileOnlyTheDaemonWasAwayNothingIsLearned() throws {
    var life = DeviceHabitLife()
    life.spendDays(4)
    let kept = life.settled
    try life.restart { $0.now = $0.now.advanced(by: .hours(9)) }
    #expect(life.settled.shares == kept.shares)
  }

  @Test func whatWasKnownAndIsUnknownNowIsNotLearned() {
    var life = DeviceHabitLife()
    life.spendDays(4)
    life.observe(DeviceHabitLife.state(nil, idle: true))
    let known = life.settled.shares
    life.now = life.now.advanced(by: .days(2))
    life.observe(DeviceState())
    life.now = life.now.advanced(by: .days(2))
    #expect(life.settled.shares == known)
  }

  @Test func aMachineThatNeverTellsOfPowerIsOnMains() throws {
    var life = DeviceHabitLife()
    life.spend(.days(7), DeviceHabitLife.state(nil, idle: true))
    #expect(try #require(life.chance(at: 3)) > 0.99)
  }

  @Test func followsTheUsersCalendar() throws {
    var life = DeviceHabitLife()
    life.zoneSeconds = 5 * 3600
    life.spendDays(14)
    #expect(try #require(life.chance(at: 8)) > 0.9)
    #expect(try #require(life.chance(at: 2)) < 0.1)
  }

  @Test func aClockThatIsSetYearsAheadAndBackCostsNoHabits() throws {
    var life = DeviceHabitLife()
    life.spendDays(14)
    life.now.wall = life.now.wall + .days(3652)
    life.spend(.hours(1), DeviceHabitLife.inUse)
    life.now.wall = life.now.wall - .days(3652)
    life.spend(.hours(1), DeviceHabitLife.inUse)
    #expect(try #require(life.chance(at: 3)) > 0.9)
  }

  @Test func yearsOfOneSituationAndMonthsOffAreLearnedAtOnce() throws {
    var life = DeviceHabitLife()
    life.spendDays(21)
    life.observe(DeviceHabitLife.charging)
    life.suspend(.days(200))
    #expect(try #require(life.chance(at: 3)) > 0.4)
    life.spend(.days(4000), DeviceHabitLife.inUse)
    #expect(try #require(life.chance(at: 3)) < 0.01)
  }
}
