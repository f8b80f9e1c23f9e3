import Testing

@testable import Scheduling

/// Repeating work with intervals of whole days follows the local clock.
struct ZoneTests {
  /// Submits nightly work, from 01:00 to 06:00, at 06:30 in winter in Berlin.
  private func nightly(_ world: inout World) {
    world.send(.zone(secondsFromUTC: 3600))
    let midnight = world.now.wall - .minutes(390)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(midnight + .hours(24))
      $0.latest = .at(midnight + .hours(29))
    }
  }

  /// Returns the local times of day, `zone` ahead of UTC, at which the window opens and closes.
  private func hours(
    _ world: World, zone: Int, _ id: String = "backup"
  ) -> (opens: Double, latest: Double?)? {
    guard let window = world.scheduler.request(world.key(id))?.window else { return nil }
    let hour = { (time: WallTime) -> Double in
      Double((time.nanoseconds / 1_000_000_000 + Int64(zone)) % 86400) / 3600
    }
    return (hour(window.opens), window.latest.map(hour))
  }

  @Test(arguments: [7200, 3600, 0, -5 * 3600, 9 * 3600, 20700])
  func theNightStaysTheNight(zone: Int) throws {
    var world = World()
    nightly(&world)
    world.send(.zone(secondsFromUTC: zone))
    let shown = try #require(hours(world, zone: zone))
    #expect(shown.opens == 1)
    #expect(shown.latest == 6)
    #expect(world.scheduler.zoneSeconds == zone)
  }

  @Test func followsWhenNobodyWasThereToSeeIt() throws {
    var world = World()
    nightly(&world)
    let (loaded, _) = Scheduler.load(
      world.snapshot, settings: Settings(), at: world.now, bootID: "boot", zoneSeconds: 7200)
    #expect(
      loaded.request(world.key("backup"))?.window.opens
        == world.scheduler.request(world.key("backup"))?.window.opens.advanced(hours: -1))
  }

  @Test func hoursAreHoursWhateverTheClockSays() {
    var world = World()
    world.submit("check", .utility) {
      $0.terms.every = .hours(36)
      $0.earliest = .after(.hours(2))
    }
    let window = world.scheduler.request(world.key("check"))?.window
    world.send(.zone(secondsFromUTC: 7200))
    #expect(world.scheduler.request(world.key("check"))?.window == window)
  }

  @Test func aRunIsNotDoneAgainBecauseClocksWereSetBackDuringIt() {
    var world = World()
    nightly(&world)
    world.pass(.minutes(17 * 60 + 30))
    #expect(world.isRunning("backup"))
    let begin = world.now
    world.pass(.minutes(20))
    world.send(.zone(secondsFromUTC: 0))
    world.finish("backup")
    world.pass(.hours(24))
    #expect(world.starts(of: "backup", after: begin) == [0])
    world.pass(.hours(1))
    #expect(world.starts(of: "backup", after: begin).last == 90_000.0)
  }

  @Test func norBecauseItWasSubmittedAgainMeanwhile() {
    var world = World()
    nightly(&world)
    world.pass(.minutes(17 * 60 + 40))
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.latest = .after(.hours(5))
    }
    world.send(.zone(secondsFromUTC: 0))
    world.finish("backup")
    #expect(world.reasons("backup") == [.earliest])
  }

  @Test func aDateBeyondTheChangeIsReadOnTheClocksOfThatDay() throws {
    var world = World()
    let midnight = world.now.wall - .minutes(390)
    // The zone is in winter, and in summer from the day after tomorrow.
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(midnight + .hours(72))
      $0.zoneAtEarliest = 3600
    }
    world.send(.zone(secondsFromUTC: 3600))
    let window = world.scheduler.request(world.key("backup"))?.window
    #expect(window?.opens == midnight + .hours(72))
    world.send(.zone(secondsFromUTC: 0))
    #expect(try #require(hours(world, zone: 0)).opens == 1)
  }

  @Test func theNightInWhichClocksAreSetIsNoPattern() {
    var world = World(.power(.battery))
    let midnight = world.now.wall - .minutes(390)
    // From 22:00 to 06:00 there are nine hours in the night in which summer time ends.
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(midnight + .hours(20))
      $0.latest = .at(midnight + .hours(29))
      $0.zoneAtEarliest = 7200
      $0.zoneAtLatest = 3600
    }
    world.send(.zone(secondsFromUTC: 7200))
    #expect(world.scheduler.request(world.key("backup"))?.period?.latestAfter == .hours(8))
    world.pass(.hours(20))
    world.send(.zone(secondsFromUTC: 3600))
    #expect(
      world.scheduler.request(world.key("backup"))?.window.latest == midnight + .hours(29))
  }

  @Test func aWindowShorterThanTheChangeKeepsItsLength() throws {
    // 08:30 in summer; the window ends at 08:00 in winter, half an hour later.
    var world = World(.power(.battery), .battery(3))
    world.send(.zone(secondsFromUTC: 7200))
    let latest = world.now.wall + .minutes(30)
    world.submit("backup") {
      $0.terms.every = .days(1)
      $0.latest = .at(latest)
      $0.zoneAtLatest = 3600
    }
    let request = try #require(world.scheduler.request(world.key("backup")))
    #expect(request.window.latest == latest)
    #expect(request.period?.latestAfter == .minutes(30))
    #expect(request.misfit == nil)
  }

  @Test func theSameSubmissionAfterTheChangeMovesNothing() {
    var world = World()
    nightly(&world)
    let period = world.scheduler.request(world.key("backup"))?.period
    world.send(.zone(secondsFromUTC: 7200))
    let midnight = world.now.wall - .minutes(390)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(midnight + .hours(47))
      $0.latest = .at(midnight + .hours(52))
    }
    let moved = world.scheduler.request(world.key("backup"))?.period
    #expect(moved?.anchor == period?.anchor.advanced(hours: -1))
    #expect(moved?.latestAfter == .hours(5))
    #expect(
      world.scheduler.request(world.key("backup"))?.window.opens == midnight + .hours(23))
  }

  @Test func anEarliestBeyondTheChangeMovesNoWindowBeforeIt() throws {
    var world = World()
    nightly(&world)
    let window = world.scheduler.request(world.key("backup"))?.window
    let midnight = world.now.wall - .minutes(390)
    // Also one o'clock, in summer, which begins in three days.
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(midnight + .hours(24 * 5 - 1))
      $0.latest = .at(midnight + .hours(24 * 5 + 4))
      $0.zoneAtEarliest = 7200
      $0.zoneAtLatest = 7200
    }
    #expect(world.scheduler.request(world.key("backup"))?.window == window)
    world.send(.zone(secondsFromUTC: 7200))
    let shown = try #require(hours(world, zone: 7200))
    #expect(shown.opens == 1)
    #expect(shown.latest == 6)
  }

  @Test func aTimeOfDayThatIsSkippedOnceIsThatTimeOfDayAfterIt() throws {
    var world = World()
    world.send(.zone(secondsFromUTC: 3600))
    let midnight = world.now.wall - .minutes(390)
    // 02:30 is skipped: clocks are set to three at 01:00 UTC.
    let change = midnight + .hours(25)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(change)
      $0.zoneAtEarliest = 5400
      $0.latest = .at(midnight + .hours(28))
      $0.zoneAtLatest = 7200
    }
    world.pass(change - world.now.wall)
    world.send(.zone(secondsFromUTC: 7200))
    #expect(world.isRunning("backup"))
    #expect(world.starts(of: "backup", after: world.now) == [0])
    world.finish("backup")
    let shown = try #require(hours(world, zone: 7200))
    #expect(shown.opens == 2.5)
    #expect(shown.latest == 6)
  }
}

extension WallTime {
  fileprivate func advanced(hours: Int) -> WallTime { self + .hours(hours) }
}
