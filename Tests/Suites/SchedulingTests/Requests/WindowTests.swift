import Testing

@testable import Scheduling

/// The effect of the latest date: run, relax or drop.
struct WindowTests {
  /// A device on which no request may run by default, without absolute vetoes.
  static let bad: [DeviceValue] = [
    .power(.battery), .battery(50), .lowPower(true), .idle(false), .load(95), .thermal(.fair),
    .memory(.critical),
  ]

  private func world() -> World {
    var world = World()
    world.set(Self.bad)
    return world
  }

  @Test(arguments: Kind.allCases.filter { $0 != .userInitiated })
  func runPassesEverythingButAbsoluteVetoesAndWhatItRequires(kind: Kind) {
    var world = world()
    world.set(.network(Network.none), .storage(.low), .screen(isOn: true))
    world.submit("task", kind) {
      $0.terms.prefers = [.power, .network, .idle, .screenOff, .storageNotLow]
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .run
    }
    #expect(world.explain("task")?.next == world.now.wall + .hours(1))
    world.pass(.minutes(59))
    #expect(world.waits("task"))
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test(arguments: [
    DeviceValue.thermal(.serious), .storage(.full), .locked(true), .battery(4),
  ])
  func absoluteVetoesHoldEvenThen(value: DeviceValue) throws {
    var world = World(.power(.battery), value)
    world.submit("task", .utility) {
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .run
    }
    world.pass(.hours(5))
    #expect(world.waits("task"))
    let explanation = try #require(world.explain("task"))
    #expect(explanation.decision == .absolutelyMustNotProceed)
    #expect(explanation.reasons.count == 1)
    #expect(explanation.next == nil)
  }

  @Test(arguments: Kind.allCases.filter { $0 != .userInitiated })
  func relaxGivesUpWhatTheKindGatesByDefault(kind: Kind) {
    var world = world()
    world.submit("task", kind) { $0.latest = .after(.hours(1)) }
    world.pass(.minutes(59))
    #expect(world.waits("task"))
    #expect(world.explain("task")?.next == world.now.wall + .minutes(1))
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test func relaxGivesUpWhatTheRequestPrefers() {
    var world = World(
      .power(.battery), .battery(40), .network(.cellular), .metered(true), .storage(.low),
      .screen(isOn: true))
    world.submit("task", .utility) {
      $0.terms.prefers = [.power, .idle, .unmetered, .screenOff, .storageNotLow]
      $0.latest = .after(.hours(1))
    }
    #expect(world.reasons("task") == [.userActive, .power, .metered, .screen, .storage])
    world.pass(.hours(1))
    #expect(world.isRunning("task"))
  }

  @Test func preferencesGiveWayOneByOneAndPowerLast() {
    var world = World(
      .power(.battery), .battery(60), .network(.cellular), .metered(true), .storage(.low),
      .screen(isOn: true), .idle(false))
    world.submit("task", .utility) {
      $0.terms.prefers = [.power, .idle, .unmetered, .screenOff, .storageNotLow]
      $0.latest = .after(.hours(80))
    }
    var left: [[Reason]] = []
    for _ in 0..<8 {
      left.append(world.reasons("task"))
      #expect(world.explain("task")?.next == world.now.wall + .hours(80 - 10 * (left.count - 1)))
      world.pass(.hours(10))
    }
    let all = [Reason.power, .userActive, .screen, .metered, .storage].sorted()
    #expect(left.prefix(4).allSatisfy { $0.sorted() == all })
    #expect(
      left.dropFirst(4).map { $0.sorted() } == [
        [.power, .screen, .metered, .storage], [.power, .metered, .storage], [.power, .storage],
        [.power],
      ])
    #expect(world.isRunning("task"))
  }

  @Test func aPreferredPowerWaitsForABatteryThatHolds() {
    var world = World(.power(.battery), .battery(39))
    world.submit("task", .utility) {
      $0.terms.prefers = .power
      $0.latest = .after(.hours(1))
    }
    world.pass(.hours(2))
    #expect(world.reasons("task") == [.power])
    world.set(.battery(40))
    #expect(world.isRunning("task"))
  }

  @Test(arguments: [
    (Kind.refresh, nil, 24), (.processing, nil, 48), (.maintenance, nil, 168), (.utility, nil, 168),
    (.maintenance, 24, 48), (.refresh, 1, 24), (.userInitiated, 100, 200),
  ])
  func lifetimesAreByKind(kind: Kind, every: Int?, hours: Int) {
    var world = World(.storage(.full))
    world.submit("task", kind) { $0.terms.every = every.map { .hours($0) } }
    let request = world.scheduler.request(world.key("task"))
    #expect(request?.lifetimeEnd(Settings()) == world.now.wall + .hours(hours))
    world.submit("task", kind) { $0.latest = .after(.hours(3)) }
    let other = world.scheduler.request(world.key("task"))
    #expect(other?.lifetimeEnd(Settings()) == world.now.wall + .hours(3))
  }

  @Test(arguments: Conditions.named.map(\.name))
  func relaxNeverGivesUpWhatTheRequestRequires(name: String) throws {
    let condition = try Conditions(names: [name], field: "requires")
    var world = World(
      .power(.battery), .battery(15), .network(Network.none), .metered(true), .storage(.low),
      .screen(isOn: true), .idle(false))
    world.submit("task", .userInitiated) {
      $0.terms.requires = condition
      $0.latest = .after(.hours(1))
    }
    let reasons = world.reasons("task")
    #expect(reasons.count == 1)
    world.pass(.days(30))
    #expect(world.reasons("task") == reasons)
    #expect(world.explain("task")?.next == nil)
  }

  @Test func idlenessGivesWayAtHalfOfTheWindow() {
    var world = World(.idle(false))
    world.submit("task", .maintenance) { $0.latest = .after(.hours(10)) }
    #expect(world.explain("task")?.next == world.now.wall + .hours(5))
    world.pass(.minutes(299))
    #expect(world.reasons("task") == [.userActive])
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test func powerGivesWayAtTheEndWhereTheBatteryHoldsFortyPercent() {
    var world = World(.power(.battery), .battery(39))
    world.submit("task", .maintenance) { $0.latest = .after(.hours(1)) }
    #expect(world.explain("task")?.next == nil)
    world.pass(.hours(2))
    #expect(world.reasons("task") == [.power])
    world.set(.battery(40))
    #expect(world.isRunning("task"))
  }

  @Test func aUtilityRunsInLowPowerModeAfterNineTenthsOfItsWindow() {
    var world = World(.power(.battery), .battery(80), .lowPower(true))
    world.submit("task", .utility) { $0.latest = .after(.hours(10)) }
    #expect(world.explain("task")?.next == world.now.wall + .hours(9))
    world.pass(.minutes(539))
    #expect(world.reasons("task") == [.lowPower])
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test func whatIsDroppedHasNoMomentToLookForwardTo() {
    var world = World(.idle(false))
    world.submit("task", .maintenance) {
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .drop
    }
    #expect(world.explain("task")?.next == nil)
  }

  @Test func theWindowIsCountedFromItsOpening() {
    var world = World(.idle(false))
    let begin = world.now
    world.submit("task", .maintenance) {
      $0.earliest = .after(.hours(10))
      $0.latest = .after(.hours(20))
    }
    world.pass(.hours(15))
    #expect(world.starts(of: "task", after: begin) == [54000])
  }

  @Test func overdueWorkThatASetClockMakesEarlyWaitsAgain() {
    var world = World(.idle(false))
    world.submit("task", .maintenance) { $0.earliest = .after(.hours(10)) }
    world.setClock(by: .hours(11))
    #expect(world.reasons("task") == [.userActive])
    world.setClock(by: .hours(-11))
    #expect(world.reasons("task") == [.earliest, .userActive])
    world.set(.idle(true))
    #expect(world.waits("task"))
    world.pass(.hours(10))
    #expect(world.isRunning("task"))
  }

  @Test(arguments: [
    // The time by which the clock is set back, and the latest date after that.
    (Duration.hours(2), Duration.hours(74)), (.days(1), .hours(72)), (.days(4000), .hours(72)),
  ])
  func whatWasToBeginAtOnceDoesByAClockThatWasSetBack(back: Duration, latest: Duration) {
    for every in [nil, Duration.days(7)] {
      var world = World(.idle(false))
      world.submit("task", .maintenance) {
        $0.latest = .after(.hours(72))
        $0.terms.every = every
      }
      world.submit("later", .maintenance) { $0.earliest = .after(.hours(1)) }
      world.setClock(by: .zero - back)
      #expect(world.reasons("task") == [.userActive])
      let request = world.scheduler.request(world.key("task"))
      #expect(request?.window == Window(opens: world.now.wall, latest: world.now.wall + latest))
      #expect(world.reasons("later") == [.earliest, .userActive])
      world.set(.idle(true))
      #expect(world.isRunning("task"))
      guard let every else { continue }
      let begun = world.now.wall
      world.finish("task")
      let next = world.scheduler.request(world.key("task"))
      #expect(next?.window.opens == begun + every)
    }
  }

  @Test func aTimeOfDayThatWasNamedIsWaitedForByASetClock() {
    var world = World()
    // At 07:30 by a clock that is an hour ahead; submitted again after the clock was set right.
    let submit: (inout World) -> Void = { world in
      world.set(.idle(false))
      world.submit("task", .maintenance) {
        $0.earliest = .at(WallTime(seconds: 1_772_436_600))
        $0.terms.every = .days(1)
      }
    }
    submit(&world)
    world.pass(.hours(2))
    world.submit("task", .maintenance) { $0.terms.every = .days(1) }
    world.setClock(by: .hours(-2))
    world.set(.idle(true))
    #expect(world.reasons("task") == [.earliest])
    world.pass(.hours(1))
    #expect(world.isRunning("task"))
  }

  @Test(arguments: [
    (hours: 0.0, progress: 0.0), (6, 0.6), (10, 1), (15, 1.5), (-5, 0),
  ])
  func progressIsTheShareOfTheWindowThatHasPassed(hours: Double, progress: Double) {
    let opens = WallTime(seconds: 1_772_433_000)
    let window = Window(opens: opens, latest: opens + .hours(10))
    #expect(window.progress(at: opens + .seconds(hours * 3600)) == progress)
    #expect(Window(opens: opens).progress(at: opens + .hours(1)) == nil)
    #expect(Window(opens: opens, latest: opens).progress(at: opens) == 1)
    #expect(Window(opens: opens, latest: opens).progress(at: opens - .hours(1)) == 0)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func aShareHasPassedAtItsMomentAndNotBefore(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let opens = WallTime(nanoseconds: .random(in: 0...(1 << 61), using: &random))
      let length = Duration.nanoseconds(Int64.random(in: 1...(1 << 55), using: &random))
      let window = Window(opens: opens, latest: opens + length)
      for share in [0.1, 1.0 / 3, 0.5, 0.7, 0.9, 1] {
        let moment = window.moment(at: share) ?? opens
        #expect(window.hasPassed(share, at: moment))
        #expect(!window.hasPassed(share, at: moment - .nanoseconds(1)))
        #expect(moment >= opens)
        #expect(moment <= opens + length)
      }
    }
  }

  @Test func halfOfTwoHundredThousandSecondsIsAHundredThousand() {
    let opens = WallTime(seconds: 1_772_464_500)
    let window = Window(opens: opens, latest: opens + .seconds(200_000))
    #expect(window.moment(at: 0.5) == opens + .seconds(100_000))
  }
}
