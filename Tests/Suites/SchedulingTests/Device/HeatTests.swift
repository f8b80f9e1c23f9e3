import Testing

@testable import Scheduling

/// After a stop for heat the device must have been nominal for ten minutes.
struct HeatTests {
  @Test func whatHeatStoppedWaitsForTenNominalMinutes() {
    var world = World()
    world.submit("feed", .refresh)
    world.set(.thermal(.serious))
    #expect(world.warnings("feed") == [.gate(.thermal)])
    world.finish("feed", exit: 1)
    world.set(.thermal(.nominal))
    world.pass(.minutes(9))
    #expect(world.reasons("feed") == [.thermal])
    // The device was warm in between, so the ten minutes start again.
    world.set(.thermal(.fair))
    world.set(.thermal(.nominal))
    world.pass(.minutes(9) + .seconds(59))
    #expect(world.waits("feed"))
    world.pass(.seconds(1))
    #expect(world.isRunning("feed"))
  }

  @Test func saysWhenTheDeviceWillHaveCooled() {
    var world = World()
    world.submit("feed", .refresh)
    world.set(.thermal(.serious))
    world.finish("feed", exit: 1)
    #expect(world.explain("feed")?.next == nil)
    world.set(.thermal(.nominal))
    #expect(world.explain("feed")?.next == world.now.wall + .minutes(10))
  }

  @Test func whatHeatNeverStoppedStartsAtOnce() {
    var world = World(.thermal(.serious))
    world.submit("feed", .refresh)
    world.set(.thermal(.nominal))
    #expect(world.isRunning("feed"))
  }

  @Test func whatAUserAskedForDoesNotWait() {
    var world = World()
    world.submit("feed", .refresh)
    world.set(.thermal(.serious))
    world.set(.thermal(.nominal))
    world.submit("export", .userInitiated)
    #expect(world.isRunning("export"))
  }

  @Test func whatAUserAskedForIsBackAsSoonAsTheHeatIsGone() {
    var world = World()
    world.submit("export", .userInitiated)
    world.set(.thermal(.critical))
    world.finish("export", exit: 1)
    #expect(world.reasons("export") == [.thermal])
    world.set(.thermal(.serious))
    #expect(world.isRunning("export"))
  }

  @Test func warmthThatStopsMaintenanceHoldsOnlyMaintenance() {
    var world = World()
    world.submit("backup", .maintenance)
    world.submit("feed", .refresh)
    world.submit("mail", .utility)
    world.set(.thermal(.fair))
    #expect(world.phase("backup") == .deferring(.gate(.thermal)))
    #expect(world.isRunning("feed"))
    #expect(world.isRunning("mail"))
    world.finish("backup", exit: 75)
    world.submit("other", .utility)
    #expect(world.isRunning("other"))
    world.set(.thermal(.nominal))
    #expect(world.reasons("backup") == [.thermal])
    world.pass(.minutes(10))
    #expect(world.isRunning("backup"))
  }

  @Test func aRunGoesOnWhileTheDeviceCools() {
    var world = World()
    // The request is overdue and relaxed, so it starts although the device has not cooled.
    world.submit("old", .utility) { $0.latest = .after(.minutes(1)) }
    world.finish("old", exit: 1)
    world.submit("feed", .refresh)
    world.set(.thermal(.serious))
    world.set(.thermal(.nominal))
    world.pass(.minutes(1))
    #expect(world.isRunning("old"))
    world.set(.battery(50))
    #expect(world.isRunning("old"))
    #expect(world.warnings("old").isEmpty)
  }
}
