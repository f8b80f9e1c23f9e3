import Testing

@testable import Scheduling

/// Runs that are frozen while a gate is closed.
struct FreezeTests {
  private func world(_ kind: Kind = .maintenance) -> World {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", kind) {
      $0.terms.requires = .power
      $0.terms.budget = kind == .maintenance ? .minutes(1) : .seconds(30)
      $0.terms.run.onClosedGate = .freeze
    }
    return world
  }

  private func isFrozen(_ world: World) -> Bool {
    if case .frozen = world.phase("task") { true } else { false }
  }

  private func count(_ world: World, _ matches: (Effect) -> Bool) -> Int {
    world.history.count { matches($0.effect) }
  }

  @Test(arguments: [Kind.refresh, .processing, .maintenance, .utility, .userInitiated])
  func aClosedGateFreezesAndAnOpenOneThaws(kind: Kind) {
    var world = world(kind)
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(isFrozen(world))
    #expect(world.warnings("task").isEmpty)
    world.set(.power(.ac))
    world.pass(.seconds(61))
    #expect(world.phase("task") == .running)
    #expect(count(world) { if case .immediate(.freeze) = $0 { true } else { false } } == 1)
    #expect(count(world) { if case .afterCommit(.thaw) = $0 { true } else { false } } == 1)
  }

  @Test(arguments: [(true, .deferred), (false, .completed)] as [(Bool, Outcome)])
  func aFrozenRunThatEndsIsCompletedUnlessItWasKilled(wasKilled: Bool, outcome: Outcome) {
    var world = world()
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(isFrozen(world))
    var exit = ProcessExit(exit: 0)
    exit.wasKilled = wasKilled
    world.send(.runEnded(1, exit))
    #expect(world.outcomes("task") == [outcome])
  }

  @Test func frozenTimeDoesNotCountAgainstTheBudget() {
    var world = world()
    world.pass(.seconds(20))
    world.set(.power(.battery))
    world.pass(.minutes(5))
    world.set(.power(.ac))
    // Power is back after it was steady for a minute.
    world.pass(.seconds(60))
    #expect(world.phase("task") == .running)
    world.pass(.seconds(29))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.budget])
  }

  @Test func afterTheLimitTheClosedGateEndsIt() {
    var world = world()
    world.set(.power(.battery))
    world.pass(.minutes(10) + .seconds(9))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.gate(.power)])
    world.finish("task", exit: 1)
    #expect(world.outcomes("task") == [.expired])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func theLimitIsForAllTheTimesTogether() {
    var world = world()
    for _ in 0..<3 {
      world.set(.power(.battery))
      world.pass(.minutes(3) + .seconds(10))
      world.set(.power(.ac))
      world.pass(.seconds(61))
    }
    #expect(world.warnings("task") == [.gate(.power)])
  }

  @Test func whoIsFrozenCanBeStopped() {
    var world = world()
    world.set(.power(.battery))
    world.pass(.seconds(30))
    world.stop("task", .operatorStop)
    #expect(world.warnings("task") == [.operatorStop])
  }

  @Test func aFrozenRunStaysFrozenWhenTheDaemonComesBack() {
    var world = world()
    world.set(.power(.battery))
    world.pass(.minutes(1))
    world.restart(found: [1: .alive])
    #expect(isFrozen(world))
    world.pass(.minutes(10))
    #expect(world.warnings("task") == [.gate(.power)])
  }

  // MARK: Without a limit

  /// A run that froze half a minute after its start because the power was lost.
  private func frozenWithoutLimit(latest: Duration? = nil) -> World {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", .maintenance) {
      $0.terms.requires = .power
      $0.terms.budget = .minutes(1)
      $0.terms.run.onClosedGate = .freezeWhenBusy
      $0.latest = latest.map { .after($0) }
    }
    world.pass(.seconds(20))
    world.set(.power(.battery))
    world.pass(.seconds(10))
    return world
  }

  @Test func whenBusyItIsFrozenForDaysAndKeepsItsBudget() {
    var world = frozenWithoutLimit()
    #expect(isFrozen(world))
    world.pass(.days(3))
    #expect(isFrozen(world) && world.warnings("task").isEmpty)
    world.set(.power(.ac))
    world.pass(.seconds(60))
    #expect(world.phase("task") == .running)
    world.pass(.seconds(29))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.budget])
  }

  @Test func aRunThatWasFrozenForLongIsFrozenAgain() {
    var world = frozenWithoutLimit()
    world.pass(.hours(5))
    world.set(.power(.ac))
    world.pass(.seconds(61))
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(isFrozen(world) && world.warnings("task").isEmpty)
  }

  @Test func neitherARestartNorTheLatestDateEndsIt() {
    var world = frozenWithoutLimit(latest: .hours(2))
    world.restart(found: [1: .alive])
    world.pass(.days(2))
    #expect(isFrozen(world) && world.warnings("task").isEmpty)
    world.restart(found: [1: .alive])
    world.set(.power(.ac))
    world.pass(.seconds(61))
    #expect(world.phase("task") == .running)
  }

  @Test func aRunThatIsFrozenWithoutALimitCanBeCancelled() {
    var world = frozenWithoutLimit()
    world.pass(.days(1))
    world.cancel("task")
    #expect(world.warnings("task").count == 1 && !isFrozen(world))
    world.finish("task", exit: nil, signal: 15)
    #expect(world.scheduler.run(of: world.key("task")) == nil)
  }

  @Test func explainSaysSinceWhenItIsFrozen() {
    var world = frozenWithoutLimit()
    let since = world.now.wall
    world.pass(.hours(30))
    let explanation = world.explain("task")
    #expect(explanation?.phase?.frozenBy == .gate(.power))
    #expect(explanation?.frozenSince == since)
  }
}
