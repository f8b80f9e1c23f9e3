import Testing

@testable import Scheduling

/// The effect of a new submission of the same request on failures, delays and quarantines.
struct ResubmissionTests {
  private func quarantine(_ world: inout World, _ change: (inout Submission) -> Void = { _ in }) {
    world.submit("task", .utility, change)
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
  }

  /// Returns the seconds from now at which a command runs that submits itself and ends with `exit`.
  private func starts(
    ofSelfSubmitter world: inout World, exit: Int32, hours: Int,
    _ change: (inout Submission) -> Void = { _ in }
  ) -> [Double] {
    let begin = world.now
    world.submit("task", .utility, change)
    while world.now.wall < begin.wall + .hours(hours) {
      if world.isRunning("task") {
        world.submit("task", .utility, change)
        world.finish("task", exit: exit)
      }
      world.pass(.seconds(30))
    }
    return world.starts(of: "task", after: begin)
  }

  // MARK: From within its own run

  @Test func aFailingCommandThatSubmitsItselfWaitsAsAfterAnyFailure() {
    var world = World()
    let starts = starts(ofSelfSubmitter: &world, exit: 1, hours: 2) { $0.terms.every = .days(1) }
    #expect(starts == [0, 30, 90, 210, 450])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 5)
    world.pass(.hours(22))
    #expect(world.isRunning("task"))
  }

  @Test func whatWasAcceptedDuringTheLastTryIsNotGivenUpForIt() {
    var world = World()
    let starts = starts(ofSelfSubmitter: &world, exit: 1, hours: 2)
    #expect(starts == [0, 30, 90, 210, 450, 930, 1890, 3810])
    #expect(world.removals("task").isEmpty)
    #expect(world.waits("task"))
  }

  @Test func askingForAnotherTimeHoldsForWhatItSubmitted() {
    var world = World()
    let starts = starts(ofSelfSubmitter: &world, exit: 75, hours: 1)
    #expect(starts == [0, 30, 90, 210, 450, 930, 1890])
  }

  @Test func aHandlerThatSubmitsItselfAndSucceedsKeepsItsRhythm() {
    var world = World()
    let starts = starts(ofSelfSubmitter: &world, exit: 0, hours: 1) {
      $0.earliest = .after(.minutes(15))
    }
    #expect(starts == [900, 1800, 2700, 3600])
  }

  @Test func aSuccessForgetsTheFailuresOfWhatItReplaced() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.pass(.seconds(30))
    world.submit("task") { $0.earliest = .after(.hours(1)) }
    #expect(world.scheduler.request(world.key("task"))?.progress.attempts == 1)
    world.finish("task")
    let request = world.scheduler.request(world.key("task"))
    #expect(request?.progress.attempts == 0 && request?.progress.failures == 0)
    #expect(request?.window.opens == world.now.wall + .hours(1))
  }

  @Test func aCrashCountsForWhatTheRunSubmitted() {
    var world = World()
    for _ in 0..<5 {
      world.submit("task")
      world.passUntilRunning("task")
      world.submit("task")
      world.crash("task")
    }
    #expect(world.reasons("task").contains(.quarantined))
  }

  /// It is unknown whether the command submits its own replacement, or another process does so meanwhile.
  @Test func anotherCommandSubmittedDuringTheRunTakesItsFailureOver() {
    var world = World()
    world.submit("task")
    world.submit("task") { $0.terms.command.arguments = ["/bin/next"] }
    world.finish("task", exit: 1)
    #expect(world.reasons("task") == [.backoff])
  }

  @Test func aWindowThatHasNotOpenedIsNotGivenUpForAnother() {
    var world = World()
    let begin = world.now
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.earliest = .after(.hours(5))
      $0.terms.retries = 0
    }
    world.finish("task", exit: 1)
    world.pass(.hours(6))
    #expect(world.starts(of: "task", after: begin) == [0, 5 * 3600])
  }

  // MARK: From outside the run

  @Test func theSameCommandSubmittedAgainKeepsItsDelayAndItsTries() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.submit("task")
    #expect(world.reasons("task") == [.backoff])
    world.pass(.seconds(30))
    world.finish("task", exit: 1)
    #expect(world.explain("task")?.next == world.now.wall + .seconds(60))
  }

  @Test func theSameCommandSubmittedAgainStaysQuarantined() {
    var world = World()
    quarantine(&world)
    world.submit("task") { $0.terms.command.environment = ["A": "b"] }
    #expect(world.reasons("task").contains(.quarantined))
    world.pass(.days(1))
    #expect(world.reasons("task") == [.quarantined])
  }

  @Test func anotherCommandBeginsClean() {
    var world = World()
    quarantine(&world)
    world.submit("task") { $0.terms.command.arguments = ["/bin/mended"] }
    #expect(world.isRunning("task"))
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func anotherStepMakesAnotherCommand() {
    var world = World()
    world.submitSteps("task", 2)
    world.finish("task", exit: 1)
    world.submitSteps("task", 3)
    #expect(world.isRunning("task"))
  }

  // MARK: After it was removed

  /// Seed 1527 of the swarm: the record of a dropped window named no step, and so looked like another command.
  @Test func stepsThatFailedAndWereDroppedWaitForTheirDelay() {
    var world = World()
    let submit = { (world: inout World) in
      world.submitSteps("task", 3) {
        $0.latest = .after(.seconds(70))
        $0.terms.atLatest = .drop
        $0.terms.backoff.first = .minutes(5)
      }
    }
    submit(&world)
    world.pass(.seconds(1))
    world.finish("task", exit: 1)
    world.pass(.seconds(70))
    #expect(world.outcomes("task").contains(.skipped))
    submit(&world)
    #expect(!world.isRunning("task"))
    #expect(world.waits("task"))
  }

  /// Seed 1843 of the swarm: the record of a dropped window was taken for the failed command.
  @Test(arguments: [false, true])
  func anotherCommandThatIsDroppedLiftsNoDelay(restarts: Bool) {
    var world = World(.power(.battery))
    let submit = { (world: inout World) in
      world.submit("task", .userInitiated) { $0.terms.backoff.first = .minutes(5) }
    }
    _ = submit(&world)
    world.finish("task", exit: 1)
    world.submit("task", .userInitiated) {
      $0.terms.command.arguments = ["/bin/other"]
      $0.terms.requires = .power
      $0.latest = .after(.seconds(70))
      $0.terms.atLatest = .drop
    }
    world.pass(.seconds(70))
    #expect(world.outcomes("task").last == .skipped)
    if restarts { world.restart() }
    _ = submit(&world)
    #expect(world.reasons("task") == [.backoff])
  }

  @Test(arguments: [false, true])
  func cancellingAndSubmittingAgainLiftsNoDelay(restarts: Bool) {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.cancel("task")
    if restarts { world.restart() }
    world.submit("task")
    #expect(world.reasons("task") == [.backoff])
    world.pass(.seconds(30))
    world.finish("task", exit: 1)
    #expect(world.explain("task")?.next == world.now.wall + .seconds(60))
  }

  @Test(arguments: [false, true])
  func cancellingAndSubmittingAgainLiftsNoQuarantine(restarts: Bool) {
    var world = World()
    quarantine(&world)
    world.cancel("task")
    if restarts { world.restart() }
    world.pass(.days(1))
    world.submit("task")
    #expect(world.reasons("task") == [.quarantined])
    world.submit("task") { $0.terms.command.arguments = ["/bin/mended"] }
    #expect(world.isRunning("task"))
  }

  @Test(arguments: [false, true])
  func acknowledgedFailuresDoNotComeBack(restarts: Bool) {
    var world = World()
    let submit = { (world: inout World) in
      world.submit("task") {
        $0.terms.every = .days(1)
        $0.terms.retries = 0
      }
    }
    _ = submit(&world)
    world.finish("task", exit: 1)
    world.send(.acknowledge([world.key("task")], world.ticket()))
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
    world.cancel("task")
    if restarts { world.restart() }
    _ = submit(&world)
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func whatWasFreedBeforeItWasCancelledIsFree() {
    var world = World(.power(.battery))
    quarantine(&world)
    world.submit("task") { $0.terms.requires = .power }
    world.send(.unquarantine(world.key("task"), world.ticket()))
    world.cancel("task")
    world.restart()
    world.submit("task")
    #expect(world.isRunning("task"))
  }

  @Test func whatWasGivenUpAndSubmittedAgainCrashesIntoTheQuarantine() {
    var world = World()
    for _ in 0..<5 {
      world.submit("task") { $0.terms.retries = 0 }
      world.passUntilRunning("task")
      world.crash("task")
    }
    #expect(world.reasons("task").contains(.quarantined))
  }

  /// A new submission of a request that was given up allows new tries, but not immediately.
  @Test func whatWasGivenUpAndSubmittedAgainHasItsTriesAgain() {
    var world = World()
    world.submit("task") { $0.terms.retries = 0 }
    world.finish("task", exit: 1)
    #expect(world.removals("task") == [.gaveUp])
    world.submit("task") { $0.terms.retries = 1 }
    #expect(world.reasons("task") == [.backoff])
    for _ in 0..<2 {
      #expect(world.removals("task") == [.gaveUp])
      world.passUntilRunning("task")
      world.finish("task", exit: 1)
    }
    #expect(world.removals("task") == [.gaveUp, .gaveUp])
  }

  @Test func whatSucceededLeavesNothingBehind() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.pass(.seconds(30))
    world.finish("task")
    world.submit("task")
    #expect(world.isRunning("task"))
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func aDelayOfAnotherBootIsForgottenForGood() {
    var world = World(bootedFor: .days(30), .power(.ac))
    world.submit("task") { $0.terms.requires = .power }
    world.submit("gone")
    world.finish("task", exit: 1)
    world.finish("gone", exit: 1)
    world.cancel("gone")
    world.set(.power(.battery), .battery(50))
    world.reboot(offline: .minutes(1))
    #expect(world.reasons("task") == [.power])
    world.restart(bootID: "next")
    #expect(world.reasons("task") == [.power])
    world.submit("gone")
    world.pass(.minutes(1))
    #expect(world.isRunning("gone"))
  }
}
