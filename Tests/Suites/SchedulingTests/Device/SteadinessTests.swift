import Testing

@testable import Scheduling

/// A change must last for a while before a veto takes effect.
struct SteadinessTests {
  @Test func gainedPowerMustHoldForAMinute() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance)
    world.set(.power(.ac))
    world.pass(.seconds(59))
    #expect(world.reasons("backup") == [.power])
    world.pass(.seconds(1))
    #expect(world.isRunning("backup"))
  }

  @Test func aFlappingPlugStartsAndStopsNothing() {
    var world = World(.power(.battery), .battery(80))
    world.submit("waiting", .maintenance)
    for _ in 0..<10 {
      world.set(.power(.ac))
      world.pass(.seconds(59))
      world.set(.power(.battery))
      world.pass(.seconds(9))
    }
    #expect(world.started.isEmpty)

    world.set(.power(.ac))
    world.pass(.seconds(60))
    for _ in 0..<10 {
      world.set(.power(.battery))
      world.pass(.seconds(9))
      world.set(.power(.ac))
      world.pass(.seconds(1))
    }
    #expect(world.isRunning("waiting"))
    #expect(world.warnings("waiting").isEmpty)
  }

  @Test func otherNewsDoesNotBeginTheMinuteAnew() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance)
    world.set(.power(.ac))
    for level in 81...85 {
      world.pass(.seconds(10))
      world.set(.battery(level), .power(.ac))
    }
    world.pass(.seconds(10))
    #expect(world.isRunning("backup"))
  }

  @Test func lostPowerIsBelievedAfterTenSeconds() {
    var world = World(.power(.ac), .battery(80))
    world.submit("backup", .maintenance)
    world.set(.power(.battery))
    world.pass(.seconds(9))
    #expect(world.isRunning("backup"))
    world.pass(.seconds(1))
    #expect(world.phase("backup") == .deferring(.gate(.power)))
  }

  @Test(arguments: [Kind.refresh, .processing, .push])
  func lostPowerIsBelievedAtOnceBelowTheFloor(kind: Kind) {
    var world = World(.power(.ac), .battery(19))
    world.submit("task", kind)
    #expect(world.isRunning("task"))
    world.set(.power(.battery))
    #expect(world.warnings("task") == [.gate(.battery)])
  }

  @Test func lostPowerIsNotBelievedAtOnceAtTheFloor() {
    var world = World(.power(.ac), .battery(20))
    world.submit("task", .refresh) { $0.terms.requires = .power }
    world.set(.power(.battery))
    #expect(world.isRunning("task"))
    world.set(.battery(19))
    #expect(world.warnings("task").count == 1)
  }

  @Test func theReturnOfTheUserIsBelievedAfterTenSeconds() {
    var world = World(.idle(true))
    world.submit("index", .processing)
    world.set(.idle(false))
    world.pass(.seconds(9))
    #expect(world.isRunning("index"))
    world.set(.idle(true))
    world.pass(.seconds(20))
    #expect(world.isRunning("index"))
    world.set(.idle(false))
    world.pass(.seconds(10))
    #expect(world.warnings("index") == [.gate(.userActive)])
  }

  @Test func idlenessIsBelievedAtOnce() {
    var world = World(.idle(false))
    world.submit("index", .processing)
    #expect(world.reasons("index") == [.userActive])
    world.set(.idle(true))
    #expect(world.isRunning("index"))
  }

  @Test func scoresFollowTheRawState() throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("feed", .refresh) { $0.earliest = .after(.hours(1)) }
    let before = try #require(world.explain("feed")?.sums)
    world.set(.power(.ac))
    let after = try #require(world.explain("feed")?.sums)
    // The charger's row rises from 0.5 to 1 at weight 10, the battery's row by a fifth.
    #expect(after.sum > before.sum + 5)
  }

  @Test(arguments: [
    (DeviceValue.thermal(.serious), Reason.thermal), (.lowPower(true), .lowPower),
    (.metered(true), .metered),
  ])
  func heatMeteringAndLowPowerModeActAtOnce(value: DeviceValue, reason: Reason) {
    var world = World(.network(.wifi))
    world.submit("feed", .refresh) { $0.terms.requires = .unmetered }
    world.set(value)
    #expect(world.warnings("feed") == [.gate(reason)])
  }

  @Test func powerThatIsNoLongerKnownMustHaveBeenSoForAMinute() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance)
    world.set(.power(nil))
    // The same value again, or a value of another field, is not a change of the power.
    world.set(.power(nil))
    world.set(.load(10))
    world.pass(.seconds(59))
    #expect(world.reasons("backup") == [.power])
    world.pass(.seconds(1))
    #expect(world.isRunning("backup"))
  }

  @Test func whatWasUnknownIsBelievedAtOnce() {
    var world = World()
    world.submit("backup", .maintenance) { $0.earliest = .after(.seconds(1)) }
    world.submit("index", .processing) { $0.earliest = .after(.seconds(1)) }
    world.set(.power(.battery), .idle(false))
    world.pass(.seconds(1))
    #expect(world.reasons("backup") == [.userActive, .power])
    #expect(world.reasons("index") == [.userActive])
  }
}
