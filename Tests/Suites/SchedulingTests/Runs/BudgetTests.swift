import Testing

@testable import Scheduling

/// From launch to the end: launch, budget, expiration, grace, kill.
struct BudgetTests {
  private func slow(_ submission: inout Submission) {
    submission.terms.budget = .seconds(60)
    submission.terms.grace = .seconds(5)
  }

  @Test func aRunIsWarnedAtTheEndOfItsBudgetAndKilledAfterItsGrace() {
    var world = World()
    world.submit("slow", .utility, slow)
    world.pass(.seconds(59))
    #expect(world.phase("slow") == .running)
    world.pass(.seconds(1))
    #expect(world.warnings("slow") == [.budget])
    world.pass(.milliseconds(4999))
    #expect(world.kills("slow") == 0)
    world.pass(.milliseconds(1))
    #expect(world.kills("slow") == 1)
    #expect(world.outcomes("slow") == [.killed])
    let ending = world.endings("slow").first
    #expect(ending?.stopReason == .budget)
    #expect(ending?.wasKilled == true)
    #expect(ending?.signal == 9)
  }

  @Test(
    arguments: [
      (exit: 0, .completed, failures: nil), (1, .expired, 0), (75, .expired, 0),
    ] as [(exit: Int32, Outcome, failures: Int?)])
  func aRunThatStopsWithinItsGraceIsExpiredUnlessItIsDone(
    exit: Int32, outcome: Outcome, failures: Int?
  ) {
    var world = World()
    world.submit("slow", .utility, slow)
    world.pass(.seconds(62))
    world.finish("slow", exit: exit)
    #expect(world.outcomes("slow") == [outcome])
    #expect(world.endings("slow").map(\.stopReason) == [.budget])
    #expect(world.kills("slow") == 0)
    // Exit status 0 is a success at any time. A command that stops in time has not failed.
    #expect(world.scheduler.request(world.key("slow"))?.progress.failures == failures)
  }

  @Test(arguments: [true, false])
  func whatHadToBeKilledIsNoSuccessWhateverItsExit(launcherSaysSo: Bool) {
    var world = World()
    world.submit("slow", .utility, slow)
    world.pass(.seconds(60))
    var scheduler = world.scheduler
    let late = world.now.advanced(by: .seconds(5))
    _ = scheduler.handle(.time, at: late)
    var finish = ProcessExit(exit: 0)
    finish.wasKilled = launcherSaysSo
    _ = scheduler.handle(.runEnded(1, finish), at: late)
    #expect(scheduler.request(world.key("slow"))?.progress.failures == 1)
  }

  /// After a commit that failed, the kill of a run is not in its phase. Only the launcher reports it.
  @Test(
    arguments: [(false, false, .crashed), (false, true, .crashed), (true, false, .deferred)]
      as [(isDeferring: Bool, hasSteps: Bool, Outcome)])
  func aKilledRunIsNoSuccessInAnyPhase(isDeferring: Bool, hasSteps: Bool, outcome: Outcome) {
    var world = World(.idle(true), .power(.ac), .battery(80))
    if hasSteps { world.submitSteps("task", 2) } else { world.submit("task", .maintenance) }
    if isDeferring {
      world.set(.power(.battery))
      world.pass(.seconds(10))
      #expect(world.phase("task") == .deferring(.gate(.power)))
    }
    var exit = ProcessExit(exit: 0)
    exit.wasKilled = true
    world.send(.runEnded(1, exit))
    #expect(world.outcomes("task") == [outcome])
    #expect(world.scheduler.request(world.key("task")) != nil)
  }

  @Test func aGraceOfNothingKillsWithTheWarning() {
    var world = World()
    world.submit("slow", .utility) {
      $0.terms.budget = .seconds(60)
      $0.terms.grace = .zero
    }
    world.pass(.seconds(60))
    #expect(world.warnings("slow") == [.budget])
    #expect(world.kills("slow") == 1)
  }

  @Test func aCommandThatDoesNotBeginIsKilledAfterTenSeconds() {
    var world = World()
    world.launcherWorks = false
    world.submit("stuck", .utility, slow)
    world.pass(.seconds(9))
    #expect(world.kills("stuck") == 0)
    world.pass(.seconds(1))
    #expect(world.outcomes("stuck") == [.launchTimeout])
    #expect(world.warnings("stuck").isEmpty)
    #expect(world.reasons("stuck") == [.backoff])
  }

  @Test func aSlowStartEatsTheBudget() {
    var world = World()
    world.launcherWorks = false
    world.submit("slow", .utility, slow)
    world.pass(.seconds(8))
    world.send(.runStarted(1))
    world.pass(.seconds(51))
    #expect(world.phase("slow") == .running)
    world.pass(.seconds(1))
    #expect(world.warnings("slow") == [.budget])
  }

  @Test func aBudgetShorterThanAStartIsABoundOnTheStart() {
    var world = World()
    world.launcherWorks = false
    world.submit("short", .utility) { $0.terms.budget = .seconds(2) }
    world.pass(.seconds(2))
    #expect(world.warnings("short") == [.launchTimeout])
    #expect(world.kills("short") == 0)
    world.pass(.seconds(10))
    #expect(world.outcomes("short") == [.launchTimeout])
  }

  /// The launch was the task of a daemon that has died. The record of this by the next daemon has failed, so that the
  /// launch seems to take too long.
  @Test func aRunOfWhichNothingIsFoundHadNoSlowLaunch() {
    var world = World()
    world.launcherWorks = false
    world.submit("lost", .utility) { $0.terms.budget = .seconds(2) }
    world.pass(.seconds(2))
    #expect(world.warnings("lost") == [.launchTimeout])
    world.launcherWorks = true
    world.send(.runEnded(1, .unexplained))
    #expect(world.outcomes("lost") == [.interrupted])
    #expect(world.scheduler.request(world.key("lost"))?.progress.failures == 0)
  }

  @Test func sleepInTheMiddleIsNoOverrun() {
    var world = World()
    world.submit("slow", .utility, slow)
    world.pass(.seconds(30))
    world.suspend(.hours(8))
    #expect(world.phase("slow") == .running)
    world.pass(.seconds(29))
    #expect(world.phase("slow") == .running)
    world.pass(.seconds(1))
    #expect(world.warnings("slow") == [.budget])
    world.suspend(.hours(8))
    #expect(world.kills("slow") == 0)
    world.pass(.seconds(5))
    #expect(world.kills("slow") == 1)
  }

  @Test func aClockThatIsSetIsNoOverrun() {
    var world = World()
    world.submit("slow", .utility, slow)
    world.setClock(by: .days(400))
    world.pass(.seconds(59))
    #expect(world.phase("slow") == .running)
    world.setClock(by: .days(-800))
    world.pass(.seconds(1))
    #expect(world.warnings("slow") == [.budget])
  }

  @Test func aWarningThatComesLateLeavesTheWholeGrace() {
    var world = World()
    world.submit("slow", .utility, slow)
    // The daemon did not run for an hour.
    let late = world.now.advanced(by: .hours(1))
    var scheduler = world.scheduler
    _ = scheduler.handle(.time, at: late)
    #expect(
      scheduler.runs.first?.phase == .expiring(.budget, until: late.awake + .seconds(5)))
  }

  @Test(arguments: [
    (Kind.refresh, 30.0, 0.5), (.processing, 600, 0.5), (.push, 30, 0.5),
    (.maintenance, 1800, 30), (.utility, 600, 10), (.userInitiated, 600, 10),
  ])
  func everyKindHasItsBudgetAndGrace(kind: Kind, budget: Double, grace: Double) {
    var world = World()
    world.submit("task", kind)
    let run = world.scheduler.run(of: world.key("task"))
    #expect(run?.budget.seconds == budget)
    #expect(run?.grace.seconds == grace)
  }

  @Test func aLongMaintenanceBudgetIsForMains() {
    var world = World(.power(.battery), .battery(90))
    world.submit("scrub", .maintenance) {
      $0.terms.budget = .hours(24)
      $0.terms.allowsBattery = true
    }
    #expect(world.scheduler.run(of: world.key("scrub"))?.budget == .hours(2))
    world.cancel("scrub")
    world.pass(.minutes(1))
    world.set(.power(.ac))
    world.pass(.minutes(1))
    world.submit("scrub", .maintenance) { $0.terms.budget = .hours(24) }
    #expect(world.scheduler.run(of: world.key("scrub"))?.budget == .hours(24))
  }

  @Test func whatIsToldOfAnEndedRunChangesNothing() {
    var world = World()
    world.submit("slow", .utility, slow)
    world.finish("slow")
    #expect(world.send(.runStarted(1)).isEmpty)
    #expect(world.send(.runEnded(1, ProcessExit(exit: 1))).isEmpty)
    #expect(world.send(.runEnded(99, ProcessExit(exit: 1))).isEmpty)
  }
}
