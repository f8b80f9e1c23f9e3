import Testing

@testable import Scheduling

/// Commands that decide whether a request may start.
struct ConditionTests {
  private static let ping = "ping -c1 nas"

  private func submit(_ id: String, to world: inout World) {
    world.submit(id) { $0.terms.needs.condition = Self.ping }
  }

  /// A world in which `backup` waits for its condition.
  private func trying() -> World {
    var world = World(.power(.ac))
    submit("backup", to: &world)
    return world
  }

  @Test func isTriedAsACommandOfItsOwnThatIsRecordedNowhere() throws {
    let world = trying()
    let check = try #require(world.checks.first)
    #expect(check.condition == Self.ping)
    #expect(check.id == 1)
    #expect(world.started.isEmpty)
    #expect(world.snapshot.liveRuns.isEmpty)
    #expect(world.snapshot.nextRun == 1)
    #expect(world.reasons("backup") == [.condition])
    #expect(world.scheduler.runCount == 0)
  }

  @Test func whereItHoldsTheRequestStarts() {
    var world = trying()
    world.pass(.seconds(20))
    world.endCheck("backup")
    #expect(world.started == ["backup"])
    #expect(world.scheduler.runs.map(\.id) == [1])
  }

  @Test func whereItDoesNotItIsTriedAgainFiveMinutesLater() {
    var world = trying()
    world.endCheck("backup", exit: 1, saying: "no answer")
    #expect(world.reasons("backup") == [.condition])
    let text = world.explain("backup")?.causes.first?.text ?? ""
    #expect(text.hasPrefix("`ping -c1 nas` failed (exit 1: no answer)"), "\(text)")
    #expect(world.explain("backup")?.next == world.now.wall + .minutes(5))
    world.pass(.minutes(5) - .seconds(1))
    #expect(world.tried.count == 1)
    world.pass(.seconds(1))
    #expect(world.tried.count == 2)
    world.endCheck("backup")
    #expect(world.started == ["backup"])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
  }

  @Test func theNextTryOutlivesAHeapOfOtherRequests() {
    var world = trying()
    world.endCheck("backup", exit: 1)
    for second in 0..<1200 {
      world.submit("other") { $0.earliest = .after(.hours(1) + .seconds(second)) }
    }
    world.pass(.minutes(5))
    #expect(world.tried.count == 2)
  }

  @Test func isTriedOnlyWhenAllElseHolds() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup") {
      $0.terms.needs.condition = Self.ping
      $0.terms.requires = .power
      $0.earliest = .after(.hours(1))
    }
    world.set(.power(.ac))
    world.pass(.minutes(59))
    #expect(world.tried.isEmpty)
    world.set(.power(.battery))
    world.pass(.hours(1))
    #expect(world.tried.isEmpty)
    #expect(world.reasons("backup") == [.power])
    world.set(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.tried == ["backup"])
  }

  @Test func isNotTriedWhereThereIsNoRoom() {
    var world = World()
    world.submit("one")
    world.submit("two")
    submit("backup", to: &world)
    world.pass(.minutes(5))
    #expect(world.tried.isEmpty)
    world.finish("one")
    #expect(world.tried == ["backup"])
  }

  @Test func whatHeldIsBelievedForAMinute() {
    for (seconds, isBelieved) in [(59, true), (60, false)] {
      var world = trying()
      world.set(.thermal(.serious))
      world.endCheck("backup")
      #expect(world.reasons("backup") == [.thermal])
      world.pass(.seconds(seconds))
      world.set(.thermal(.nominal))
      #expect(world.isRunning("backup") == isBelieved)
      #expect(world.tried.count == (isBelieved ? 1 : 2))
    }
  }

  @Test func whatHeldBeforeASleepIsTriedAnew() {
    var world = trying()
    world.announceSleep()
    world.endCheck("backup")
    #expect(world.reasons("backup") == [.sleep])
    world.sleepThrough(.hours(8))
    #expect(world.tried.count == 2)
    #expect(world.started.isEmpty)
  }

  @Test func whatStartsIsLookedAtWhenItsConditionHasTakenLong() {
    var world = World(measured: [.power(.ac), .thermal(.nominal)])
    submit("backup", to: &world)
    world.pass(.seconds(20))
    world.answersLooks = false
    world.endCheck("backup")
    #expect(world.looks == 1)
    #expect(world.started.isEmpty)
    world.answerLook(.thermal(.serious))
    #expect(world.started.isEmpty)
    #expect(world.reasons("backup") == [.thermal])
  }

  @Test func oneThatTakesTooLongIsKilledAndCountsAsFailed() {
    var world = trying()
    world.pass(.seconds(30) - .milliseconds(1))
    #expect(world.kills("backup") == 0)
    world.pass(.milliseconds(1))
    #expect(world.kills("backup") == 1)
    let text = world.explain("backup")?.causes.first?.text ?? ""
    #expect(text.contains("timed out after 30s"), "\(text)")
    world.pass(.minutes(5))
    #expect(world.tried.count == 2)
    #expect(world.outcomes("backup").isEmpty)
  }

  // MARK: Several

  @Test func fourAreTriedAtOnceAndTheFifthGetsItsTurn() {
    var world = World()
    for id in ["a", "b", "c", "d", "e"] { submit(id, to: &world) }
    #expect(world.tried == ["a", "b", "c", "d"])
    #expect(world.reasons("e") == [.condition])
    world.endCheck("b", exit: 1)
    #expect(world.tried == ["a", "b", "c", "d", "e"])
    for id in ["a", "c", "d", "e"] { world.endCheck(id, exit: 1) }
    world.pass(.minutes(5))
    #expect(world.tried.count == 9)
  }

  @Test func whatOthersTakeMeanwhileIsWaitedFor() {
    var world = World()
    submit("backup", to: &world)
    world.submit("one")
    world.submit("two")
    world.endCheck("backup")
    #expect(world.reasons("backup") == [.concurrencyLimit])
    world.finish("one")
    #expect(world.isRunning("backup"))
  }

  // MARK: During a check

  @Test func oneWhoseRequestIsReplacedIsEndedAndSaysNothingOfTheNext() throws {
    var world = trying()
    let first = try #require(world.checks.first)
    submit("backup", to: &world)
    #expect(world.tried.count == 2)
    #expect(world.kills("backup") == 1)
    world.send(.checkEnded(first.id, ProcessExit(exit: 0)))
    #expect(world.started.isEmpty)
    world.endCheck("backup")
    #expect(world.started == ["backup"])
  }

  @Test func oneWhoseRequestIsCancelledIsEnded() {
    var world = trying()
    world.cancel("backup")
    #expect(world.kills("backup") == 1)
    world.endCheck("backup")
    world.pass(.hours(1))
    #expect(world.started.isEmpty)
    #expect(world.tried.count == 1)
  }

  @Test func aStopOfTheDaemonEndsThem() {
    for leavesRuns in [false, true] {
      var world = trying()
      world.send(.drain(leavesRuns: leavesRuns))
      #expect(world.kills("backup") == 1)
      world.send(.drain(leavesRuns: leavesRuns))
      world.pass(.hours(1))
      #expect(world.kills("backup") == 1)
      #expect(world.started.isEmpty)
      #expect(world.tried.count == 1)
    }
  }

  @Test func afterARestartOfTheDaemonItIsTriedAnew() {
    var world = trying()
    world.restart()
    #expect(world.tried.count == 2)
    world.endCheck("backup")
    #expect(world.started == ["backup"])
  }

  @Test func aCommitThatFailsHasItTriedAnew() throws {
    var world = trying()
    let first = try #require(world.checks.first)
    world.reload(world.snapshot)
    // Condition checks that are no longer needed are ended.
    #expect(world.kills("backup") == 1)
    #expect(world.tried.count == 2)
    world.send(.checkEnded(first.id, ProcessExit(exit: 0)))
    #expect(world.started.isEmpty)
    world.endCheck("backup")
    #expect(world.started == ["backup"])
  }

  @Test func whatWasNeverLaunchedLeavesItsPlaceToOthers() {
    var world = World()
    world.killsWork = false
    for id in ["a", "b", "c", "d"] { submit(id, to: &world) }
    // The commit of their batch failed: nothing was launched, so nothing ends.
    world.reload(world.snapshot)
    let count = world.tried.count
    world.pass(.seconds(10))
    #expect(world.tried.count == count + 4)
    world.endCheck("a")
    #expect(world.started == ["a"])
  }

  // MARK: By hand

  @Test func runNowDoesNotPassItButForceDoes() {
    var world = trying()
    world.run("backup", .ifReady)
    #expect(world.answer?.refusal?.reasons == [Reason.condition.rawValue])
    world.run("backup", .force)
    #expect(world.started == ["backup"])
    world.endCheck("backup", exit: 1)
    #expect(world.isRunning("backup"))
  }

  @Test func runNowDoesNotPassItWhileALookIsAwaited() {
    var world = World(measured: [.power(.ac)])
    world.answersLooks = false
    world.pass(.minutes(1))
    submit("backup", to: &world)
    world.run("backup", .ifReady)
    #expect(world.answer?.refusal?.reasons == [Reason.condition.rawValue])
    #expect(world.started.isEmpty)
  }

  @Test func refusesWhatIsNoCommand() {
    var world = World()
    for condition in ["", "a\0b", String(repeating: "x", count: 5000)] {
      #expect(world.refusal { $0.terms.needs.condition = condition }?.field == "condition")
    }
  }
}
