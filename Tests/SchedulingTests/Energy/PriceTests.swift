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
}
