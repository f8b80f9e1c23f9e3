import Testing

@testable import Scheduling

/// `run --force`, `--force --really` and `--if-ready`.
struct ForceTests {
  @Test func forcePassesAllButAbsoluteVetoes() {
    var world = World(
      bootedFor: .seconds(10), .power(.battery), .battery(10), .lowPower(true), .idle(false),
      .load(100), .memory(.critical), .thermal(.fair), .storage(.low))
    world.submit("backup", .maintenance) {
      $0.requires = [.power, .idle, .storageNotLow]
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

  @Test func closingGatesLeaveAForcedRunAlone() {
    var world = World(.power(.battery), .battery(80))
    world.submit("feed", .refresh) { $0.requires = .power }
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
    world.submit("feed", .refresh) { $0.requires = .power }
    world.run("feed", .forceReally)
    world.pass(.seconds(30))
    #expect(world.warnings("feed") == [.budget])
  }

  @Test func forcePassesRunsAtOnce() {
    var world = World()
    world.submit("one", .maintenance)
    world.submit("two", .maintenance)
    #expect(world.reasons("two") == [.atOnce])
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
}
