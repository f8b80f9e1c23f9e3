import Testing

@testable import Scheduling

/// The poll of the machine before a start.
struct LookTests {
  /// Returns a world whose machine was polled a while ago and answers polls only when the test says so.
  private func stale(_ values: DeviceValue...) -> World {
    var world = World(measured: values)
    world.answersLooks = false
    world.pass(.minutes(1))
    return world
  }

  @Test func asksOnceAndStartsAfterTheAnswer() {
    var world = stale(.power(.ac))
    world.submit("one")
    world.submit("two")
    world.pass(.seconds(4))
    #expect(world.looks == 1)
    #expect(world.started.isEmpty)
    world.answerLook()
    #expect(world.started == ["one", "two"])
    #expect(world.looks == 1)
  }

  @Test func whatTheLookFindsCounts() {
    var world = stale(.thermal(.nominal))
    world.submit("feed", .refresh)
    world.answerLook(.thermal(.serious))
    #expect(world.reasons("feed") == [.thermal])
    #expect(world.started.isEmpty)
  }

  @Test func newsThatAreNoAnswerAreNotTakenForOne() {
    var world = stale(.power(.ac))
    world.submit("task")
    world.measure(.battery(50))
    #expect(world.started.isEmpty)
    #expect(world.looks == 1)
  }

  @Test func whatIsNotAnsweredIsNotWaitedFor() {
    var world = stale(.power(.ac))
    world.submit("task")
    world.pass(.seconds(5) - .milliseconds(1))
    #expect(world.started.isEmpty)
    world.pass(.milliseconds(1))
    #expect(world.started == ["task"])
    #expect(world.looks == 1)
  }

  @Test func aSilentMachineIsAskedAgainForLaterStarts() {
    var world = stale(.power(.ac))
    world.submit("one")
    world.pass(.minutes(1))
    world.submit("two")
    #expect(world.looks == 2)
    #expect(world.started == ["one"])
    world.pass(.seconds(5))
    #expect(world.started == ["one", "two"])
  }

  @Test func isNotAskedAgainWithinTenSeconds() {
    var world = stale(.power(.ac))
    world.submit("one")
    world.answerLook()
    world.pass(.seconds(10) - .milliseconds(1))
    world.submit("two")
    #expect(world.started == ["one", "two"])
    #expect(world.looks == 1)
    world.finish("one")
    world.pass(.milliseconds(1))
    world.submit("three")
    #expect(world.looks == 2)
    #expect(world.started == ["one", "two"])
  }

  @Test func whatWasReadAtTheStartOfTheDaemonIsFresh() {
    var world = World(measured: [.power(.ac)])
    world.submit("task")
    #expect(world.looks == 0)
    #expect(world.started == ["task"])
  }

  // MARK: Paths

  @Test func aPathOfWhichNothingIsKnownIsLookedFor() {
    var world = World(measured: [.power(.ac)])
    world.answersLooks = false
    world.submit("backup") { $0.terms.needs.paths = ["/mnt/backup"] }
    #expect(world.looks == 1)
    world.answerLook(.path("/mnt/backup", isThere: false))
    #expect(world.reasons("backup") == [.path])
    #expect(world.looks == 1)
    world.measure(.path("/mnt/backup", isThere: true))
    #expect(world.started == ["backup"])
  }

  @Test func aPathThatNobodyTellsOfDoesNotHoldForEver() {
    var world = World(measured: [.power(.ac)])
    world.submit("backup") { $0.terms.needs.paths = ["/mnt/backup"] }
    #expect(world.started == ["backup"])
    #expect(world.looks <= 2)
  }

  @Test func norDoesAMachineThatIsSilentAboutIt() {
    var world = World(measured: [.power(.ac)])
    world.answersLooks = false
    world.submit("backup") { $0.terms.needs.paths = ["/mnt/backup"] }
    world.pass(.seconds(10))
    #expect(world.started == ["backup"])
    #expect(world.looks <= 2)
  }

  @Test func aPathThatCameWhileALookWasAwaitedIsLookedForToo() {
    var world = stale(.power(.ac))
    world.submit("one")
    world.submit("backup") { $0.terms.needs.paths = ["/mnt/backup"] }
    #expect(world.looks == 1)
    // The poll was requested before the path was needed, so its answer does not contain the path.
    world.answerLook()
    #expect(world.looks == 2)
    world.answerLook(.path("/mnt/backup", isThere: false))
    #expect(world.reasons("backup") == [.path])
    #expect(world.isRunning("one"))
  }

  // MARK: Starts without a poll

  @Test func nothingIsAskedWhileFrozenOrSimulated() {
    var frozen = stale(.power(.ac))
    frozen.freeze()
    frozen.submit("task")
    #expect(frozen.started == ["task"])
    #expect(frozen.looks == 0)
    var simulated = World(.power(.ac))
    simulated.pass(.hours(1))
    simulated.submit("task")
    #expect(simulated.started == ["task"])
    #expect(simulated.looks == 0)
  }

  @Test func nothingIsAskedForWhatMayNotStartAnyway() {
    var world = stale(.power(.battery), .battery(80))
    world.submit("backup") { $0.terms.requires = .power }
    world.submit("later") { $0.earliest = .after(.hours(5)) }
    world.pass(.hours(4))
    #expect(world.looks == 0)
    world.measure(.power(.ac))
    world.pass(.seconds(59))
    #expect(world.looks == 0)
    world.pass(.seconds(1))
    #expect(world.looks == 1)
  }

  @Test func nothingIsAskedWhereThereIsNoRoom() {
    var world = World(measured: [.power(.ac)])
    for id in ["one", "two", "three"] { world.submit(id) }
    world.pass(.minutes(5))
    #expect(world.started == ["one", "two"])
    #expect(world.looks == 0)
  }

  // MARK: During a poll

  @Test func whatOverrunsIsKilledWhileALookIsAwaited() {
    var world = stale(.power(.ac))
    world.submit("old") {
      $0.terms.budget = .seconds(20)
      $0.terms.grace = .seconds(1)
    }
    world.answerLook()
    world.pass(.seconds(18))
    world.submit("new")
    #expect(world.looks == 2)
    world.pass(.seconds(2))
    #expect(world.warnings("old") == [.budget])
    world.pass(.seconds(1))
    #expect(world.kills("old") == 1)
    #expect(world.started == ["old"])
    world.pass(.seconds(2))
    #expect(world.started == ["old", "new"])
  }

  @Test func whatIsCancelledMeanwhileDoesNotStart() {
    var world = stale(.power(.ac))
    world.submit("task")
    world.cancel("task")
    world.answerLook()
    world.pass(.minutes(1))
    #expect(world.started.isEmpty)
  }

  @Test func aLookOutlivesACommitThatFailed() {
    var world = stale(.power(.ac))
    world.submit("task")
    world.reload(world.snapshot)
    #expect(world.looks == 1)
    #expect(world.started.isEmpty)
    world.answerLook()
    #expect(world.started == ["task"])
  }

  @Test func whatIsFrozenMeanwhileWaitsNoLonger() {
    var world = stale(.power(.ac))
    world.submit("task")
    world.freeze()
    world.pass(.seconds(5))
    #expect(world.started == ["task"])
  }
}
