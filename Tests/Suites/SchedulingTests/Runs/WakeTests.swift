import Testing

@testable import Scheduling

/// The time of the next step that the scheduler asks for.
struct WakeTests {
  private func wake(_ world: World) -> Duration? {
    world.scheduler.nextDeadlines().delay(from: world.now)
  }

  @Test func withNothingDueItSleeps() {
    var world = World(.power(.battery), .battery(80))
    #expect(wake(world) == nil)
    world.submit("photos", .processing) { $0.terms.requires = .power }
    #expect(wake(world) == nil)
    // Until a request without a latest date stops waiting for idleness.
    world.submit("backup", .maintenance)
    #expect(wake(world) == .hours(84))
  }

  @Test func afterTheBootDelayItSleeps() {
    var world = World(bootedFor: .seconds(100))
    #expect(wake(world) == nil)
    world.submit("feed", .refresh) { $0.terms.requires = .network }
    #expect(wake(world) == .seconds(200))
    world.set(.network(Network.none))
    world.pass(.seconds(200))
    #expect(wake(world) == nil)
  }

  @Test func itWakesForEveryMomentThatMatters() {
    var world = World(.power(.battery), .battery(80), .lowPower(true), .idle(false))
    world.submit("mail", .utility) {
      $0.earliest = .after(.hours(1))
      $0.latest = .after(.hours(11))
      $0.terms.requires = .power
    }
    #expect(wake(world) == .hours(1))
    world.pass(.hours(1))
    // Idleness gives way at half of the window, low-power mode at nine tenths, and everything at the end.
    #expect(wake(world) == .hours(5))
    world.pass(.hours(5))
    #expect(wake(world) == .hours(4))
    world.pass(.hours(4))
    #expect(wake(world) == .hours(1))
    world.pass(.hours(1))
    // Then the request is reported as overdue.
    #expect(wake(world) == .minutes(15))
    world.pass(.minutes(15))
    #expect(wake(world) == nil)
  }

  @Test func itWakesForRunsAndSteadiness() {
    var world = World(.power(.ac))
    world.submit("backup", .maintenance) { $0.terms.budget = .seconds(90) }
    #expect(wake(world) == .seconds(90))
    world.set(.power(.battery))
    #expect(wake(world) == .seconds(10))
    world.pass(.seconds(10))
    #expect(wake(world) == .seconds(80))
    world.pass(.seconds(80))
    #expect(wake(world) == .seconds(30))
    world.finish("backup", exit: 0)
    #expect(wake(world) == .hours(84) - .seconds(90))
  }

  @Test func aBackoffIsCountedOnTheAwakeClock() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    #expect(world.scheduler.nextDeadlines().awake == world.now.awake + .seconds(30))
  }

  @Test func resubmittingForEverDoesNotFillTheAgenda() {
    var world = World(.thermal(.critical))
    for _ in 0..<5000 {
      world.pass(.seconds(1))
      world.submit("feed", .refresh) { $0.latest = .after(.days(3)) }
    }
    #expect(world.scheduler.requests.agenda.count < 2000)
    // The agenda still contains the dates that matter.
    world.set(.thermal(.nominal), .load(99))
    #expect(world.waits("feed"))
    world.pass(.days(3))
    #expect(world.started.contains("feed"))
  }
}
