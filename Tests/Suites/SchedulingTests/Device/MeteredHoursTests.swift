import Testing

@testable import Scheduling

/// Hours in which the policy file makes the network count as metered.
struct MeteredHoursTests {
  private func settings() -> Settings {
    var settings = Settings()
    settings.metered = WeekHours("07:00..24:00")
    return settings
  }

  @Test func theNetworkIsMeteredInTheseHoursOnly() {
    var world = World(settings: settings(), .network(.wifi))
    #expect(world.scheduler.device.raw.isMetered == false)
    world.pass(.minutes(30))
    world.submit("strict") { $0.terms.requires = .knownUnmetered }
    world.submit("plain") { $0.terms.requires = .unmetered }
    #expect(world.reasons("strict") == [.metered] && world.reasons("plain") == [.metered])
    world.pass(.hours(16))
    #expect(world.waits("plain"))
    world.pass(.hours(1))
    #expect(world.isRunning("strict") && world.isRunning("plain"))
  }

  /// The value of the machine has no effect. A value set by a user has, until the thaw.
  @Test func theyDecideInsteadOfTheMachine() {
    var world = World(settings: settings(), measured: [.network(.wifi), .metered(true)])
    #expect(world.scheduler.device.raw.isMetered == false)
    #expect(world.scheduler.readings.source(of: "metered")?.origin == "policy")
    world.send(
      .measured([Measurement(.metered(true), origin: "networkmanager")], isFullPoll: false))
    #expect(world.scheduler.device.raw.isMetered == false)
    world.set(.metered(true))
    #expect(world.scheduler.device.raw.isMetered == true)
    world.pass(.hours(1))
    world.send(.thawDevice(world.ticket()))
    #expect(world.scheduler.device.raw.isMetered == true)
    world.pass(.hours(17))
    #expect(world.scheduler.device.raw.isMetered == false)
  }

  @Test func theyFollowTheUsersClocks() {
    var world = World(settings: settings())
    world.send(.zone(secondsFromUTC: 3600))
    #expect(world.scheduler.device.raw.isMetered == true)
    world.send(.zone(secondsFromUTC: 0))
    #expect(world.scheduler.device.raw.isMetered == false)
  }

  @Test func aSimulatedDeviceFollowsThemAlso() {
    var world = World(settings: settings())
    world.set(.metered(true))
    #expect(world.scheduler.device.raw.isMetered == false)
    world.restart()
    #expect(world.scheduler.device.raw.isMetered == false)
  }
}
