import Testing

@testable import Scheduling

/// Right after a boot, only work of kind `userInitiated` starts.
struct BootDelayTests {
  @Test(arguments: Kind.allCases)
  func nothingButWhatAUserAskedForStartsForFiveMinutes(kind: Kind) {
    var world = World(bootedFor: .seconds(20))
    world.submit("task", kind)
    #expect(world.isRunning("task") == (kind == .userInitiated))
    if kind != .userInitiated {
      #expect(world.reasons("task") == [.bootDelay])
      #expect(world.explain("task")?.next == world.now.wall + .seconds(280))
    }
    world.pass(.seconds(280))
    #expect(world.isRunning("task"))
  }

  @Test func countsFromBootNotFromTheStartOfTheDaemon() {
    var world = World(bootedFor: .hours(5))
    world.submit("feed", .refresh) { $0.earliest = .after(.seconds(1)) }
    world.restart()
    world.pass(.seconds(1))
    #expect(world.isRunning("feed"))
  }

  @Test func resumingIsNoBoot() {
    var world = World(bootedFor: .hours(5))
    world.suspend(.hours(8))
    world.submit("feed", .refresh)
    #expect(world.isRunning("feed"))
  }

  @Test func aRequestThatRelaxesWaitsForItsEnd() {
    var world = World(bootedFor: .seconds(20))
    world.submit("feed", .refresh) { $0.latest = .after(.seconds(60)) }
    #expect(world.explain("feed")?.next == world.now.wall + .seconds(280))
    world.pass(.seconds(279))
    #expect(world.reasons("feed") == [.bootDelay])
    world.pass(.seconds(1))
    #expect(world.isRunning("feed"))
  }

  @Test func aRequestThatMustRunAtItsLatestDateDoesNotWaitForIt() {
    var world = World(bootedFor: .seconds(20))
    world.submit("feed", .refresh) {
      $0.latest = .after(.seconds(60))
      $0.terms.atLatest = .run
    }
    #expect(world.explain("feed")?.next == world.now.wall + .seconds(60))
    world.pass(.seconds(60))
    #expect(world.isRunning("feed"))
  }
}
