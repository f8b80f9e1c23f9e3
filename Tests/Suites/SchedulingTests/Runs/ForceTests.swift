import Testing

@testable import Scheduling

/// `run --force`, `--force --really` and `--if-ready`.
struct ForceTests {
  @Test func forcePassesAllButAbsoluteVetoes() {
    var world = World(
      bootedFor: .seconds(10), .power(.battery), .battery(10), .lowPower(true), .idle(false),
      .load(100), .memory(.critical), .thermal(.fair), .storage(.low))
    world.submit("backup", .maintenance) {
      $0.terms.requires = [.power, .idle, .storageNotLow]
      $0.earliest = .after(.days(1))
    }
    world.run("backup", .force)
    #expect(world.isRunning("backup"))
    #expect(world.scheduler.runs.first?.isForced == true)
  }

  @Test(arguments: [
    DeviceValue.thermal(.serious), .storage(.full), .locked(true), .battery(4),
  ])
  func absoluteVetoesNeedTheStrongerWord(value: DeviceValue) throws {
    var world = World(.power(.battery), value)
    world.submit("backup", .maintenance)
    world.run("backup", .force)
    let refusal = try #require(world.answer?.refusal)
    #expect(refusal.code == .held)
    #expect(refusal.message.contains("--force --really"))
    #expect(world.waits("backup"))
    world.run("backup", .forceReally)
    #expect(world.isRunning("backup"))
  }

  @Test(arguments: [
    (DeviceValue.storage(.full), "`rubatoctl run backup --force --really`"),
    (.power(.battery), "`rubatoctl run backup --force`"),
  ])
  func theWordThatOverridesIsNamed(value: DeviceValue, advice: String) throws {
    var world = World(.power(.battery), value)
    world.submit("backup", .maintenance)
    world.run("backup", .ifReady)
    let refusal = try #require(world.answer?.refusal)
    #expect(refusal.message.hasSuffix("To start it anyway: \(advice)"), "\(refusal.message)")
  }

  @Test func eachOfSeveralReasonsHasALine() throws {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance) { $0.earliest = .after(.days(1)) }
    world.run("backup", .ifReady)
    let refusal = try #require(world.answer?.refusal)
    let lines = refusal.message.split(separator: "\n")
    #expect(refusal.reasons.count > 1 && lines.count == refusal.reasons.count + 2)
    #expect(lines.first == "backup may not run now:")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("- ") })
    #expect(lines.last == "To start it anyway: `rubatoctl run backup --force`")
  }

  @Test func aPauseIsNamedFirstWithTheCommandThatLiftsIt() throws {
    var world = World()
    world.submit("backup", .maintenance) { $0.earliest = .after(.hours(1)) }
    let key = try #require(world.scheduler.allRequests.first).key
    let (pauses, runs) = (world.ticket(), world.ticket())
    let pause = Pause(
      by: key.owner, name: "alice", scope: PauseScope(owner: nil, ids: ["backup"]),
      since: world.now.wall, lasting: .untilLifted, runs: .leave)
    world.send(.pause(pause, pauses))
    world.send(.runNow(key, .ifReady, runs))
    let refusal = try #require(world.answer?.refusal)
    let lines = refusal.message.split(separator: "\n")
    #expect(lines[1] == "- paused by alice; to lift the pause: `rubatoctl resume backup`")
    #expect(lines.last == "To start it anyway: `rubatoctl run backup --force`")
    #expect(refusal.reasons == ["earliest", "paused"])
  }

  @Test func closingGatesLeaveAForcedRunAlone() {
    var world = World(.power(.battery), .battery(80))
    world.submit("feed", .refresh) { $0.terms.requires = .power }
    world.run("feed", .force)
    world.set(.lowPower(true), .load(100), .battery(10))
    world.pass(.seconds(20))
    #expect(world.isRunning("feed"))
  }

  @Test func anAbsoluteVetoEndsAForcedRunUnlessThatWasForcedToo() {
    var world = World()
    world.submit("feed", .refresh)
    world.submit("mail", .refresh)
    world.finish("feed", exit: 1)
    world.finish("mail", exit: 1)
    world.run("feed", .force)
    world.run("mail", .forceReally)
    world.set(.thermal(.critical))
    #expect(world.warnings("feed") == [.gate(.thermal)])
    #expect(world.isRunning("mail"))
  }

  @Test func forcedRunsKeepTheirBudget() {
    var world = World(.power(.battery))
    world.submit("feed", .refresh) { $0.terms.requires = .power }
    world.run("feed", .forceReally)
    world.pass(.seconds(30))
    #expect(world.warnings("feed") == [.budget])
  }

  @Test func forcePassesRunsAtOnce() {
    var world = World()
    world.submit("one", .maintenance)
    world.submit("two", .maintenance)
    #expect(world.reasons("two") == [.concurrencyLimit])
    world.run("two", .force)
    #expect(world.isRunning("one"))
    #expect(world.isRunning("two"))
  }

  @Test func ifReadyRunsOrSaysWhyNot() throws {
    var world = World(.power(.battery))
    world.submit("backup", .maintenance)
    world.run("backup", .ifReady)
    let refusal = try #require(world.answer?.refusal)
    #expect(refusal.code == .held)
    #expect(refusal.message.contains("on battery"))
    #expect(refusal.message.contains("--force"))
  }

  @Test(arguments: RunMode.allCases)
  func neverRunsTwiceAtOnce(mode: RunMode) {
    var world = World()
    world.submit("backup", .maintenance)
    world.run("backup", mode)
    #expect(world.answer?.refusal?.code == .held)
    #expect(world.scheduler.runCount == 1)
  }

  @Test(arguments: RunMode.allCases)
  func anUnknownRequestIsNotFound(mode: RunMode) {
    var world = World()
    world.run("nobody", mode)
    #expect(world.answer?.refusal?.code == .notFound)
    #expect(world.answer?.refusal?.value == "nobody")
  }

  // MARK: Restarts

  @Test(arguments: [RunMode.force, .forceReally])
  func closingGatesLeaveAForcedRunAloneAfterARestart(mode: RunMode) {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) { $0.terms.requires = .power }
    world.run("backup", mode)
    world.restart(found: [1: .alive])
    world.set(.lowPower(true), .load(100), .battery(10))
    world.pass(.seconds(20))
    #expect(world.isRunning("backup"))
  }

  @Test func afterARestartAnAbsoluteVetoEndsWhatWasForcedWithoutTheStrongerWord() {
    var world = World(.power(.battery), .battery(80))
    world.submit("feed", .maintenance)
    world.submit("mail", .maintenance)
    world.run("feed", .force)
    world.run("mail", .forceReally)
    world.restart(found: [1: .alive, 2: .alive])
    world.set(.thermal(.critical))
    #expect(world.warnings("feed") == [.gate(.thermal)])
    #expect(world.isRunning("mail"))
  }

  // MARK: Effects on the request

  private func nightly(_ submission: inout Submission) {
    submission.terms.every = .days(1)
    submission.earliest = .after(.hours(5))
    submission.terms.retries = 2
  }

  @Test(arguments: [Int32(1), 75])
  func aForcedRunThatFailsBeforeItsWindowMovesNothing(exit: Int32) {
    var world = World()
    let begin = world.now
    world.submit("backup", .utility, nightly)
    let before = world.scheduler.request(world.key("backup"))
    for _ in 0..<4 {
      world.run("backup", .force)
      world.finish("backup", exit: exit)
    }
    var after = world.scheduler.request(world.key("backup"))
    after?.progress.history = RunHistory()
    #expect(after == before)
    world.pass(.hours(6))
    #expect(world.starts(of: "backup", after: begin).prefix(5) == [0, 0, 0, 0, 5 * 3600])
  }

  @Test func aForcedRunThatFailsInItsWindowLeavesTriesAndDelayAlone() {
    var world = World()
    world.submit("task") { $0.terms.retries = 1 }
    world.finish("task", exit: 1)
    for _ in 0..<3 {
      world.run("task", .force)
      world.finish("task", exit: 1)
    }
    #expect(world.reasons("task") == [.backoff])
    #expect(world.explain("task")?.next == world.now.wall + .seconds(30))
    #expect(world.scheduler.request(world.key("task"))?.progress.attempts == 1)
  }

  @Test func aForcedRunThatTheSystemStopsLeavesTheDelayAlone() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.run("task", .force)
    world.set(.thermal(.critical))
    world.finish("task", exit: 1)
    world.set(.thermal(.nominal))
    #expect(world.reasons("task").contains(.backoff))
  }

  @Test func whatIsStoppedByHandIsNotBackAtOnceThoughItWasForced() {
    var world = World(.power(.battery))
    world.submit("task") { $0.terms.requires = .power }
    world.run("task", .force)
    world.set(.power(.ac))
    world.pass(.minutes(1))
    world.stop("task", .operatorStop)
    world.finish("task", exit: 1)
    #expect(world.reasons("task") == [.backoff])
  }

  @Test func crashesOfForcedRunsCount() {
    var world = World()
    world.submit("backup", .utility, nightly)
    for _ in 0..<5 {
      world.run("backup", .force)
      world.crash("backup")
    }
    #expect(world.reasons("backup").contains(.quarantined))
  }
}
