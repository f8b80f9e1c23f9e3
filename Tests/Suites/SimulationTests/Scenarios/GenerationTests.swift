import Scheduling
import Testing

@testable import Simulation

struct GenerationTests {
  private func scenario(
    _ days: Int, clock: LocalClock = LocalClock(secondsFromUTC: 0),
    _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    // A Monday.
    var scenario = Scenario(
      name: "test", start: CivilTime(year: 2026, month: 3, day: 2), length: .days(days),
      clock: clock)
    var home = DeviceModel.Place(name: "home")
    home.network = .wifi
    scenario.device.places = [home]
    scenario.device.battery = BatteryModel()
    change(&scenario)
    return scenario
  }

  private func news(_ times: Rhythm.Times, _ habit: Habit = Habit()) -> AppModel {
    var app = AppModel(name: "news")
    app.opens = [Rhythm(times, stay: .minutes(1)...(.minutes(3)), habit)]
    return app
  }

  private func habit(_ change: (inout Habit) -> Void) -> Habit {
    var habit = Habit()
    change(&habit)
    return habit
  }

  private func power(_ steps: [TimelineStep], _ scenario: Scenario) -> [(Duration, Power?)] {
    let start = scenario.range().lowerBound
    return steps.flatMap { step -> [(Duration, Power?)] in
      guard case .device(let values) = step.happening else { return [] }
      return values.compactMap {
        if case .power(let power) = $0 { (step.at - start, power) } else { nil }
      }
    }
  }

  // MARK: Seeds

  @Test func theSameSeedGivesTheSameLifeAndAnotherSeedAnother() {
    let scenario = scenario(14) {
      $0.apps = [news(.often(8, between: DayTime(.hours(7)), length: .hours(16)))]
    }
    #expect(scenario.life(seed: 3).timeline.steps == scenario.life(seed: 3).timeline.steps)
    #expect(scenario.life(seed: 3).timeline.steps != scenario.life(seed: 4).timeline.steps)
  }

  @Test func equalReportsOfADeviceShareTheirMemory() {
    let scenario = scenario(14) {
      $0.device.plugged = [DailyPeriod(from: DayTime(.hours(22)), length: .hours(8))]
    }
    let reports = scenario.life(seed: 1).timeline.steps.compactMap { step in
      if case .device(let values) = step.happening { values } else { nil }
    }
    let places = Set(reports.map { $0.withUnsafeBufferPointer(\.baseAddress) })
    #expect(reports.count > 20)
    #expect(places.count == Set(reports).count)
  }

  @Test func aShorterLifeIsTheBeginningOfTheLongerOne() {
    let scenario = scenario(14) {
      $0.apps = [news(.often(8, between: DayTime(.hours(7)), length: .hours(16)))]
      $0.device.plugged = [
        DailyPeriod(
          from: DayTime(.hours(22)), length: .hours(8), habit { $0.jitter = .minutes(30) })
      ]
    }
    let (short, long) = (scenario.life(seed: 5, days: 6), scenario.life(seed: 5))
    let end = short.timeline.ends
    #expect(short.timeline.steps == long.timeline.steps.filter { $0.at < end })
    #expect(end - short.timeline.starts == .days(6))
  }

  @Test func anotherAppChangesNothingOfTheFirst() {
    let first = news(.often(8, between: DayTime(.hours(7)), length: .hours(16)))
    var other = first
    other.name = "mail"
    let opens = { (apps: [AppModel]) in
      scenario(14) { $0.apps = apps }.life(seed: 1).timeline.opens.filter { $0.app == 0 }.map(\.at)
    }
    // A stay is cut short by the next open, but none is moved.
    #expect(Set(opens([first, other])).isSubset(of: opens([first])))
    #expect(opens([first, other]).count > opens([first]).count * 9 / 10)
  }

  // MARK: Habits

  @Test func habitsKeepTheirDaysTheirTimesAndTheirChance() {
    let weekdays = habit {
      $0.weekdays = Set(0...4)
      $0.jitter = .minutes(10)
      $0.chance = 0.8
    }
    let scenario = scenario(700) {
      $0.apps = [news(.at(DayTime(.minutes(450))), weekdays)]
    }
    let opens = scenario.life(seed: 9).timeline.opens.map { LocalTime($0.at, zoneSeconds: 0) }
    #expect(opens.allSatisfy { $0.weekday < 5 })
    let minutes = opens.map { Double($0.wholeSeconds % 86400) / 60 }
    #expect(minutes.allSatisfy { (440...460).contains($0) })
    #expect(abs(minutes.reduce(0, +) / Double(minutes.count) - 450) < 1)
    // 500 weekdays at 80 %: four standard deviations are 36.
    #expect((364...436).contains(opens.count))
  }

  @Test func aNumberOfTimesADayIsThatManyOnAverage() {
    let scenario = scenario(400) {
      $0.apps = [news(.often(3.5, between: DayTime(.hours(8)), length: .hours(4)))]
    }
    let opens = scenario.life(seed: 2).timeline.opens.map { LocalTime($0.at, zoneSeconds: 0) }
    #expect((1360...1440).contains(opens.count))
    #expect(opens.allSatisfy { (8..<12).contains($0.hour) })
    let quarters = Dictionary(grouping: opens, by: \.hour).values.map(\.count)
    #expect(quarters.allSatisfy { (270...420).contains($0) })
  }

  @Test func ofManyAppsTheFirstIsOpenedMostAndTheSecondHalfAsOften() {
    var many = news(.often(100, between: DayTime(.zero), length: .days(1)))
    many.count = 200
    let scenario = scenario(60) { $0.apps = [many] }
    let life = scenario.life(seed: 1)
    #expect(life.timeline.apps.count == 200)
    let counts = Dictionary(grouping: life.timeline.opens, by: \.app).mapValues(\.count)
    // 6000 opens, of which one in 5.878 is the first app's.
    #expect((920...1120).contains(counts[0, default: 0]))
    #expect((430...590).contains(counts[1, default: 0]))
    #expect((50...160).contains(counts[9, default: 0]))
  }

  @Test func nightsOnTheChargerBeginBeforeTheScenarioAndEndBehindIt() {
    let scenario = scenario(2) {
      $0.device.plugged = [DailyPeriod(from: DayTime(.hours(22)), length: .hours(8))]
    }
    let power = power(scenario.life(seed: 1).timeline.steps, scenario)
    #expect(power.map(\.0) == [.zero, .hours(6), .hours(22), .hours(30), .hours(46)])
    #expect(power.map(\.1) == [.ac, .battery, .ac, .battery, .ac])
  }

  @Test func aHabitBeginsAndEndsAtItsDates() {
    let scenario = scenario(10) {
      $0.device.plugged = [
        DailyPeriod(from: DayTime(.hours(12)), length: .hours(1), habit { $0.days = 3..<5 })
      ]
    }
    let plugged = power(scenario.life(seed: 1).timeline.steps, scenario).filter { $0.1 == .ac }
    #expect(plugged.map(\.0) == [.hours(84), .hours(108)])
  }

  // MARK: The device

  @Test func itSleepsUnlessItIsUsedAndHearsOfNothingMeanwhile() {
    let scenario = scenario(1) {
      $0.device.sleeps = [DailyPeriod(from: DayTime(.hours(1)), length: .hours(6))]
      $0.device.plugged = [DailyPeriod(from: DayTime(.hours(2)), length: .hours(1))]
      $0.device.use = [Rhythm(.at(DayTime(.hours(4))), stay: .minutes(30)...(.minutes(30)))]
    }
    let life = scenario.life(seed: 1)
    let start = scenario.range().lowerBound
    let sleeps = life.timeline.steps.compactMap { step -> Range<Duration>? in
      guard case .sleep(let until) = step.happening else { return nil }
      return (step.at - start)..<(until - start)
    }
    #expect(sleeps == [.hours(1)..<(.hours(4)), .minutes(270)..<(.hours(7))])
    for step in life.timeline.steps {
      #expect(
        !sleeps.contains { $0.lowerBound < step.at - start && step.at - start < $0.upperBound })
    }
    // The device has nevertheless charged during its sleep.
    var body = life.physics
    _ = body?.advance(to: start + .hours(3))
    #expect(body?.percent == 100)
  }

  @Test func itGoesFromPlaceToPlaceWithTheirNetworks() {
    let scenario = scenario(1) {
      var away = DeviceModel.Place(name: "away")
      (away.network, away.isMetered) = (.cellular, true)
      $0.device.places.append(away)
      $0.device.stays = [
        DeviceModel.Stay(
          place: 1, period: DailyPeriod(from: DayTime(.hours(8)), length: .hours(10))),
        DeviceModel.Stay(
          place: 0, period: DailyPeriod(from: DayTime(.hours(12)), length: .hours(1))),
      ]
    }
    let networks = scenario.life(seed: 1).timeline.steps.compactMap { step -> Network? in
      guard case .device(let values) = step.happening else { return nil }
      for case .network(let network) in values { return network }
      return nil
    }
    #expect(networks == [.wifi, .cellular, .wifi, .cellular, .wifi])
  }

  @Test func itsStoryHasAllThatChangesByItself() {
    let scenario = scenario(1) {
      $0.device.battery?.level = 50
      $0.device.battery?.screenOffDrain = 6
      $0.device.plugged = [DailyPeriod(from: DayTime(.hours(2)), length: .hours(22))]
    }
    let story = scenario.deviceChanges(seed: 1)
    #expect(story.first?.values.contains(.battery(50)) == true)
    #expect(story.prefix(13).map(\.after) == (0...12).map { .minutes(10 * $0) })
    #expect(story[12].values.contains(.power(.ac)) && story[12].values.contains(.battery(38)))
    #expect(story.last?.values.contains(.battery(100)) == true)
  }

  // MARK: Clocks

  @Test func habitsFollowTheClocksOfWhereTheUserIs() {
    let midnight = LocalTime(seconds: CivilTime(year: 2026, month: 3, day: 2).universalSeconds)
    let clock = LocalClock(
      secondsFromUTC: 3600,
      moves: [(midnight + .days(2), -4 * 3600), (midnight + .days(5), 3600)])
    let scenario = scenario(8, clock: clock) { $0.apps = [news(.at(DayTime(.minutes(450))))] }
    let life = scenario.life(seed: 1)
    let opens = life.timeline.opens.map(\.at)
    #expect(opens.map { clock.local($0).wholeSeconds % 86400 } == Array(repeating: 27000, count: 8))
    // A day of 29 hours, and one of 19.
    #expect(
      zip(opens, opens.dropFirst()).map { $1 - $0 }
        == [24, 29, 24, 24, 19, 24, 24].map { Duration.hours($0) })
    let zones = life.timeline.steps.compactMap { step -> Int? in
      if case .zone(let seconds) = step.happening { seconds } else { nil }
    }
    #expect(zones == [3600, -4 * 3600, 3600])
  }

  @Test func aTimeThatClocksSkipIsWhenTheyDo() {
    let skip = LocalTime(seconds: 1_000_000 * 7200)
    let clock = LocalClock(secondsFromUTC: 3600, moves: [(skip, 7200)])
    let moment = clock.wall(skip)
    #expect(clock.wall(skip + .minutes(30)) == moment)
    #expect(clock.wall(skip + .minutes(60)) == moment)
    #expect(clock.wall(skip + .minutes(61)) == moment + .minutes(1))
    #expect(clock.wall(skip - .minutes(1)) == moment - .minutes(1))
  }

  @Test func aTimeThatClocksShowTwiceIsTheFirst() {
    let back = LocalTime(seconds: 1_000_000 * 7200)
    let clock = LocalClock(secondsFromUTC: 7200, moves: [(back, 3600)])
    let moment = clock.wall(back - .minutes(30))
    #expect(clock.wall(back) == moment + .minutes(90))
    #expect(clock.local(moment + .minutes(30)) == back - .hours(1))
  }
}
