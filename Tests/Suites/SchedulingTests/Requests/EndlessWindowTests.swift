import Testing

@testable import Scheduling

/// Preferences and gates that give way without a latest date.
struct EndlessWindowTests {
  private func world() -> World {
    var world = World()
    world.set(WindowTests.bad)
    return world
  }

  @Test(arguments: [Kind.refresh, .processing, .push])
  func withoutALatestDateNothingOfAnAppGivesWay(kind: Kind) {
    var world = world()
    world.submit("task", kind)
    #expect(world.explain("task")?.next == nil)
    world.pass(.days(60))
    #expect(world.waits("task"))
  }

  @Test(arguments: [
    (Kind.maintenance, nil, 7), (.utility, nil, 7), (.maintenance, 1, 7), (.maintenance, 5, 10),
  ])
  func systemWorkWithoutALatestDateIsNotSkippedForWeeks(kind: Kind, every: Int?, days: Int) {
    var world = world()
    world.submit("task", kind) { $0.terms.every = every.map { .days($0) } }
    #expect(world.explain("task")?.next == world.now.wall + .days(days))
    world.pass(.days(days) - .minutes(1))
    #expect(world.waits("task"))
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
    // The request has no latest date that has passed.
    #expect(world.scheduler.request(world.key("task"))?.window.latest == nil)
  }

  @Test func idlenessGivesWayInTheMiddleOfThatTime() {
    var world = World(.idle(false))
    world.submit("task", .maintenance)
    #expect(world.explain("task")?.next == world.now.wall + .hours(84))
    world.pass(.hours(84) - .minutes(1))
    #expect(world.reasons("task") == [.userActive])
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
  }

  @Test func thatTimeIsCountedFromTheLastSuccess() throws {
    var world = World(.idle(true))
    world.submit("task", .maintenance) { $0.terms.every = .days(1) }
    world.pass(.seconds(1))
    world.finish("task")
    world.set(.idle(false))
    let begin = world.now
    world.pass(.days(5))
    // The next interval, and half of seven days.
    let hours = world.starts(of: "task", after: begin).map { $0 / 3600 }
    let first = try #require(hours.first { $0 > 0 })
    #expect(first.rounded() == 108)
  }

  private func saving(_ settings: Settings = Settings()) -> World {
    World(settings: settings, .power(.battery), .battery(80), .lowPower(true))
  }

  /// Returns the minutes after `begin` at which the first `count` runs of "task" started. Each of them succeeds.
  private func minutes(_ count: Int, in world: inout World) -> [Double] {
    let begin = world.now
    let end = begin.wall + .days(9)
    while world.starts(of: "task", after: begin).count < count, world.now.wall < end {
      world.pass(.minutes(1))
      if world.isRunning("task") { world.finish("task") }
    }
    return world.starts(of: "task", after: begin).map { $0 / 60 }
  }

  @Test func inLowPowerModeUtilityRunsAfterNineTenthsOfEachInterval() {
    var world = saving()
    world.submit("task", .utility) { $0.terms.every = .hours(2) }
    #expect(world.reasons("task") == [.lowPower])
    #expect(world.explain("task")?.next == world.now.wall + .minutes(108))
    #expect(minutes(4, in: &world) == [108, 228, 348, 468])
  }

  /// The flex is at the end of an interval.
  @Test(arguments: [(60, [108.0, 228, 348]), (6, [114, 234, 354])])
  func inLowPowerModeFlexIsPartOfTheInterval(flex: Int, starts: [Double]) {
    var world = saving()
    world.submit("task", .utility) {
      $0.terms.every = .hours(2)
      $0.terms.flex = .minutes(flex)
    }
    #expect(minutes(3, in: &world) == starts)
  }

  @Test func inLowPowerModeALatestDateIsWhatCounts() {
    var world = saving()
    world.submit("task", .utility) {
      $0.terms.every = .hours(2)
      $0.latest = .after(.hours(10))
    }
    #expect(minutes(1, in: &world) == [540])
  }

  @Test func inLowPowerModeWorkThatIsNotPeriodicWaitsAsLongAsForRelaxing() {
    var world = saving()
    world.submit("task", .utility)
    #expect(world.explain("task")?.next == world.now.wall + .minutes(9 * 7 * 144))
  }

  @Test func inLowPowerModeThatNeedsNoRelaxing() {
    var settings = Settings()
    settings.relaxesAfter = nil
    settings.refresh.lowPower = .onBattery(after: 0.5)
    var world = saving(settings)
    for kind in [Kind.utility, .refresh] {
      world.submit("task", kind) { $0.terms.every = .hours(2) }
      #expect(world.explain("task")?.next == world.now.wall + .minutes(kind == .utility ? 108 : 60))
    }
  }

  @Test func whatSystemWorkRequiresNeverGivesWayThere() {
    var world = World(.power(.battery), .battery(90))
    world.submit("task", .maintenance) { $0.terms.requires = .power }
    #expect(world.explain("task")?.next == nil)
    world.pass(.days(60))
    #expect(world.reasons("task") == [.power])
  }

  @Test func aPolicyCanHaveItWaitForEver() {
    var settings = Settings()
    settings.relaxesAfter = nil
    var world = World(settings: settings, .idle(false))
    world.submit("task", .maintenance)
    world.pass(.days(60))
    #expect(world.reasons("task") == [.userActive])
  }
}
