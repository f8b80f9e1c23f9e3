import Testing

@testable import Scheduling

/// A clock that was years ahead, and is then set right: no request waits until that year.
struct ClockAheadTests {
  private static let ahead = Duration.days(3650) + .hours(5)

  /// How the scheduler is notified that the clock was set right.
  enum Correction: CaseIterable {
    case heard, unheard, restart, reboot
  }

  private func world(_ values: DeviceValue...) -> World {
    var world = World(.power(.battery), .battery(80))
    world.set(values)
    world.setClock(by: Self.ahead)
    return world
  }

  private func correct(_ world: inout World, _ correction: Correction = .heard) {
    switch correction {
    case .heard: world.setClock(by: .zero - Self.ahead)
    case .unheard: world.setClockUnheard(by: .zero - Self.ahead)
    case .restart:
      world.setClockUnheard(by: .zero - Self.ahead)
      world.restart()
    case .reboot: world.reboot(offline: .zero - Self.ahead)
    }
  }

  private func window(_ world: World) -> Window? {
    world.scheduler.request(world.key("task"))?.window
  }

  /// Returns the time until the window of the task opens.
  private func waiting(_ world: World) -> Duration? {
    window(world).map { $0.opens - world.now.wall }
  }

  /// A time as in a task file: the next one o'clock.
  private func oneOClock(after now: WallTime) -> Moment {
    let day = floorDivide(now.nanoseconds, Duration.days(1).nanoseconds)
    let today = WallTime(nanoseconds: day * Duration.days(1).nanoseconds) + .hours(1)
    return .at(today > now ? today : today + .days(1))
  }

  private func isOneOClock(_ time: WallTime?) -> Bool {
    time.map { ($0.nanoseconds / 1_000_000_000) % 86400 == 3600 } ?? false
  }

  @Test(arguments: Correction.allCases)
  func aDeclaredTimeOfDayIsTheNextOne(correction: Correction) throws {
    var world = world()
    let earliest = oneOClock(after: world.now.wall)
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.earliest = earliest
      $0.latest = .after(.hours(22))
    }
    let length = try #require(window(world)).latest.map { $0 - world.now.wall }
    correct(&world, correction)
    if correction == .unheard { world.send(.time) }
    // 06:30 now.
    #expect(waiting(world) == .minutes(18 * 60 + 30))
    #expect(window(world)?.latest.map { $0 - world.now.wall } == length.map { $0 + .hours(5) })
    world.set(.power(.ac))
    world.pass(.hours(19))
    #expect(world.isRunning("task"))
    world.finish("task")
    #expect(waiting(world) == .minutes(23 * 60 + 30))
  }

  @Test(arguments: Correction.allCases)
  func flexIsOfThePresentInterval(correction: Correction) throws {
    var world = world()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.flex = .hours(4)
    }
    correct(&world, correction)
    if correction == .unheard { world.send(.time) }
    let wait = try #require(waiting(world))
    #expect(wait > .zero && wait <= .days(1))
  }

  @Test(arguments: Correction.allCases)
  func whatWasGivenUpIsTriedInTheNextInterval(correction: Correction) throws {
    var world = world(.power(.ac))
    correct(&world)
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("task")
    world.pass(.hours(20))
    world.setClock(by: Self.ahead)
    #expect(world.isRunning("task"))
    world.finish("task", exit: 1)
    correct(&world, correction)
    if correction == .unheard { world.send(.time) }
    let wait = try #require(waiting(world))
    #expect(wait > .zero && wait <= .days(1))
  }

  @Test(arguments: Correction.allCases)
  func whatWasDroppedWaitsForTheNextInterval(correction: Correction) throws {
    var world = world()
    correct(&world)
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
      $0.terms.requires = .power
    }
    world.setClock(by: Self.ahead)
    #expect(world.outcomes("task") == [.skipped])
    correct(&world, correction)
    if correction == .unheard { world.send(.time) }
    let wait = try #require(waiting(world))
    #expect(wait > .zero && wait <= .days(1))
  }

  @Test func aRunThatWentOnMeanwhileIsOfThePresentInterval() throws {
    var world = world(.power(.ac))
    world.submit("task") { $0.terms.every = .days(1) }
    #expect(world.isRunning("task"))
    correct(&world)
    world.finish("task")
    let wait = try #require(waiting(world))
    #expect(wait > .zero && wait <= .days(1))
  }

  @Test(arguments: Correction.allCases)
  func submittedAgainItKeepsNoneOfTheFarWindow(correction: Correction) throws {
    var world = world()
    let submit: (inout World) -> Void = { world in
      let earliest = oneOClock(after: world.now.wall)
      world.submit("task") {
        $0.terms.every = .days(1)
        $0.earliest = earliest
      }
    }
    submit(&world)
    correct(&world, correction)
    // With `unheard`, this is the first event after the correction.
    submit(&world)
    #expect(waiting(world) == .minutes(18 * 60 + 30))
  }

  @Test func saysHowManyRequestsWereCorrected() {
    var world = world()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.flex = .hours(4)
    }
    world.submit("other") { $0.latest = .after(.days(3)) }
    #expect(world.scheduler.clockCorrection == nil)
    correct(&world)
    #expect(world.scheduler.clockCorrection?.requests == 2)
    #expect(world.scheduler.clockCorrection?.at == world.now.wall)
  }

  @Test func aWeekdayStaysThatDay() throws {
    var world = world()
    let saturday = WallTime(seconds: 1_772_433_000) + .days(3652 + 5)
    world.submit("task") {
      $0.terms.every = .days(7)
      $0.earliest = .at(saturday)
    }
    correct(&world)
    let opens = try #require(window(world)?.opens)
    #expect((saturday - opens).nanoseconds % Duration.days(7).nanoseconds == 0)
    #expect(opens > world.now.wall && opens - world.now.wall <= .days(7))
  }

  @Test func aDateIsAsFarAheadAsItWasWhenItWasNamed() throws {
    var world = world()
    world.submit("task") {
      $0.terms.every = .hours(1)
      $0.earliest = .after(.days(30))
    }
    correct(&world)
    let wait = try #require(waiting(world))
    #expect(wait > .days(29) && wait <= .days(30))
  }

  @Test func whatRunsOnceBeginsAtItsTimeOfDay() throws {
    var world = world()
    let earliest = oneOClock(after: world.now.wall)
    world.submit("task") {
      $0.earliest = earliest
      $0.latest = .after(.days(3))
    }
    correct(&world)
    #expect(isOneOClock(window(world)?.opens))
    #expect(waiting(world) == .minutes(18 * 60 + 30))
    #expect(window(world)?.latest.map { $0 - world.now.wall } == .hours(77))
  }

  @Test func aLatestDateNamedMeanwhileDoesNotKeepAnOpenWindowOpenForYears() throws {
    var world = World(.power(.battery), .battery(80))
    let submit: (inout World, Moment) -> Void = { world, latest in
      world.submit("task") {
        $0.terms.every = .days(7)
        $0.latest = latest
        $0.terms.requires = .power
      }
    }
    submit(&world, .after(.days(3)))
    world.setClock(by: Self.ahead)
    submit(&world, .at(world.now.wall + .days(2)))
    correct(&world)
    let latest = try #require(window(world)?.latest)
    #expect(latest > world.now.wall && latest - world.now.wall <= .days(3))
  }

  @Test func aDateNamedByAClockThatIsRightStays() {
    var world = World()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.earliest = .after(.days(300))
    }
    let window = window(world)
    world.setClock(by: Self.ahead - .days(3600))
    world.setClock(by: .days(3600) - Self.ahead)
    world.restart()
    #expect(self.window(world) == window)
  }

  @Test func whatAnOlderDaemonKeptIsCorrectedWhenItIsRead() throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("task") { $0.terms.every = .days(1) }
    var request = try #require(world.scheduler.request(world.key("task")))
    // Submitted again with the right clock, and with the kept window.
    request.window.opens = request.window.opens + Self.ahead
    request.period?.anchor = request.window.opens
    request.period?.begins = request.window.opens
    var snapshot = world.snapshot
    snapshot.apply(.putRequest(request))
    let (loaded, _) = Scheduler.load(
      snapshot, settings: Settings(), at: world.now, bootID: "boot")
    let opens = try #require(loaded.request(world.key("task"))?.window.opens)
    #expect(opens > world.now.wall && opens - world.now.wall <= .days(1))
  }

  @Test func aFailedCommitDoesNotForgetThatTheClockWasSetBack() throws {
    var world = world()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(3))
    }
    let committed = world.snapshot
    correct(&world)
    world.reload(committed)
    let wait = try #require(waiting(world))
    #expect(wait > .zero && wait <= .days(1))
  }

  /// No stored value of this app changes with the clock, only the time from which it is within its quota.
  @Test func anAppIsWithinItsQuotaAfterAClockThatWasAhead() throws {
    var world = World(.power(.battery), .battery(80))
    world.register("reader")
    world.setClock(by: .hours(2))
    world.tell("reader", .quotaReset)
    world.setClock(by: .zero - .hours(2))
    let key = AppKey(owner: World.user, id: "reader")
    let usage = try #require(world.scheduler.context.apps[key]?.usage)
    let quotas = Settings().quotas
    #expect(usage.isInQuota(usage.tier(at: world.now.wall, quotas), at: world.now, quotas))
  }
}
