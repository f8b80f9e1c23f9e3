import Testing

@testable import Scheduling

/// A change that was not yet steady when the machine fell asleep does not become steady during the sleep.
struct DebouncingOverSleepTests {
  @Test func powerThatCameJustBeforeASleepMustHoldAMinuteAfterIt() {
    var world = World(.power(.battery), .idle(true))
    world.submit("backup") { $0.terms.requires = .power }
    world.set(.power(.ac))
    world.pass(.seconds(5))
    world.suspend(.hours(3))
    #expect(world.reasons("backup") == [.power])
    world.pass(.seconds(59))
    #expect(world.waits("backup"))
    world.pass(.seconds(1))
    #expect(world.isRunning("backup"))
  }

  @Test func aUserWhoCameBackJustBeforeASleepIsBelievedTenSecondsAfterIt() {
    var world = World(.power(.ac), .idle(true))
    world.submit("index", .processing)
    world.set(.idle(false))
    world.suspend(.hours(3))
    #expect(world.warnings("index").isEmpty)
    world.pass(.seconds(10))
    #expect(world.warnings("index") == [.gate(.userActive)])
  }

  @Test func whatWasSteadyBeforeStaysSo() {
    var world = World(.power(.ac), .idle(true))
    world.suspend(.hours(3))
    world.submit("backup") { $0.terms.requires = .power }
    #expect(world.isRunning("backup"))
  }
}
