import Testing

@testable import Scheduling

/// Work of several steps.
struct StepTests {
  @Test func stepsRunOneAfterTheOtherInOneRun() {
    var world = World()
    world.submitSteps("task", 3)
    #expect(world.launchedSteps("task") == [1])
    world.finish("task")
    world.finish("task")
    #expect(world.launchedSteps("task") == [1, 2, 3])
    #expect(world.outcomes("task").isEmpty)
    world.finish("task")
    #expect(world.outcomes("task") == [.completed])
    #expect(world.scheduler.allRequests.isEmpty)
    #expect(world.scheduler.context.runs.active.nextID == 2)
  }

  @Test func aCompletedStepIsOnRecordBeforeTheNextIsLaunched() {
    var world = World()
    world.submitSteps("task", 2)
    world.finish("task")
    let effects = world.history.suffix(8).map(\.effect)
    let recorded = effects.firstIndex {
      if case .change(.putRequest(let request)) = $0 {
        request.progress.checkpoint.stepsDone == 1
      } else {
        false
      }
    }
    let launched = effects.lastIndex { if case .afterCommit(.launch) = $0 { true } else { false } }
    #expect(recorded != nil && launched != nil)
    if let recorded, let launched { #expect(recorded < launched) }
  }

  @Test(arguments: [1, 75, 2])
  func aStepThatFailedIsTheOneThatIsTriedAgain(exit: Int32) {
    var world = World()
    world.submitSteps("task", 4)
    world.finish("task")
    world.finish("task")
    world.finish("task", exit: exit)
    #expect(world.endings("task").count == 1)
    world.pass(.minutes(1))
    #expect(world.launchedSteps("task") == [1, 2, 3, 3])
    world.finish("task")
    world.finish("task")
    #expect(world.outcomes("task").last == .completed)
  }

  @Test func theBudgetIsThatOfTheWholeRun() {
    var world = World()
    world.submitSteps("task", 3) { $0.terms.budget = .minutes(2) }
    world.pass(.seconds(90))
    world.finish("task")
    world.pass(.seconds(29))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.budget])
  }

  @Test func whatIsOnItsWayOutBeginsNoOtherStepAndGoesOnWithItLater() {
    var world = World()
    world.submitSteps("task", 3) { $0.terms.budget = .minutes(2) }
    world.pass(.minutes(2))
    // The run obeys the warning by completing its step.
    world.finish("task")
    #expect(world.outcomes("task") == [.expired])
    #expect(world.checkpoint("task")?.stepsDone == 1)
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
    world.pass(.minutes(1))
    #expect(world.launchedSteps("task") == [1, 2])
  }

  @Test func aStepHasALimitOfItsOwnAndTheResultNamesIt() {
    var world = World()
    world.submitSteps("task", 2) { $0.terms.command.steps[1].limit = .seconds(20) }
    world.pass(.minutes(1))
    world.finish("task")
    world.pass(.seconds(19))
    #expect(world.warnings("task").isEmpty)
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.stepLimit])
    world.pass(.seconds(10))
    let ending = world.endings("task").last
    #expect(ending?.outcome == .killed)
    #expect(ending?.message?.contains("step-2") == true)
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 1)
  }

  @Test(
    arguments: [
      (Kind.refresh, 5), (.processing, 5), (.push, 5), (.maintenance, nil), (.utility, nil),
    ]
      as [(Kind, Int64?)])
  func kindsOfAppsHaveAShortLimit(kind: Kind, seconds: Int64?) {
    var world = World(.idle(true))
    world.submitSteps("task", 2, kind)
    #expect(world.scheduler.runs.first?.stepLimit == seconds.map { .seconds($0) })
    world.submit("plain", .userInitiated)
    #expect(world.scheduler.run(of: world.key("plain"))?.stepLimit == nil)
  }

  @Test func whatStepsUseIsAddedUp() {
    var world = World()
    world.submitSteps("task", 2)
    for (cpu, peak) in [(1.5, 300), (0.25, 200)] as [(Double, Int64)] {
      var finish = ProcessExit(exit: 0)
      finish.cpuSeconds = cpu
      finish.peakMemoryBytes = peak
      world.send(.runEnded(1, finish))
    }
    #expect(world.endings("task").last?.cpuSeconds == 1.75)
    #expect(world.endings("task").last?.peakMemoryBytes == 300)
  }

  @Test func aRunThatEndsBehindAStepKeepsWhatThatUsed() {
    var world = World()
    world.submitSteps("task", 2, .maintenance)
    world.set(.thermal(.fair))
    var finish = ProcessExit(exit: 0)
    finish.cpuSeconds = 1.5
    world.send(.runEnded(1, finish))
    let ending = world.endings("task").last
    #expect(ending?.outcome == .deferred)
    #expect(ending?.exit == 0)
    #expect(ending?.cpuSeconds == 1.5)
    #expect(world.checkpoint("task")?.stepsDone == 1)
  }

  @Test func whatCouldNotBeRecordedIsNotDoneTwice() {
    var world = World()
    world.submitSteps("task", 3)
    let committed = world.snapshot
    world.finish("task")
    world.reload(committed)
    #expect(world.scheduler.runs.first?.step == 0)
    // The end of the first step is reported again.
    world.finish("task")
    #expect(world.launchedSteps("task") == [1, 2, 2])
  }

  @Test func aNewIntervalGoesOnWithTheStepThatFailedAndElseBeginsAtTheFirst() {
    var world = World()
    world.submitSteps("task", 2) {
      $0.terms.every = .hours(1)
      $0.terms.retries = 0
    }
    world.finish("task")
    world.finish("task", exit: 1)
    world.pass(.hours(1))
    #expect(world.launchedSteps("task") == [1, 2, 2])
    world.finish("task")
    world.pass(.hours(1))
    #expect(world.launchedSteps("task") == [1, 2, 2, 1])
  }

  @Test func stepsAreChecked() {
    var world = World()
    let refusals: [(String, (inout Command) -> Void)] = [
      ("command.steps.name", { $0.steps[1].name = "step-1" }),
      ("command.steps.name", { $0.steps[0].name = "" }),
      ("command.steps.arguments", { $0.steps[0].arguments = ["true"] }),
      ("command.steps", { $0.arguments = ["/bin/true"] }),
      ("command.steps.limit", { $0.steps[0].limit = .zero }),
      ("command.unit", { $0.unit = "fstrim.service" }),
    ]
    for (field, change) in refusals {
      world.submitSteps("task", 2) { change(&$0.terms.command) }
      #expect(world.answer?.refusal?.field == field)
    }
  }
}
