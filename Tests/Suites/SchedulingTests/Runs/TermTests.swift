import Testing

@testable import Scheduling

/// Options for runs: readiness, a signal before the end, a unit on failure, and the report of a killed run's activity.
struct TermTests {
  @Test func aSignalComesOnceAtNineTenthsOfTheBudget() {
    var world = World()
    world.submit("task") {
      $0.terms.budget = .seconds(100)
      $0.terms.run.earlySignal = 10
    }
    world.pass(.seconds(89))
    #expect(signals(world).isEmpty)
    world.pass(.seconds(11))
    #expect(signals(world) == [10])
    #expect(world.warnings("task") == [.budget])
  }

  @Test func whoDoesNotCatchThatSignalHasNotCrashed() {
    var world = World()
    world.submit("task") {
      $0.terms.budget = .seconds(100)
      $0.terms.run.earlySignal = 10
    }
    world.pass(.seconds(90))
    world.finish("task", exit: nil, signal: 10)
    #expect(world.outcomes("task") == [.expired])
    #expect(world.checkpoint("task")?.crashes == 0)
    world.passUntilRunning("task")
    world.finish("task", exit: nil, signal: 10)
    #expect(world.outcomes("task") == [.expired, .crashed])
  }

  private func signals(_ world: World) -> [Int32] {
    world.history.compactMap {
      if case .immediate(.signal(_, let number, _)) = $0.effect { number } else { nil }
    }
  }

  @Test func whoSignalsReadinessHasTenSecondsForIt() {
    var world = World()
    world.submit("slow") { $0.terms.run.signalsReadiness = true }
    world.submit("quick", .userInitiated) { $0.terms.run.signalsReadiness = true }
    world.pass(.seconds(9))
    #expect(world.phase("slow") == .launching)
    world.report(.ready, from: "quick")
    #expect(world.phase("quick") == .running)
    world.pass(.seconds(1))
    #expect(world.warnings("slow") == [.notReady])
    #expect(world.kills("slow") == 0)
    world.pass(.seconds(10))
    #expect(world.outcomes("slow") == [.killed])
    #expect(world.endings("slow").map(\.stopReason) == [.notReady])
    #expect(world.scheduler.request(world.key("slow"))?.progress.failures == 1)
    #expect(world.phase("quick") == .running)
  }

  @Test func whatIsNotReadyWhenItsShortBudgetEndsIsWarnedOfThat() {
    var world = World()
    world.submit("short") {
      $0.terms.budget = .seconds(3)
      $0.terms.run.signalsReadiness = true
    }
    world.pass(.seconds(3))
    #expect(world.warnings("short") == [.budget])
    #expect(world.kills("short") == 0)
    world.finish("short", exit: 1)
    #expect(world.outcomes("short") == [.expired])
  }

  @Test(arguments: [
    (ProcessExit(exit: 0), false), (ProcessExit(exit: 75), false), (ProcessExit(exit: 1), true),
    (ProcessExit(signal: 11), true),
  ])
  func aUnitIsStartedWhenARunFails(finish: ProcessExit, isStarted: Bool) {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailure = "tell-me.service"
      $0.terms.retries = 0
    }
    world.send(.runEnded(1, finish))
    #expect(units(world) == (isStarted ? ["tell-me.service"] : []))
  }

  /// As systemd starts `OnFailure=` units after `Restart=` has given up.
  @Test(arguments: [nil, .days(1)] as [Duration?])
  func aUnitIsStartedOnceNobodyTriesAgain(every: Duration?) {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailure = "tell-me.service"
      $0.terms.retries = 2
      $0.terms.every = every
    }
    for _ in 0..<2 {
      world.finish("task", exit: 1)
      #expect(units(world).isEmpty)
      world.passUntilRunning("task")
    }
    world.finish("task", exit: 1)
    #expect(units(world) == ["tell-me.service"])
  }

  @Test func aUnitIsStartedForWhatIsQuarantined() {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailure = "tell-me.service"
      $0.terms.retries = 10
    }
    for _ in 0..<4 {
      world.finish("task", exit: nil, signal: 11)
      world.passUntilRunning("task")
    }
    #expect(units(world).isEmpty)
    world.finish("task", exit: nil, signal: 11)
    #expect(world.reasons("task").contains(.quarantined))
    #expect(units(world) == ["tell-me.service"])
  }

  private func units(_ world: World) -> [String] {
    world.history.compactMap {
      if case .afterCommit(.startUnit(let name, _)) = $0.effect { name } else { nil }
    }
  }

  @Test func whatTheKernelEndedForItsMemoryIsSaid() {
    var world = World()
    world.submit("task")
    var finish = ProcessExit(signal: 9)
    finish.outOfMemory = true
    world.send(.runEnded(1, finish))
    #expect(world.outcomes("task") == [.outOfMemory])
    #expect(world.checkpoint("task")?.crashes == 1)
  }

  @Test func whatWasStoppedPastTheDaemonComesBackLaterAndIsNoFailure() {
    var world = World()
    world.submit("task")
    var finish = ProcessExit(signal: 15)
    finish.wasStoppedOutside = true
    world.send(.runEnded(1, finish))
    #expect(world.outcomes("task") == [.interrupted])
    #expect(world.endings("task").first?.stopReason == .stoppedExternally)
    #expect(world.reasons("task") == [.backoff])
    #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
  }

  @Test func aReportOfTheKillIsPartOfTheEnd() throws {
    var world = World()
    world.submit("task")
    var finish = ProcessExit(signal: 9)
    let report = KillReport(
      processes: [
        KillReport.Process(
          pid: 7, parent: 1, command: "task",
          threads: [KillReport.Thread(id: 7, name: "task", state: "S", waitChannel: "futex_wait")])
      ],
      expiration: .ignored, lastLines: ["one", "two"])
    finish.killReport = report
    world.send(.runEnded(1, finish))
    let kept = try #require(world.endings("task").first?.killReport)
    #expect(kept == report)
    #expect(KillReport(words: kept.words) == report)
    #expect(KillReport(words: Array(kept.words.prefix(6))) == nil)
  }

  /// 10 min on mains, and 1 min on battery at the floor; half of the difference when the device is warm.
  @Test(
    arguments: [
      ([.power(.ac), .battery(20)], 600), ([.power(.ac), .thermal(.fair)], 330),
      ([.power(.battery), .battery(100)], 600), ([.power(.battery), .battery(60)], 330),
      ([.power(.battery), .battery(20)], 60),
      ([.power(.battery), .battery(60), .thermal(.fair)], 195),
      ([], 600),
    ] as [([DeviceValue], Double)])
  func theBudgetOfProcessingFollowsTheDeviceAtLaunch(values: [DeviceValue], seconds: Double) {
    var world = World(.idle(true))
    world.set(values)
    world.submit("task", .processing)
    #expect(world.scheduler.runs.first?.budget.seconds == seconds)
    #expect(world.explain("task")?.budget.seconds == seconds)
  }

  @Test func itIsNeverChangedUnderARunAndNeverMoreThanAsked() {
    var world = World(.idle(true), .power(.ac), .battery(90))
    world.submit("task", .processing) { $0.terms.budget = .minutes(8) }
    world.set(.thermal(.fair), .power(.battery), .battery(30))
    world.pass(.seconds(11))
    #expect(world.scheduler.runs.first?.budget == .minutes(8))
    #expect(world.explain("task")?.budget == .seconds(93))
  }

  @Test func termsAreChecked() {
    let refusals: [(String, (inout RunTerms) -> Void)] = [
      ("earlySignal", { $0.earlySignal = 65 }), ("onFailure", { $0.onFailure = "x.timer" }),
      ("limits.memoryBytes", { $0.limits.memoryBytes = 1 }),
      ("limits.tasks", { $0.limits.tasks = 0 }),
      ("limits.cpuPercent", { $0.limits.cpuPercent = 0 }),
      ("limits.cpuWeight", { $0.limits.cpuWeight = 10_001 }),
      ("limits.ioWeight", { $0.limits.ioWeight = 0 }),
    ]
    for (field, change) in refusals {
      var world = World()
      #expect(world.refusal { change(&$0.terms.run) }?.field == field)
    }
  }

  @Test(arguments: ["fstrim.timer", "../x.service", "", "a b.service"])
  func aUnitIsTheNameOfAService(name: String) {
    var world = World()
    let refusal = world.refusal {
      $0.terms.command = Command(arguments: [])
      $0.terms.command.unit = name
    }
    #expect(refusal?.field == "command.unit")
  }
}
