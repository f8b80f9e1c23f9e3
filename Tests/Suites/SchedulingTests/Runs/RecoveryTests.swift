import Testing

@testable import Scheduling

/// Runs that outlive the daemon.
struct RecoveryTests {
  @Test func aRunThatLivesGoesOnWithItsRemainingBudget() {
    var world = World()
    world.submit("task") { $0.terms.budget = .minutes(5) }
    world.pass(.minutes(2))
    world.restart(found: [1: .alive])
    #expect(world.isRunning("task"))
    #expect(world.started == ["task"])
    #expect(world.outcomes("task").isEmpty)
    world.pass(.minutes(3) - .seconds(1))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.budget])
  }

  @Test func oneThatEndedMeanwhileIsKnownAfterwards() {
    var world = World()
    world.submit("task")
    world.restart(found: [1: .ended(ProcessExit(exit: 0))])
    #expect(world.outcomes("task") == [.completed])
    #expect(world.scheduler.allRequests.isEmpty)
  }

  @Test func aStepThatEndedMeanwhileIsFollowedByTheNext() {
    var world = World()
    world.submitSteps("task", 3)
    world.finish("task")
    world.restart(found: [1: .ended(ProcessExit(exit: 0))])
    #expect(world.launchedSteps("task") == [1, 2, 3])
    #expect(world.scheduler.runs.first?.id == 1)
  }

  @Test func oneThatOverranMeanwhileIsEndedAtOnce() {
    var world = World()
    world.submit("task") { $0.terms.budget = .minutes(1) }
    world.pass(.seconds(50))
    let snapshot = world.snapshot
    let late = world.now.advanced(by: .minutes(10))
    let (loaded, effects) = Scheduler.load(
      snapshot, settings: Settings(), at: late, bootID: "boot", found: [1: .alive])
    #expect(loaded.runs.first?.stopReason == .budget)
    #expect(effects.contains { if case .immediate(.warn(_, .budget)) = $0 { true } else { false } })
  }

  @Test func whatWasBeingStoppedIsStillBeingStopped() {
    var world = World()
    world.submit("task") {
      $0.terms.budget = .minutes(1)
      $0.terms.grace = .seconds(10)
    }
    world.pass(.seconds(62))
    world.restart(found: [1: .alive])
    world.pass(.seconds(7))
    #expect(world.kills("task") == 0)
    world.pass(.seconds(1))
    #expect(world.kills("task") == 1)
  }

  /// A command that cannot outlive its daemon still gets its grace.
  @Test func nothingStartsBesideARunThatIsAboutToEnd() {
    var world = World()
    world.submit("task", .utility) {
      $0.terms.group = "disk"
      $0.terms.grace = .seconds(10)
    }
    world.submit("other", .utility) { $0.terms.group = "disk" }
    world.restart(found: [1: .ending])
    #expect(world.scheduler.run(of: world.key("task")) != nil)
    #expect(world.reasons("other") == [.group])
    world.pass(.seconds(9))
    #expect(world.started == ["task"])
    #expect(world.kills("task") == 0)
    world.send(.runEnded(1, ProcessExit()))
    #expect(world.outcomes("task") == [.interrupted])
    #expect(world.started.count == 2)
  }

  @Test func aRunThatIsAboutToEndIsKilledAfterItsGrace() {
    var world = World()
    world.killsWork = false
    world.submit("task", .utility) { $0.terms.grace = .seconds(10) }
    world.restart(found: [1: .ending])
    // Another restart does not prolong the grace either.
    world.pass(.seconds(5))
    world.restart(found: [1: .ending])
    world.pass(.seconds(5))
    #expect(world.kills("task") == 1)
    world.restart(found: [1: .ending])
    #expect(world.kills("task") == 2)
    world.send(.runEnded(1, ProcessExit(signal: 9)))
    #expect(world.outcomes("task") == [.interrupted])
    #expect(world.isRunning("task"))
  }

  /// The earlier daemon may have died before its kill reached the run.
  @Test func aKilledRunThatIsStillAliveIsKilledAgain() {
    var world = World()
    world.killsWork = false
    world.submit("task", .utility) {
      $0.terms.budget = .minutes(1)
      $0.terms.grace = .seconds(10)
    }
    world.pass(.seconds(70))
    #expect(world.kills("task") == 1)
    world.restart(found: [1: .alive])
    #expect(world.kills("task") == 2)
    world.send(.runEnded(1, ProcessExit(signal: 9)))
    #expect(world.outcomes("task") == [.killed])
  }

  /// The earlier stop reason applies, not the death of the daemon.
  @Test func aRunThatWasCancelledBeforeItsDaemonDiedStaysCancelled() {
    var world = World()
    world.submit("task", .utility)
    world.cancel("task")
    world.restart(found: [1: .ending])
    world.send(.runEnded(1, ProcessExit(signal: 15)))
    #expect(world.outcomes("task") == [.cancelled])
    #expect(world.started == ["task"])
  }

  @Test func aRunWhoseRequestWasReplacedStillHoldsItsGroup() throws {
    var world = World()
    world.submit("old", .utility) { $0.terms.group = "disk" }
    world.submit("old", .utility) { $0.earliest = .after(.days(1)) }
    world.submit("other", .utility) { $0.terms.group = "disk" }
    let run = try #require(world.scheduler.run(of: world.key("old")))
    world.restart(found: [run.id: .alive])
    #expect(world.waits("other"))
    #expect(world.reasons("other") == [.group])
    world.finish("old")
    #expect(world.isRunning("other"))
  }

  @Test func anAppIsChargedForWhatGoesOn() {
    var world = World.withReader(.active)
    world.submit("task", .refresh) { $0.app = "reader" }
    world.pass(.seconds(10))
    world.restart(found: [1: .alive])
    world.pass(.seconds(10))
    world.finish("task", app: "reader")
    #expect(world.usage.regular.ledger.sessions.map(\.used) == [.seconds(20)])
  }

  @Test func leavingRunsStopsNoneAndStartsNone() {
    var world = World()
    world.submit("task")
    world.send(.drain(leavesRuns: true))
    world.submit("other")
    #expect(world.answer?.refusal != nil)
    #expect(world.warnings("task").isEmpty)
    #expect(world.isRunning("task"))
  }
}
