import Testing

@testable import Scheduling

/// Checkpoints of commands, and commands that crash too often.
struct CheckpointTests {
  @Test func aCheckpointIsThereForTheNextRunAndGoneAfterSuccess() {
    var world = World()
    world.submit("task") { $0.terms.every = .hours(1) }
    #expect(world.report(.checkpoint("page 7"), from: "task")?.isDone == true)
    #expect(world.report(.progress(0.4), from: "task")?.isDone == true)
    world.finish("task", exit: 75)
    #expect(world.checkpoint("task")?.data == "page 7")
    #expect(world.checkpoint("task")?.share == 0.4)
    world.pass(.minutes(1))
    world.finish("task")
    #expect(world.checkpoint("task") == Checkpoint())
  }

  @Test func aCompletedStepTakesItsCheckpointWithIt() {
    var world = World()
    world.submitSteps("task", 2)
    world.report(.checkpoint("half of step 1"), from: "task")
    world.finish("task")
    #expect(world.checkpoint("task")?.data == nil)
    world.report(.checkpoint("half of step 2"), from: "task")
    world.finish("task", exit: 75)
    world.passUntilRunning("task")
    let data = world.history.compactMap {
      if case .afterCommit(.launch(_, let request)) = $0.effect {
        request.progress.checkpoint.data
      } else {
        nil
      }
    }
    #expect(data == ["half of step 2"])
  }

  @Test func reportsAreChecked() {
    var world = World()
    world.submit("task")
    let long = String(repeating: "x", count: 16_385)
    #expect(world.report(.checkpoint(long), from: "task")?.refusal?.field == "data")
    #expect(world.report(.progress(1.5), from: "task")?.refusal?.field == "share")
    world.send(.report(99, .ready, world.ticket()))
    #expect(world.answer?.refusal?.code == .notFound)
  }

  @Test func aReportOfARunWhoseRequestWasReplacedChangesNothingOfTheNew() {
    var world = World()
    world.submit("task")
    world.submit("task")
    world.report(.checkpoint("old"), from: "task")
    #expect(world.checkpoint("task") == Checkpoint())
  }

  @Test func fiveCrashesInTheSameStepQuarantine() {
    var world = World()
    world.submitSteps("task", 3) { $0.terms.retries = 1000 }
    world.finish("task")
    for crashes in 1...5 {
      world.passUntilRunning("task")
      #expect(world.launchedSteps("task").last == 2)
      world.crash("task")
      #expect(world.checkpoint("task")?.crashes == crashes)
    }
    // No retry is reported, since none will follow.
    #expect(world.reasons("task") == [.quarantined])
    world.pass(.days(2))
    #expect(!world.isRunning("task"))
    #expect(world.reasons("task") == [.quarantined])
    world.send(.unquarantine(world.key("task"), world.ticket()))
    #expect(world.isRunning("task"))
    #expect(world.launchedSteps("task").last == 2)
  }

  @Test func quarantineComesBeforeGivingUp() {
    var world = World()
    world.submit("task")
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    #expect(world.reasons("task").contains(.quarantined))
    // After `unquarantine`, the request has all its tries again.
    world.send(.unquarantine(world.key("task"), world.ticket()))
    for _ in 0..<4 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    #expect(world.reasons("task") == [.backoff])
  }

  @Test func aForcedRunThatCompletesLiftsIt() {
    var world = World()
    world.submit("task") {
      $0.terms.every = .hours(1)
      $0.terms.retries = 1000
    }
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    world.run("task", .force)
    world.finish("task")
    world.passUntilRunning("task")
    #expect(world.isRunning("task"))
  }

  /// Ends by the system, which do not count as crashes of the step.
  @Test(arguments: 0..<5)
  func whatTheSystemEndedIsNoCrash(way: Int) {
    var world = World(.power(.ac), .battery(80))
    world.submit("task") {
      $0.terms.retries = 1000
      $0.terms.requires = .power
    }
    for round in 0..<8 {
      world.passUntilRunning("task")
      switch way {
      case 0:
        world.set(.power(.battery))
        world.pass(.minutes(1))
        world.set(.power(.ac))
      case 1: world.reboot(offline: .minutes(1), bootID: "boot \(round)")
      case 2: world.finish("task", exit: 1)
      case 3:
        var finish = ProcessExit(signal: 15)
        finish.wasStoppedOutside = true
        world.send(.runEnded(world.scheduler.runs.first?.id ?? 0, finish))
      default: world.stop("task", .operatorStop)
      }
    }
    world.passUntilRunning("task")
    #expect(world.checkpoint("task")?.crashes == 0)
    #expect(world.isRunning("task"))
  }

  @Test func aRunThatVanishedWithTheDaemonCounts() {
    var world = World()
    world.submit("task")
    for _ in 0..<5 { world.restart() }
    #expect(world.reasons("task") == [.quarantined])
  }

  @Test func whoeverComesFurtherHasNotCrashedBefore() {
    var world = World()
    world.submit("task") { $0.terms.retries = 1000 }
    for _ in 0..<8 {
      world.passUntilRunning("task")
      world.report(.checkpoint("further"), from: "task")
      world.crash("task")
    }
    #expect(world.checkpoint("task")?.crashes == 1)
  }

  @Test func onlyWhatIsQuarantinedCanBeFreed() {
    var world = World()
    world.submit("task")
    world.send(.unquarantine(world.key("task"), world.ticket()))
    #expect(world.answer?.refusal?.code == .held)
    world.send(.unquarantine(world.key("other"), world.ticket()))
    #expect(world.answer?.refusal?.code == .notFound)
  }

  // MARK: Windows that were given up

  @Test func givingUpAWindowKeepsStepsAndCheckpoint() {
    var world = World()
    world.submitSteps("task", 3) {
      $0.terms.every = .hours(1)
      $0.terms.retries = 0
    }
    world.finish("task")
    world.report(.checkpoint("half of step 2"), from: "task")
    world.finish("task", exit: 1)
    #expect(world.checkpoint("task")?.stepsDone == 1)
    #expect(world.checkpoint("task")?.data == "half of step 2")
    world.pass(.hours(1))
    #expect(world.launchedSteps("task") == [1, 2, 2])
  }

  @Test(arguments: 0..<4)
  func crashesAreCountedOverWindows(retries: Int) {
    var world = World()
    world.submit("task") {
      $0.terms.every = .hours(1)
      $0.terms.retries = retries
    }
    for _ in 0..<5 {
      world.passUntilRunning("task")
      world.crash("task")
    }
    #expect(world.reasons("task").contains(.quarantined))
  }
}
