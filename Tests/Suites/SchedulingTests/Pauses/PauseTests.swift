import Testing

@testable import Scheduling

/// Paused requests.
struct PauseTests {
  private static let alice: UInt32 = 1000

  private func pause(
    _ world: World, by: UInt32 = alice, _ scope: PauseScope = PauseScope(owner: nil),
    for duration: Duration? = nil, runs: Pause.Runs = .leave
  ) -> Pause {
    Pause(
      by: by, name: by == 0 ? "root" : "alice", scope: scope, since: world.now.wall,
      lasting: duration.map { .until(world.now.wall + $0) } ?? .untilLifted, runs: runs)
  }

  private func resume(
    _ world: inout World, by: UInt32? = alice, _ scope: PauseScope? = nil
  ) {
    let ticket = world.ticket()
    world.send(.resume(PauseLifting(by: by, scope: scope), ticket))
  }

  private func send(_ world: inout World, _ pause: Pause) {
    let ticket = world.ticket()
    world.send(.pause(pause, ticket))
  }

  @Test func nothingStartsAndWhyIsSaid() throws {
    var world = World()
    send(&world, pause(world, for: .hours(1)))
    world.submit("backup", .maintenance)
    world.pass(.minutes(59))
    #expect(world.waits("backup"))
    #expect(world.reasons("backup") == [.paused])
    let explanation = try #require(world.explain("backup"))
    #expect(explanation.causes.first?.text.hasPrefix("paused by alice until ") == true)
    #expect(explanation.next == world.now.wall + .minutes(1))
    world.pass(.minutes(1))
    #expect(world.isRunning("backup"))
    #expect(world.scheduler.pauses.isEmpty)
  }

  /// A request that only a date holds in addition to the pause does not start before the pause ends.
  @Test func theEarliestStartIsNotBeforeItsEnd() {
    var world = World()
    send(&world, pause(world, for: .hours(3)))
    world.submit("backup", .maintenance) { $0.earliest = .after(.hours(1)) }
    let end = world.now.wall + .hours(3)
    #expect(world.reasons("backup") == [.earliest, .paused])
    #expect(world.explain("backup")?.next == end)
    world.pass(.hours(3))
    #expect(world.isRunning("backup") && world.now.wall == end)
  }

  @Test(arguments: [AtLatest.run, .relax])
  func noLatestDatePassesIt(atLatest: AtLatest) {
    var world = World()
    send(&world, pause(world))
    world.submit("backup", .maintenance) {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = atLatest
    }
    world.pass(.hours(3))
    #expect(world.waits("backup"))
    resume(&world)
    #expect(world.isRunning("backup"))
  }

  @Test func forcePassesItAndIsLeftAlone() {
    var world = World()
    send(&world, pause(world, runs: .stop))
    world.submit("backup", .maintenance)
    world.run("backup", .ifReady)
    #expect(world.answer?.refusal?.reasons == [Reason.paused.rawValue])
    world.run("backup", .force)
    world.pass(.seconds(30))
    #expect(world.phase("backup") == .running)
    // A later pause still stops the run.
    send(&world, pause(world, by: 0, runs: .stop))
    #expect(world.warnings("backup") == [.paused])
  }

  @Test func itCoversWhatFitsAllThatItNames() {
    let scopes: [(PauseScope, covers: Bool)] = [
      (PauseScope(owner: nil), true), (PauseScope(owner: Self.alice), true),
      (PauseScope(owner: 7), false), (PauseScope(owner: nil, kinds: [.maintenance]), true),
      (PauseScope(owner: nil, kinds: [.refresh]), false),
      (PauseScope(owner: nil, ids: ["a", "b"]), true), (PauseScope(owner: nil, ids: ["b"]), false),
      (PauseScope(owner: nil, app: "feed"), false),
      (PauseScope(owner: Self.alice, kinds: [.refresh], ids: ["a"]), false),
    ]
    for (scope, covers) in scopes {
      #expect(
        scope.covers(RequestKey(owner: Self.alice, id: "a"), .maintenance, group: nil) == covers)
    }
  }

  @Test func theyAddUpAndEachLiftsTheirOwn() {
    var world = World()
    send(&world, pause(world, by: 0))
    send(&world, pause(world, for: .hours(1)))
    world.submit("backup", .maintenance)
    resume(&world)
    #expect(world.waits("backup"))
    resume(&world)
    #expect(world.answer?.refusal?.code == .notFound)
    resume(&world, by: 0)
    #expect(world.isRunning("backup"))
  }

  @Test func oneOfTheSameScopeTakesThePlaceOfTheLast() {
    var world = World()
    send(&world, pause(world, for: .hours(1)))
    world.pass(.minutes(10))
    send(&world, pause(world, for: .hours(2)))
    #expect(world.scheduler.pauses.count == 1)
    world.submit("backup", .maintenance)
    world.pass(.hours(1))
    #expect(world.waits("backup"))
    world.pass(.hours(1))
    #expect(world.isRunning("backup"))
  }

  @Test func refusesWhatMeansNothing() {
    var world = World()
    send(&world, pause(world, for: .seconds(-1)))
    #expect(world.answer?.refusal?.field == "until")
    send(&world, pause(world, PauseScope(owner: nil, ids: ["backup"])))
    #expect(world.answer?.refusal?.code == .notFound)
    for number in 0..<Pauses.mostOfUser {
      send(&world, pause(world, PauseScope(owner: nil, app: "app-\(number)")))
    }
    send(&world, pause(world))
    #expect(world.answer?.refusal?.code == .limit)
  }

  @Test func aStoppedRunWaitsAgainAndIsNotBlamed() {
    var world = World()
    world.submit("backup", .maintenance)
    world.pass(.seconds(10))
    send(&world, pause(world, runs: .stop))
    #expect(world.warnings("backup") == [.paused])
    world.finish("backup", exit: 143)
    #expect(world.waits("backup"))
    resume(&world)
    #expect(world.isRunning("backup"))
    #expect(world.explain("backup")?.request.progress.failures == 0)
  }

  @Test func aFrozenRunLosesNothingOfItsBudgetHoweverLongItLasts() {
    var world = World()
    world.submit("backup", .maintenance) { $0.terms.budget = .minutes(1) }
    world.pass(.seconds(20))
    send(&world, pause(world, runs: .freeze))
    #expect(world.phase("backup")?.name == .frozen)
    world.pass(.hours(5))
    #expect(world.warnings("backup").isEmpty)
    resume(&world)
    #expect(world.phase("backup") == .running)
    world.pass(.seconds(39))
    #expect(world.warnings("backup").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("backup") == [.budget])
  }

  @Test func whatAGateHasFrozenIsFrozenByThePauseAndThenByTheGateAgain() {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", .maintenance) {
      $0.terms.requires = .power
      $0.terms.run.onClosedGate = .freeze
    }
    world.set(.power(.battery))
    world.pass(.minutes(5))
    #expect(world.phase("task")?.name == .frozen)
    send(&world, pause(world, runs: .freeze))
    world.pass(.hours(1))
    #expect(world.phase("task")?.name == .frozen)
    resume(&world)
    #expect(world.phase("task")?.name == .frozen)
    // The gate has used five of its ten minutes.
    world.pass(.minutes(6))
    #expect(world.warnings("task") == [.gate(.power)])
  }

  @Test func aGateThatClosedMeanwhileAsksWhatGoesOnToDefer() {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", .maintenance)
    world.pass(.seconds(1))
    send(&world, pause(world, runs: .freeze))
    world.set(.power(.battery))
    world.pass(.minutes(5))
    #expect(world.phase("task")?.name == .frozen)
    #expect(world.warnings("task").isEmpty)
    resume(&world)
    #expect(world.phase("task") == .deferring(.gate(.power)))
    #expect(world.warnings("task") == [.gate(.power)])
  }

  @Test func afterAFreezeItIsNotAskedAgainToDefer() {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", .maintenance)
    world.pass(.seconds(1))
    world.set(.power(.battery))
    world.pass(.minutes(1))
    #expect(world.phase("task") == .deferring(.gate(.power)))
    send(&world, pause(world, runs: .freeze))
    world.restart(found: [1: .alive])
    #expect(world.phase("task")?.name == .frozen)
    world.set(.power(.ac))
    world.pass(.minutes(5))
    resume(&world)
    #expect(world.phase("task") == .deferring(.gate(.power)))
    #expect(world.warnings("task") == [.gate(.power)])
    world.finish("task", exit: 143)
    #expect(world.outcomes("task") == [.deferred])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func whatIsPausedWhileItIsLaunchedIsFrozenOnceItRuns() {
    var world = World()
    send(&world, pause(world, PauseScope(owner: nil, app: "other"), runs: .freeze))
    world.submit("backup", .maintenance)
    send(&world, pause(world, runs: .freeze))
    world.pass(.seconds(1))
    #expect(world.phase("backup")?.name == .frozen)
  }

  @Test func aServiceOfSystemdIsLeftAlone() {
    var world = World()
    world.submit("trim", .maintenance) {
      $0.terms.command = Command(arguments: [])
      $0.terms.command.unit = "fstrim.service"
    }
    world.pass(.seconds(1))
    send(&world, pause(world, runs: .freeze))
    send(&world, pause(world, by: 0, runs: .stop))
    #expect(world.phase("trim") == .running)
  }

  @Test func outlastsRestartAndReboot() {
    var world = World()
    send(&world, pause(world, for: .hours(10)))
    world.submit("backup", .maintenance)
    world.restart()
    #expect(world.scheduler.pauses.map(\.name) == ["alice"])
    world.reboot(offline: .hours(1))
    #expect(world.reasons("backup").contains(.paused))
    world.reboot(offline: .hours(9), bootID: "later")
    #expect(world.scheduler.pauses.isEmpty)
    #expect(world.isRunning("backup"))
  }

  @Test func aClockThatWasFarAheadMakesItNoLonger() {
    var world = World()
    world.setClock(by: .days(400))
    send(&world, pause(world, for: .hours(1)))
    world.submit("backup", .maintenance)
    world.setClock(by: .zero - .days(400))
    world.pass(.minutes(59))
    #expect(world.waits("backup"))
    world.pass(.minutes(1))
    #expect(world.isRunning("backup"))
  }

  @Test func explainTellsHowLongItHasCost() {
    var world = World()
    world.submit("backup", .maintenance) { $0.earliest = .after(.hours(1)) }
    world.pass(.minutes(90) - .minutes(31))
    send(&world, pause(world, for: .hours(2)))
    world.submit("other", .refresh)
    world.pass(.hours(1))
    let history = world.scheduler.history(of: world.key("backup"), at: world.now)
    #expect(history?.costs.first { $0.reason == .paused }?.duration == .hours(1))
  }

  @Test func whatRanThroughItHasNotWaited() {
    var settings = Settings()
    settings.rememberedRuns = 2
    var world = World(settings: settings)
    world.submit("film", .userInitiated) { $0.terms.budget = .hours(6) }
    for id in ["one", "two", "three"] {
      world.submit(id, .utility)
      world.finish(id, exit: 0)
    }
    send(&world, pause(world))
    world.pass(.minutes(10))
    #expect(world.isRunning("film"))
    let history = world.scheduler.history(of: world.key("film"), at: world.now)
    #expect(history?.costs.contains { $0.reason == .paused } == false)
  }

  @Test func whatIsKeptIsReadAgain() {
    let kept = Pause(
      by: 7, name: "bob", scope: PauseScope(owner: 7, app: "a", kinds: [.push], ids: ["x", "y"]),
      since: WallTime(seconds: 10), lasting: .until(WallTime(seconds: 20)), runs: .freeze)
    let other = Pause(
      by: 0, name: "root", scope: PauseScope(owner: nil), since: WallTime(seconds: 5),
      lasting: .untilLifted, runs: .leave)
    let ofGroup = Pause(
      by: 7, name: "bob", scope: PauseScope(owner: 7, group: "encode"),
      since: WallTime(seconds: 10), lasting: .untilRestart, runs: .stop)
    #expect(Pause.list(from: Pause.bytes(of: [kept, other, ofGroup])) == [kept, other, ofGroup])
    #expect(Pause.list(from: Pause.bytes(of: [])).isEmpty)
    #expect(Pause.list(from: Array("1\tx\n2\t".utf8)).isEmpty)
    #expect(Learned(name: Learned.pauses, bytes: [0x41]).misfit != nil)
  }

  @Test func whoseItIsSaysWhoStartsItAllTheSame() {
    let scope = PauseScope(owner: nil)
    let key = RequestKey(owner: Self.alice, id: "backup")
    let world = World()
    let (own, others) = (pause(world, scope), pause(world, by: 0, scope))
    #expect(own.explanation(of: key).hasSuffix("`rubatoctl run backup --force` starts it anyway"))
    #expect(
      others.explanation(of: key).contains("only root and the group rubato can start it anyway"))
    #expect(own.mayBePassed(by: Self.alice) && !others.mayBePassed(by: Self.alice))
  }
}
