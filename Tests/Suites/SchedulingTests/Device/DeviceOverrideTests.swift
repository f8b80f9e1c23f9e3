import Testing

@testable import Scheduling

/// Values overridden by hand, and a frozen device, compared with the values that the machine reports.
struct DeviceOverrideTests {
  @Test func whatIsToldCountsUntilItIsThawed() {
    var world = World(measured: [.power(.ac), .battery(80)])
    world.set(.battery(4))
    world.measure(.battery(81), .thermal(.fair))
    #expect(world.device.battery == 4)
    #expect(world.device.thermal == .fair)
    world.thaw()
    #expect(world.answer?.isDone == true)
    #expect(world.device.battery == 81)
    world.measure(.battery(82))
    #expect(world.device.battery == 82)
    #expect(world.snapshot.overrides.isEmpty)
  }

  @Test func aSwitchThatCouldNotBeRecordedIsTakenBack() {
    var world = World(measured: [.power(.ac)])
    let committed = world.snapshot
    world.set(.backgroundRefresh(false))
    world.reload(committed)
    #expect(world.device.backgroundRefresh == nil)
  }

  @Test func whatIsToldDecides() {
    var world = World(measured: [.power(.ac), .battery(80)])
    world.set(.thermal(.critical))
    world.submit("export", .userInitiated)
    #expect(world.reasons("export") == [.thermal])
    world.measure(.thermal(.nominal))
    #expect(world.reasons("export") == [.thermal])
    world.thaw()
    #expect(world.isRunning("export"))
  }

  @Test func whatIsToldOutlivesTheDaemonButNotTheMachine() {
    var world = World(measured: [.battery(80)])
    world.set(.battery(4), .path("/mnt/backup", isThere: true))
    world.restart()
    world.measure(.battery(79), .path("/mnt/backup", isThere: false))
    #expect(world.device.battery == 4)
    #expect(world.device.isThere("/mnt/backup") == true)
    world.reboot(offline: .minutes(1))
    #expect(world.device.battery == 79)
    #expect(world.device.isThere("/mnt/backup") == false)
    #expect(world.snapshot.overrides.isEmpty)
  }

  @Test func whatIsToldAsItIsAnywayHoldsOverARestartToo() {
    var world = World(measured: [.battery(80)])
    world.set(.battery(80))
    world.machine.apply(.battery(79))
    world.restart()
    #expect(world.device.battery == 80)
  }

  @Test func aFieldThatNobodyTellsAnyMoreIsUnknown() {
    var world = World(measured: [.power(.battery), .battery(10)])
    world.submit("feed", .refresh)
    #expect(world.reasons("feed") == [.battery])
    world.measure(.battery(nil))
    #expect(world.device.battery == nil)
    #expect(world.isRunning("feed"))
    world.measure(.power(nil))
    #expect(world.isRunning("feed"))
  }

  @Test func aFieldThatBecomesUnknownWhileItIsToldIsUnknownOnceThawed() {
    var world = World(measured: [.battery(10)])
    world.set(.battery(50))
    world.measure(.battery(nil))
    #expect(world.device.battery == 50)
    world.thaw()
    #expect(world.device.battery == nil)
  }

  // MARK: Frozen

  @Test func aFrozenDeviceFollowsOnlyWhatIsToldUntilItIsThawed() {
    var world = World(measured: [.power(.ac), .battery(80)])
    world.freeze()
    #expect(world.answer?.isDone == true)
    world.measure(.power(.battery), .battery(3), .thermal(.serious))
    #expect(world.device.power == .ac)
    #expect(world.device.battery == 80)
    #expect(world.device.thermal == nil)
    world.set(.network(.wifi))
    #expect(world.device.network == .wifi)
    world.pass(.days(30))
    #expect(world.device.power == .ac)
    world.thaw()
    #expect(world.device.power == .battery)
    #expect(world.device.battery == 3)
    #expect(world.device.thermal == .serious)
    #expect(world.device.network == nil)
  }

  @Test func aFreezeWithAnEndThawsByItself() {
    var world = World(measured: [.power(.ac)])
    world.freeze(for: .hours(1))
    world.measure(.power(.battery))
    world.pass(.hours(1) - .seconds(1))
    #expect(world.device.power == .ac)
    world.pass(.seconds(1))
    #expect(world.device.power == .battery)
    #expect(world.snapshot.overrides.isEmpty)
    #expect(world.scheduler.nextDeadlines().boot.map { $0 > world.now.boot } ?? true)
  }

  @Test func whatWasToldOutlivesTheEndOfAFreeze() {
    var world = World(measured: [.power(.battery), .battery(80)])
    world.set(.idle(true))
    world.freeze(for: .hours(1))
    world.measure(.power(.ac), .idle(false))
    world.pass(.hours(1))
    #expect(world.scheduler.device.raw.power == .ac)
    #expect(world.scheduler.device.raw.isIdle == true)
    #expect(world.scheduler.readings.overrides.overriddenKeys == ["idle"])
    #expect(!world.scheduler.readings.overrides.isFrozen)
  }

  @Test func aNewFreezeTakesTheEndOfTheOldOne() {
    var world = World(measured: [.power(.ac)])
    world.freeze(for: .hours(1))
    world.freeze()
    world.measure(.power(.battery))
    world.pass(.hours(5))
    #expect(world.device.power == .ac)
  }

  @Test func aFreezeOutlivesTheDaemonWithItsEnd() {
    var world = World(measured: [.power(.ac)])
    world.freeze(for: .hours(1))
    world.pass(.minutes(30))
    world.machine.apply(.power(.battery))
    world.restart()
    #expect(world.device.power == .ac)
    world.pass(.minutes(29))
    #expect(world.device.power == .ac)
    world.pass(.minutes(1))
    #expect(world.device.power == .battery)
  }

  @Test func aFreezeThatEndedWhileThereWasNoDaemonIsOver() {
    var world = World(measured: [.power(.ac)])
    world.freeze(for: .hours(1))
    world.machine.apply(.power(.battery))
    // The daemon was down, so it handled no event.
    world.letTimeGo(.hours(2))
    world.restart()
    #expect(world.device.power == .battery)
    #expect(world.snapshot.overrides.isEmpty)
  }

  @Test(arguments: [false, true])
  func aFreezeEndsWithTheBoot(hasEnd: Bool) {
    var world = World(measured: [.power(.ac)])
    world.freeze(for: hasEnd ? .hours(5) : nil)
    world.machine.apply(.power(.battery))
    world.reboot(offline: .minutes(1))
    #expect(world.device.power == .battery)
    #expect(world.snapshot.overrides.isEmpty)
    world.measure(.battery(40))
    #expect(world.device.battery == 40)
  }

  @Test func afterAThawTheMachineIsLookedAtBeforeAStart() {
    var world = World(measured: [.power(.ac)])
    world.answersLooks = false
    world.freeze()
    world.thaw()
    world.submit("task")
    #expect(world.looks == 1)
    #expect(world.started.isEmpty)
    world.answerLook()
    #expect(world.isRunning("task"))
  }

  @Test func thawingIsSteadyAsAnyChange() {
    var world = World(measured: [.power(.battery), .battery(80)])
    world.submit("backup", .utility) { $0.terms.requires = .power }
    world.freeze()
    world.measure(.power(.ac))
    world.pass(.minutes(5))
    world.thaw()
    #expect(world.waits("backup"))
    world.pass(.seconds(60))
    #expect(world.isRunning("backup"))
  }

  @Test func refusesToFreezeWhatIsSimulatedAndForATimeThatIsNone() {
    var simulated = World()
    simulated.freeze()
    #expect(simulated.answer?.refusal?.code == .held)
    simulated.thaw()
    #expect(simulated.answer?.refusal?.code == .held)
    var world = World(measured: [])
    world.freeze(for: .milliseconds(10))
    #expect(world.answer?.refusal?.field == "seconds")
    #expect(world.snapshot.overrides.isEmpty)
  }

  // MARK: Commits that fail

  @Test func aFreezeThatWasNotCommittedIsNone() {
    var world = World(measured: [.power(.ac)])
    let committed = world.snapshot
    world.freeze()
    world.machine.apply(.power(.battery))
    world.reload(committed)
    world.measure(.power(.battery))
    #expect(world.device.power == .battery)
  }

  @Test func whatWasToldWithoutACommitGivesWayToTheMachine() {
    var world = World(measured: [.battery(80)])
    let committed = world.snapshot
    world.set(.battery(4))
    world.reload(committed)
    #expect(world.device.battery == 80)
  }

  @Test func aThawThatWasNotCommittedIsNone() {
    var world = World(measured: [.battery(80)])
    world.set(.battery(4))
    let committed = world.snapshot
    world.thaw()
    world.reload(committed)
    #expect(world.device.battery == 4)
    world.measure(.battery(79))
    #expect(world.device.battery == 4)
  }
}
