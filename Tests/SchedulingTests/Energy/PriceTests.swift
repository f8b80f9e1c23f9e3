import Testing

@testable import Scheduling

/// What is not worth its energy now.
struct PriceTests {
  /// On battery, with a refresh of an app that was used and left a minute ago.
  private func world() -> World {
    var world = World(.power(.battery), .battery(80))
    world.register("reader")
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.pass(.minutes(1))
    world.submit("task", .refresh) { $0.app = "reader" }
    return world
  }

  @Test func itIsSaidWhenItMayBeWorthIt() throws {
    let world = world()
    #expect(world.reasons("task", app: "reader") == [.price])
    let next = try #require(world.explain("task", app: "reader")?.next)
    #expect(next > world.now.wall)
  }

  /// Gates say the same of no word about power as of power, so that nothing else has it looked at.
  @Test func powerThatIsTheSameToGatesFreesItOfItsPrice() {
    var world = world()
    world.set(.power(nil))
    #expect(world.reasons("task", app: "reader") == [.price])
    world.set(.power(.ac))
    #expect(world.isRunning("task", app: "reader"))
  }

  /// Nobody has touched it for days: what came in once is spent, and no refresh earns another day.
  @Test(arguments: [false, true])
  func aPhoneThatLiesUnusedStopsRefreshing(restarts: Bool) {
    var settings = Settings()
    settings.energy.secondsPerDay = 10
    var world = World(settings: settings, .power(.battery), .battery(80))
    world.register("reader")
    for hour in 0..<240 {
      if (6..<22).contains(hour % 24) {
        world.tell("reader", .opened)
        world.tell("reader", .closed)
      }
      for _ in 0..<6 { passTenMinutes(&world) }
    }
    let left = world.now
    for day in 0..<12 {
      for _ in 0..<144 { passTenMinutes(&world) }
      if restarts && day < 11 { world.restart() }
    }
    let days = world.starts(of: "task", after: left).filter { $0 > 0 }.map { Int($0 / 86400) }
    // What it had saved goes on for some days; what comes in later ends.
    #expect((days.last ?? 0) < 9)
    #expect(days.count < 25)
    #expect(world.started.count > 50)
  }

  /// Lets ten minutes pass, with a refresh that always waits and takes as long.
  private func passTenMinutes(_ world: inout World) {
    if world.isRunning("task", app: "reader") { world.finish("task", app: "reader") }
    if world.scheduler.request(world.key("task", app: "reader")) == nil {
      world.submit("task", .refresh) { $0.app = "reader" }
    }
    world.pass(.minutes(10))
  }
}
