import Testing

@testable import Scheduling

/// The effect on a run when a gate closes.
struct ClosingGateTests {
  @Test(arguments: [
    (Kind.refresh, DeviceValue.lowPower(true), Reason.lowPower),
    (.refresh, .load(51), .load), (.refresh, .memory(.critical), .memory),
    (.refresh, .thermal(.serious), .thermal), (.refresh, .locked(true), .locked),
    (.push, .lowPower(true), .lowPower), (.push, .storage(.full), .storage),
    (.processing, .idle(false), .userActive), (.processing, .load(51), .load),
  ])
  func endsRunsOfApps(kind: Kind, value: DeviceValue, reason: Reason) {
    var world = World(.idle(true))
    world.submit("task", kind)
    world.set(value)
    world.pass(.seconds(11))
    #expect(world.warnings("task") == [.gate(reason)])
    #expect(world.kills("task") == 1)
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
    #expect(world.reasons("task") == [reason])
  }

  @Test(arguments: [
    (Kind.maintenance, DeviceValue.idle(false), Reason.userActive),
    (.maintenance, .power(.battery), .power), (.maintenance, .thermal(.fair), .thermal),
    (.maintenance, .battery(19), .battery), (.maintenance, .load(51), .load),
    (.utility, .battery(9), .battery), (.utility, .load(91), .load),
    (.utility, .memory(.critical), .memory),
  ])
  func asksSystemWorkToDefer(kind: Kind, value: DeviceValue, reason: Reason) {
    var world = World(.idle(true), .power(.ac), .battery(80))
    world.submit("task", kind)
    world.set(value)
    world.pass(.seconds(10))
    #expect(world.phase("task") == .deferring(.gate(reason)))
    // The run is warned only once. Its budget still applies.
    world.set(.screen(isOn: true))
    #expect(world.warnings("task") == [.gate(reason)])
    world.pass(.minutes(20))
    #expect(world.warnings("task") == [.gate(reason)] + (kind == .utility ? [.budget] : []))
    #expect(world.kills("task") == (kind == .utility ? 1 : 0))
  }

  @Test(arguments: [
    (DeviceValue.thermal(.serious), Reason.thermal), (.locked(true), .locked),
    (.storage(.full), .storage), (.battery(4), .battery),
  ])
  func absoluteVetoesEndSystemWorkToo(value: DeviceValue, reason: Reason) {
    var world = World(.power(.battery), .battery(80))
    world.submit("task", .utility)
    world.set(value)
    #expect(world.warnings("task") == [.gate(reason)])
    world.pass(.seconds(10))
    #expect(world.kills("task") == 1)
  }

  @Test(arguments: Kind.allCases)
  func aLostRequirementEndsEveryKind(kind: Kind) {
    var world = World(.network(.wifi))
    world.submit("task", kind) { $0.terms.requires = .network }
    world.set(.network(Network.none))
    #expect(world.warnings("task") == [.gate(.network)])
    world.pass(.minutes(1))
    #expect(world.outcomes("task") == [.killed])
    #expect(world.reasons("task") == [.network])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func aLostPreferenceEndsNothing() {
    var world = World(.network(.wifi))
    world.submit("feed", .refresh) { $0.terms.prefers = .unmetered }
    world.submit("export", .userInitiated) { $0.terms.prefers = .unmetered }
    world.submit("backup", .maintenance) { $0.terms.prefers = .unmetered }
    world.set(.metered(true))
    #expect(world.isRunning("feed"))
    #expect(world.isRunning("export"))
    #expect(world.isRunning("backup"))
  }

  @Test func gatesLeaveWhatAUserAskedForAlone() {
    var world = World(.power(.ac), .battery(80))
    world.submit("export", .userInitiated)
    world.set(.idle(false), .lowPower(true), .load(100), .memory(.critical), .thermal(.serious))
    world.set(.power(.battery), .battery(6))
    world.pass(.minutes(1))
    #expect(world.isRunning("export"))
    world.set(.thermal(.critical))
    #expect(world.warnings("export") == [.gate(.thermal)])
  }

  @Test func whatDefersSuccessfullyIsDone() {
    var world = World(.idle(true))
    world.submit("backup", .maintenance)
    world.set(.idle(false))
    world.pass(.seconds(10))
    world.finish("backup", exit: 0)
    #expect(world.outcomes("backup") == [.completed])
    #expect(!world.waits("backup"))
  }

  @Test(arguments: [75, 1, nil] as [Int32?])
  func whatDefersStartsAgainAsSoonAsItsGateOpens(exit: Int32?) {
    var world = World(.idle(true))
    world.submit("backup", .maintenance)
    world.set(.idle(false))
    world.pass(.seconds(10))
    world.finish("backup", exit: exit, signal: exit == nil ? 15 : nil)
    #expect(world.outcomes("backup") == [.deferred])
    #expect(world.reasons("backup") == [.userActive])
    world.set(.idle(true))
    #expect(world.isRunning("backup"))
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
  }

  @Test func anAbsoluteVetoEndsWhatWasAskedToDefer() {
    var world = World(.idle(true))
    world.submit("backup", .maintenance)
    world.set(.thermal(.fair))
    world.set(.thermal(.serious))
    #expect(world.warnings("backup") == [.gate(.thermal), .gate(.thermal)])
    world.pass(.seconds(30))
    #expect(world.kills("backup") == 1)
  }

  @Test func theBootDelayHoldsStartsOnly() {
    var world = World(bootedFor: .seconds(20))
    world.submit("backup", .maintenance)
    world.run("backup", .force)
    world.submit("export", .userInitiated)
    world.set(.screen(isOn: false))
    #expect(world.isRunning("backup"))
    #expect(world.isRunning("export"))
  }

  @Test func whatRunsPastItsLatestDateIsHeldToNoMoreThanWhatWaits() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) { $0.latest = .after(.hours(1)) }
    world.pass(.hours(1))
    #expect(world.isRunning("backup"))
    world.set(.idle(false), .load(90))
    world.pass(.minutes(1))
    #expect(world.isRunning("backup"))
    world.set(.battery(39))
    #expect(world.phase("backup") == .deferring(.gate(.power)))
  }

  @Test func aCommandThatHasNotBegunIsAskedWhenItHas() {
    var world = World(.idle(true))
    world.launcherWorks = false
    world.submit("backup", .maintenance)
    world.set(.thermal(.fair))
    #expect(world.phase("backup") == .launching)
    world.send(.runStarted(1))
    #expect(world.phase("backup") == .deferring(.gate(.thermal)))
  }

  @Test func aGateThatClosesDoesNotExcuseACommandThatHangs() {
    var world = World(.idle(true))
    world.launcherWorks = false
    world.submit("backup", .maintenance)
    world.set(.thermal(.fair))
    world.pass(.seconds(10))
    #expect(world.outcomes("backup") == [.launchTimeout])
  }

  @Test func thatTheDeviceCoolsIsNoCauseToDeferEither() {
    var settings = Settings()
    settings.maintenanceRunsAtOnce = 2
    var world = World(settings: settings, .idle(true))
    world.submit("backup", .maintenance)
    world.launcherWorks = false
    world.submit("index", .maintenance)
    world.set(.thermal(.fair))
    #expect(world.phase("backup") == .deferring(.gate(.thermal)))
    world.set(.thermal(.nominal))
    world.send(.runStarted(2))
    #expect(world.isRunning("index"))
  }

  @Test func warmthThatIsOverBeforeACommandBeginsIsNoCauseToDefer() {
    var world = World(.idle(true))
    world.launcherWorks = false
    world.submit("backup", .maintenance)
    world.set(.thermal(.fair))
    world.set(.thermal(.nominal))
    world.send(.runStarted(1))
    #expect(world.isRunning("backup"))
    world.finish("backup")
    world.submit("backup", .maintenance)
    #expect(world.isRunning("backup"))
  }
}
