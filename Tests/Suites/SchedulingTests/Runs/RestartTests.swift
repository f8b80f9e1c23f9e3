import Testing

@testable import Scheduling

/// A daemon or machine that died, a daemon that was stopped, and commits that failed.
struct RestartTests {
  @Test func anInterruptedRunIsRecordedAndItsRequestStartsAgain() {
    var world = World()
    world.submit("backup", .maintenance)
    world.restart()
    #expect(world.outcomes("backup") == [.interrupted])
    #expect(world.endings("backup").first?.stopReason == .interrupted)
    #expect(world.isRunning("backup"))
    #expect(world.scheduler.runs.first?.id == 2)
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
  }

  @Test func whatLoadingLeadsToIsToldOnce() {
    var world = World()
    world.submit("backup", .maintenance)
    world.restart()
    world.send(.time)
    #expect(world.effects.isEmpty)
    #expect(world.started == ["backup", "backup"])
  }

  @Test func anInterruptedRunWhoseRequestWasCancelledStaysGone() {
    var world = World()
    world.submit("backup", .maintenance)
    world.cancel("backup")
    world.restart()
    #expect(world.outcomes("backup") == [.interrupted])
    #expect(world.scheduler.runCount == 0)
    #expect(world.scheduler.allRequests.isEmpty)
  }

  @Test func whatWaitedWaitsOnAndItsTimesHold() {
    var world = World()
    let begin = world.now
    world.submit("later", .utility) { $0.earliest = .after(.hours(2)) }
    world.restart()
    #expect(world.reasons("later") == [.earliest])
    world.pass(.hours(2))
    #expect(world.starts(of: "later", after: begin) == [7200])
  }

  @Test func aDelayAfterAFailureOutlivesTheDaemonButNotTheMachine() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.restart()
    #expect(world.reasons("task") == [.backoff])
    world.reboot(offline: .seconds(1))
    #expect(world.isRunning("task"))
  }

  @Test func attemptsOutliveTheDaemon() {
    var world = World()
    world.submit("task", .utility) { $0.terms.retries = 1 }
    world.finish("task", exit: 1)
    world.restart()
    world.pass(.seconds(30))
    world.finish("task", exit: 1)
    #expect(world.removals("task") == [.gaveUp])
  }

  @Test func afterARebootTheBootDelayHolds() {
    var world = World()
    world.submit("feed", .refresh) { $0.earliest = .after(.hours(1)) }
    world.reboot(offline: .hours(2), upFor: .seconds(30))
    #expect(world.reasons("feed") == [.bootDelay])
    world.pass(.seconds(270))
    #expect(world.isRunning("feed"))
  }

  @Test func theDeviceIsRememberedAndSteady() {
    var world = World(.power(.battery), .battery(80), .thermal(.fair))
    world.submit("backup", .maintenance)
    world.restart()
    #expect(world.reasons("backup") == [.power, .thermal])
  }

  @Test func numbersAreNeverUsedAgain() {
    var world = World()
    world.submit("one")
    world.finish("one")
    world.restart()
    world.submit("two")
    #expect(world.scheduler.runs.map(\.id) == [2])
    #expect(world.scheduler.request(world.key("two"))?.sequence == 2)
  }

  // MARK: Draining

  @Test func drainingExpiresEveryRunAndStartsNothingMore() {
    var world = World()
    world.submit("backup", .maintenance)
    world.submit("feed", .refresh)
    world.submit("export", .userInitiated)
    world.submit("later", .utility) { $0.earliest = .after(.seconds(1)) }
    world.send(.drain(leavesRuns: false))
    for id in ["backup", "feed", "export"] { #expect(world.warnings(id) == [.shutdown]) }
    world.pass(.minutes(1))
    #expect(world.scheduler.runCount == 0)
    #expect(world.started.count == 3)
    // The next start finds the complete state.
    #expect(Set(world.snapshot.requests.map(\.key.id)) == ["backup", "feed", "export", "later"])
    #expect(
      world.snapshot.requests.allSatisfy {
        $0.progress.failures == 0 && $0.progress.backoffUntil == nil
      })
  }

  @Test func drainingRefusesWhatItCannotPromise() {
    var world = World()
    world.submit("old", .maintenance) { $0.earliest = .after(.days(1)) }
    world.send(.drain(leavesRuns: false))
    #expect(world.refusal { _ in }?.code == .unavailable)
    world.run("old", .forceReally)
    #expect(world.answer?.refusal?.code == .unavailable)
    world.cancel("old")
    #expect(world.removals("old") == [.cancelled])
  }

  @Test func whileDrainingNothingIsSaidToRunNow() {
    var world = World(.thermal(.critical))
    world.submit("feed", .refresh)
    world.send(.drain(leavesRuns: false))
    world.set(.thermal(.nominal))
    #expect(world.reasons("feed").isEmpty)
    #expect(world.explain("feed")?.runsNow == false)
  }

  @Test func drainingTwiceChangesNothing() {
    var world = World()
    world.submit("backup", .maintenance)
    world.send(.drain(leavesRuns: false))
    #expect(world.send(.drain(leavesRuns: false)).isEmpty)
    #expect(world.warnings("backup") == [.shutdown])
  }

  // MARK: A commit that failed

  @Test func whatWasNotCommittedIsUndone() {
    var world = World()
    world.submit("one", .maintenance)
    let committed = world.snapshot
    world.submit("two", .utility)
    world.cancel("one", keepsRunning: true)
    world.reload(committed)
    #expect(world.scheduler.allRequests.map(\.key.id) == ["one"])
    #expect(world.scheduler.runs.map(\.key.id) == ["one"])
  }

  @Test func aWarningIsNeverUndone() {
    var world = World()
    world.submit("slow", .utility) { $0.terms.budget = .seconds(60) }
    let committed = world.snapshot
    world.pass(.seconds(60))
    #expect(world.warnings("slow") == [.budget])
    world.reload(committed)
    // The run is not warned a second time, and is killed at the original time.
    world.pass(.seconds(10))
    #expect(world.warnings("slow") == [.budget])
    #expect(world.kills("slow") == 1)
  }

  @Test func theDeviceStaysWhatItIs() {
    var world = World(.power(.ac))
    let committed = world.snapshot
    world.set(.power(.battery), .battery(50))
    world.pass(.seconds(10))
    world.reload(committed)
    #expect(world.scheduler.device.raw.battery == 50)
    world.submit("backup", .maintenance)
    #expect(world.reasons("backup") == [.power])
  }

  @Test func timesOfWhatWaitsAreAskedForAgain() {
    var world = World()
    let begin = world.now
    world.submit("later", .utility) { $0.earliest = .after(.hours(1)) }
    world.reload(world.snapshot)
    world.pass(.hours(1))
    #expect(world.starts(of: "later", after: begin) == [3600])
  }

  @Test func aDrainIsNotForgotten() {
    var world = World()
    world.submit("later", .utility) { $0.earliest = .after(.hours(1)) }
    let committed = world.snapshot
    world.send(.drain(leavesRuns: false))
    world.reload(committed)
    world.pass(.hours(2))
    #expect(world.started.isEmpty)
  }
}
