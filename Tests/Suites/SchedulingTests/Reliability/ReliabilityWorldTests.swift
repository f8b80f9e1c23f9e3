import Testing

@testable import Scheduling

/// The effects of an app's overruns and crashes on its requests.
struct ReliabilityWorldTests {
  private func world() -> World {
    var world = World()
    world.register("reader")
    return world
  }

  private func record(_ world: World) -> Reliability {
    world.scheduler.app(AppKey(owner: World.user, id: "reader"))?.reliability ?? Reliability()
  }

  private func submit(
    _ world: inout World, _ kind: Kind = .push, _ change: (inout Submission) -> Void = { _ in }
  ) {
    let count = world.started.count
    world.submit("task", kind) {
      $0.app = "reader"
      $0.terms.retries = 0
      // Each run has another command, since a failed command would wait for its delay.
      $0.terms.command.arguments.append("\(count)")
      change(&$0)
    }
  }

  /// A run that ignores the end of its budget.
  private func overrun(_ world: inout World) {
    submit(&world)
    world.pass(.seconds(31))
  }

  private func row(_ world: World) -> Explanation.Row? {
    world.explain("task", app: "reader")?.rows.first { $0.policy == "Reliability" }
  }

  @Test func anAppWithoutBlameHasNoRow() {
    var world = world()
    submit(&world)
    #expect(row(world) == nil)
    world.finish("task", app: "reader")
    submit(&world)
    #expect(row(world) == nil)
    #expect(record(world).conducts == [.clean])
  }

  @Test func threeKillsBarItAndTheEndOfTheBarLetsItRun() {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    #expect(world.kills("task") == 3)
    let killed = world.endings("task").last?.at
    submit(&world)
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    let explanation = world.explain("task", app: "reader")
    #expect(explanation?.next == killed.map { $0 + .hours(1) })
    #expect(explanation?.decision == .absolutelyMustNotProceed)
    world.pass(.minutes(59))
    #expect(world.waits("task", app: "reader"))
    world.pass(.minutes(1))
    #expect(world.isRunning("task", app: "reader"))
    #expect(row(world)?.verdict.score == 0.25)
  }

  /// A former version waited for the next comparison of valuations, although the request needs no value.
  @Test func whatInsistsWaitsForTheEndOfTheBarAlone() {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    let killed = world.endings("task").last?.at ?? world.now.wall
    world.set(.power(.battery), .battery(80))
    world.pass(killed + .hours(1) - world.now.wall - .minutes(2))
    submit(&world, .refresh) {
      $0.latest = .after(.minutes(1))
      $0.terms.atLatest = .run
    }
    world.pass(killed + .hours(1) - world.now.wall - .seconds(1))
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    world.pass(.seconds(1))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func theNextKillBarsForFourHours() {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    world.pass(.hours(1))
    overrun(&world)
    submit(&world)
    world.pass(.minutes(239))
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    world.pass(.minutes(1))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test(arguments: [AtLatest.run, .relax])
  func noLatestDatePassesABarAndAnOperatorDoes(atLatest: AtLatest) {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    submit(&world) {
      $0.latest = .after(.minutes(1))
      $0.terms.atLatest = atLatest
    }
    world.pass(.minutes(10))
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    world.send(.runNow(world.key("task", app: "reader"), .force, world.ticket()))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func otherKindsAndOtherAppsAreNotConcerned() {
    var world = world()
    world.register("mail")
    for _ in 0..<3 { overrun(&world) }
    for kind in [Kind.maintenance, .utility, .userInitiated] {
      world.submit("work", kind) {
        $0.app = "reader"
        $0.terms.command.arguments.append(kind.rawValue)
      }
      #expect(world.isRunning("work", app: "reader"))
      world.finish("work", app: "reader", exit: nil, signal: 11)
    }
    #expect(record(world).conducts == [.killed, .killed, .killed])
    world.submit("news", .push) { $0.app = "mail" }
    #expect(world.isRunning("news", app: "mail"))
  }

  @Test func whatRunsBesideGoesOnWhenItsAppIsBarred() {
    var world = world()
    for _ in 0..<2 { overrun(&world) }
    submit(&world)
    world.pass(.seconds(20))
    world.submit("long", .processing) { $0.app = "reader" }
    world.pass(.seconds(11))
    world.set(.load(10))
    submit(&world)
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    #expect(world.isRunning("long", app: "reader"))
  }

  @Test func stoppingWithinTheGraceIsNoKill() {
    var world = world()
    for (exit, signal, conduct) in [
      (0, nil, RunQuality.clean), (75, nil, nil), (1, nil, nil), (nil, 15, nil),
    ] as [(Int32?, Int32?, RunQuality?)] {
      let before = record(world)
      submit(&world)
      world.pass(.seconds(30))
      world.finish("task", app: "reader", exit: exit, signal: signal)
      let expected = before.conducts + [conduct].compactMap(\.self)
      #expect(record(world).conducts == expected, "exit \(exit ?? -1)")
      world.cancel("task", app: "reader")
    }
    #expect(record(world).kills.isEmpty)
  }

  @Test func aCrashIsBlamedAndAFailureThatSaysSoIsNot() {
    var world = world()
    submit(&world)
    world.finish("task", app: "reader", exit: 1)
    submit(&world)
    world.finish("task", app: "reader", exit: 75)
    world.cancel("task", app: "reader")
    #expect(record(world).conducts == [])
    submit(&world)
    world.finish("task", app: "reader", exit: nil, signal: 11)
    #expect(record(world).conducts == [.blamed])
    submit(&world)
    #expect(row(world)?.verdict == .proceed(weight: 5, score: 0.5))
    #expect(row(world)?.rationale == "1 of the app's last 1 runs overran or crashed")
  }

  @Test func whatTheSystemOrAnOperatorStoppedIsNoFault() {
    let stops: [(inout World) -> Void] = [
      { $0.set(.storage(.full)) },
      { $0.tell("reader", .forceQuit) },
      { $0.send(.stop($0.key("task", app: "reader"), .operatorStop, $0.ticket())) },
      { $0.send(.stop($0.key("task", app: "reader"), .budget, $0.ticket())) },
      { $0.cancel("task", app: "reader") },
      { $0.restart() },
      { $0.send(.drain(leavesRuns: false)) },
    ]
    for (index, stop) in stops.enumerated() {
      var world = world()
      submit(&world)
      world.pass(.seconds(1))
      stop(&world)
      // No run obeys the warning.
      world.pass(.seconds(2))
      #expect(!world.endings("task").isEmpty)
      #expect(record(world) == Reliability(), "stop \(index)")
    }
  }

  @Test func whatNeverBeganIsNoFault() {
    var world = world()
    world.launcherWorks = false
    submit(&world)
    world.pass(.seconds(11))
    #expect(world.outcomes("task") == [.launchTimeout])
    #expect(record(world) == Reliability())
  }

  @Test func aLidThatIsClosedMakesNoOverrun() {
    var world = world()
    submit(&world)
    world.suspend(.hours(8))
    world.finish("task", app: "reader")
    #expect(record(world).conducts == [.clean])
  }

  @Test func aBarOutlivesTheDaemonAndTheMachine() {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    submit(&world)
    world.restart()
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    world.reboot(offline: .minutes(30))
    #expect(world.reasons("task", app: "reader") == [.unreliable])
    world.pass(.minutes(30))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func anOperatorLiftsABarWithTheQuota() {
    var world = world()
    for _ in 0..<3 { overrun(&world) }
    submit(&world)
    #expect(world.waits("task", app: "reader"))
    world.tell("reader", .quotaReset)
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func ofTwoAppsTheReliableOneComesFirst() {
    var world = world()
    world.register("mail")
    submit(&world)
    world.finish("task", app: "reader", exit: nil, signal: 11)
    world.pass(.seconds(1))
    world.submit("news", .push) { $0.app = "mail" }
    world.finish("news", app: "mail")
    world.set(.storage(.full))
    // "reader" had its last run longer ago, and would be first.
    submit(&world)
    world.submit("news", .push) { $0.app = "mail" }
    world.set(.storage(.ok))
    #expect(world.started.suffix(2) == ["news", "task"])
  }
}
