import Testing

@testable import Scheduling

/// A machine that announces its sleep.
struct SleepTests {
  static let appKinds = [Kind.refresh, .processing, .push]
  static let systemKinds = [Kind.maintenance, .utility, .userInitiated]

  @Test(arguments: appKinds)
  func whatRunsForAnAppIsStoppedWithoutBlame(kind: Kind) {
    var world = World(measured: [.power(.ac)])
    world.submit("task", kind)
    world.announceSleep()
    #expect(world.warnings("task") == [.gate(.sleep)])
    world.finish("task", exit: 1)
    let request = world.scheduler.request(world.key("task"))
    #expect(request?.progress.failures == 0)
    #expect(request?.progress.backoffUntil == nil)
    world.sleepThrough(.hours(8))
    #expect(world.isRunning("task"))
    #expect(world.outcomes("task") == [.expired])
  }

  @Test(arguments: appKinds)
  func whatIsBeingLaunchedForAnAppIsStoppedToo(kind: Kind) {
    var world = World(measured: [.power(.ac)])
    world.launcherWorks = false
    world.submit("task", kind)
    world.announceSleep()
    #expect(world.warnings("task") == [.gate(.sleep)])
  }

  @Test(arguments: systemKinds)
  func whatRunsForTheSystemSleepsWithTheMachine(kind: Kind) {
    var world = World(measured: [.power(.ac)])
    world.submit("task", kind) { $0.terms.budget = .minutes(5) }
    world.pass(.minutes(2))
    world.announceSleep()
    world.measure(.battery(70))
    #expect(world.warnings("task").isEmpty)
    #expect(world.scheduler.isReadyToSleep)
    world.sleepThrough(.hours(8))
    #expect(world.isRunning("task"))
    world.pass(.minutes(3) - .seconds(1))
    #expect(world.isRunning("task"))
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.budget])
  }

  @Test func isReadyOnceWhatRunsForAppsHasEnded() {
    var world = World(measured: [.power(.ac)])
    #expect(!world.scheduler.isReadyToSleep)
    world.submit("feed", .refresh)
    world.submit("trim", .utility)
    world.announceSleep()
    #expect(!world.scheduler.isReadyToSleep)
    world.finish("feed")
    #expect(world.scheduler.isReadyToSleep)
    world.sleepThrough(.hours(1))
    #expect(!world.scheduler.isReadyToSleep)
  }

  @Test func whatDoesNotStopIsKilledAfterItsGrace() {
    var world = World(measured: [.power(.ac)])
    world.submit("feed", .refresh)
    world.announceSleep()
    world.pass(.milliseconds(500))
    #expect(world.kills("feed") == 1)
    #expect(world.scheduler.isReadyToSleep)
  }

  @Test func nothingStartsBeforeASleep() {
    var world = World(measured: [.power(.ac)])
    world.announceSleep()
    for kind in Kind.allCases { world.submit(kind.rawValue, kind) }
    world.pass(.minutes(1))
    #expect(world.started.isEmpty)
    #expect(world.reasons("utility") == [.sleep])
    #expect(world.looks == 0)
    world.sleepThrough(.hours(1))
    #expect(world.reasons("utility").contains(.sleep) == false)
    #expect(world.isRunning("utility"))
  }

  @Test func everythingIsLookedAtAndWeighedAnewAfterIt() {
    var world = World(measured: [.power(.ac), .thermal(.nominal)])
    world.submit("first")
    world.finish("first")
    world.announceSleep()
    world.submit("task")
    world.answersLooks = false
    world.sleepThrough(.seconds(2))
    #expect(world.looks == 1)
    #expect(world.waits("task"))
    world.answerLook(.thermal(.serious))
    #expect(world.reasons("task") == [.thermal])
  }

  @Test func anAnswerFromBeforeTheSleepIsNone() {
    var world = World(measured: [.power(.ac)])
    world.answersLooks = false
    world.pass(.minutes(1))
    world.submit("task")
    #expect(world.looks == 1)
    world.announceSleep()
    world.sleepThrough(.seconds(3))
    #expect(world.looks == 2)
    #expect(world.waits("task"))
    world.answerLook()
    #expect(world.isRunning("task"))
  }

  @Test func aSleepThatNobodyAnnouncedIsFollowedByALookToo() {
    var world = World(measured: [.power(.battery)])
    world.submit("task") { $0.terms.requires = .power }
    world.answersLooks = false
    world.suspend(.hours(1))
    world.measure(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.looks == 1)
  }

  @Test func aSleepThatIsCalledOffLeavesEverythingAsItWas() {
    var world = World(measured: [.power(.ac)])
    world.announceSleep()
    world.submit("task")
    world.send(.sleep(isComing: false))
    #expect(world.isRunning("task"))
  }

  @Test func saidTwiceItIsTheSame() {
    var world = World(measured: [.power(.ac)])
    world.submit("feed", .refresh)
    world.announceSleep()
    world.announceSleep()
    #expect(world.warnings("feed").count == 1)
    world.finish("feed", exit: 1)
    world.send(.sleep(isComing: false))
    world.send(.sleep(isComing: false))
    #expect(world.isRunning("feed"))
  }

  @Test func onlyWhatIsReallyForcedStartsAllTheSame() {
    var world = World(measured: [.power(.ac)])
    world.announceSleep()
    world.submit("export", .userInitiated)
    world.run("export", .ifReady)
    #expect(world.answer?.refusal?.reasons == [Reason.sleep.rawValue])
    world.run("export", .force)
    #expect(world.answer?.refusal?.reasons == [Reason.sleep.rawValue])
    world.run("export", .forceReally)
    #expect(world.isRunning("export"))
  }

  @Test func aSleepIsForgottenWithTheDaemon() {
    var world = World(measured: [.power(.ac)])
    world.announceSleep()
    world.submit("task")
    // The source of the sleep announcement repeats it to the next daemon.
    world.restart()
    #expect(world.isRunning("task"))
  }

  @Test func aCommitThatFailsDoesNotForgetIt() {
    var world = World(measured: [.power(.ac)])
    world.announceSleep()
    world.reload(world.snapshot)
    world.submit("task")
    #expect(world.reasons("task") == [.sleep])
  }

  // MARK: Kept awake

  @Test func aRunThatAsksForItKeepsTheMachineAwakeOnPowerAlone() {
    var world = World(measured: [.power(.ac)])
    world.submit("plain")
    #expect(world.scheduler.runsThatPreventSleep.isEmpty)
    world.submit("backup") { $0.terms.run.preventsSleep = true }
    #expect(world.scheduler.runsThatPreventSleep.map(\.key.id) == ["backup"])
    world.measure(.power(.battery))
    #expect(world.isRunning("backup"))
    #expect(world.scheduler.runsThatPreventSleep.isEmpty)
    world.measure(.power(.ac))
    #expect(world.scheduler.runsThatPreventSleep.map(\.key.id) == ["backup"])
    world.finish("backup")
    #expect(world.scheduler.runsThatPreventSleep.isEmpty)
  }
}
