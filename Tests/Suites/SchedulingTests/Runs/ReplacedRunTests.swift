import Testing

@testable import Scheduling

/// A run whose request was replaced or cancelled meanwhile, after a restart of the daemon or a failed commit.
struct ReplacedRunTests {
  private func hourly(_ submission: inout Submission) {
    submission.terms.every = .hours(1)
    submission.terms.command.arguments = ["/bin/hourly"]
  }

  @Test func goesOnWithItsStepsAfterARestart() {
    var world = World()
    world.submitSteps("task", 3)
    world.finish("task")
    world.submitSteps("task", 3) { $0.earliest = .after(.hours(1)) }
    world.restart(found: [1: .alive])
    world.finish("task")
    #expect(world.launchedSteps("task") == [1, 2, 3])
    world.restart(found: [1: .ended(ProcessExit(exit: 0))])
    #expect(world.outcomes("task") == [.completed])
    #expect(world.reasons("task") == [.earliest])
  }

  @Test func goesOnWithItsStepsThoughItWasCancelled() {
    var world = World()
    world.submitSteps("task", 3)
    world.cancel("task", keepsRunning: true)
    world.restart(found: [1: .alive])
    world.finish("task")
    world.finish("task")
    #expect(world.launchedSteps("task") == [1, 2, 3])
  }

  /// The store keeps the request of the live run, although the failures of an earlier run of it are acknowledged.
  @Test func keepsItsRequestWhenFailuresAreAcknowledged() {
    var world = World()
    world.submit("task")
    world.finish("task", exit: 1)
    world.passUntilRunning("task")
    world.submit("task")
    #expect(world.snapshot.executed.count == 1)
    world.send(.acknowledge([world.key("task")], world.ticket()))
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
    #expect(world.snapshot.executed.count == 1)
  }

  @Test func aStepLeftBehindIsNotCompletedAfterARestart() {
    var world = World()
    world.submitSteps("task", 2)
    world.submitSteps("task", 2)
    world.send(.drain(leavesRuns: true))
    world.finish("task")
    #expect(world.outcomes("task") == [.interrupted])
    #expect(world.waits("task"))
  }

  @Test func endsForWhatItRequiresAfterARestart() {
    var world = World(.power(.ac))
    world.submit("task") { $0.terms.requires = .power }
    world.submit("task")
    world.restart(found: [1: .alive])
    world.set(.power(.battery), .battery(80))
    world.pass(.seconds(20))
    #expect(world.warnings("task") == [.gate(.power)])
  }

  @Test func itsSuccessIsThatOfTheIntervalAfterARestart() {
    var world = World()
    world.submit("task", .utility, hourly)
    world.submit("task", .utility, hourly)
    world.restart(found: [1: .alive])
    world.finish("task")
    #expect(world.waits("task"))
    #expect(world.reasons("task").contains(.earliest))
    world.pass(.minutes(25))
    #expect(world.started.count == 1)
  }

  @Test func itsSuccessIsThatOfTheIntervalAfterAFailedCommit() {
    var world = World()
    world.submit("task", .utility, hourly)
    world.submit("task", .utility, hourly)
    let committed = world.snapshot
    world.finish("task")
    world.reload(committed)
    world.finish("task")
    #expect(world.reasons("task").contains(.earliest))
    #expect(world.started.count == 1)
  }

  /// The end of the step before is reported again.
  @Test func noStepIsCountedTwiceAfterAFailedCommit() {
    var world = World()
    world.submitSteps("task", 3)
    world.submitSteps("task", 3)
    let committed = world.snapshot
    world.finish("task")
    world.reload(committed)
    world.finish("task")
    let last = world.history.compactMap { _, effect in
      if case .afterCommit(.launch(_, let request)) = effect {
        request.progress.checkpoint.stepsDone
      } else {
        nil
      }
    }
    #expect(last == [0, 1, 1])
    #expect(world.launchedSteps("task") == [1, 2, 2])
  }

  @Test func nothingOfItIsKeptOnceItHasEnded() {
    var world = World()
    let empty = world.snapshot
    world.submit("task")
    world.submit("task")
    world.finish("task")
    world.cancel("task")
    world.finish("task")
    #expect(world.snapshot.executed == empty.executed)
    #expect(world.snapshot.liveRuns.isEmpty)
  }
}
