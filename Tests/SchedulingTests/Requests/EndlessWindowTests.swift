import Testing

@testable import Scheduling

/// What gives way where nobody named a latest date.
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
    world.submit("task", kind) { $0.every = every.map { .days($0) } }
    #expect(world.explain("task")?.next == world.now.wall + .days(days))
    world.pass(.days(days) - .minutes(1))
    #expect(world.waits("task"))
    world.pass(.minutes(1))
    #expect(world.isRunning("task"))
    // Nobody named a date that is past.
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
    world.submit("task", .maintenance) { $0.every = .days(1) }
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

  @Test func whatSystemWorkRequiresNeverGivesWayThere() {
    var world = World(.power(.battery), .battery(90))
    world.submit("task", .maintenance) { $0.requires = .power }
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
