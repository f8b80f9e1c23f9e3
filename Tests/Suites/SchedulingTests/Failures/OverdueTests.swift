import Testing

@testable import Scheduling

/// A request that has not succeeded by its latest date is reported once, with any reason to wait.
struct OverdueTests {
  /// A world on battery, in which `--requires power` is not met.
  private func world() -> World { World(.power(.battery), .battery(80)) }

  private func submit(
    _ world: inout World, _ id: String = "backup", _ change: (inout Submission) -> Void = { _ in }
  ) {
    world.submit(id, .maintenance) {
      $0.terms.every = .days(1)
      $0.latest = .after(.days(3))
      $0.terms.requires = .power
      $0.terms.run.onFailureCommand = "fails"
      change(&$0)
    }
  }

  /// Returns the reports so far: minutes since `start`, the type of the report, and the command.
  private func reports(_ world: World, since start: Instant) -> [String] {
    world.history.compactMap { entry in
      guard case .afterCommit(.runFailureCommand(let command, _)) = entry.effect else { return nil }
      let what = command.missed == nil ? "failed" : command.end == nil ? "overdue" : "skipped"
      let minutes = Int((entry.at.wall - start.wall).seconds / 60)
      return "\(minutes) \(what) \(command.line)"
    }
  }

  private func notices(_ world: World) -> Int {
    world.history.count {
      if case .afterCommit(.announce(.overdue)) = $0.effect { true } else { false }
    }
  }

  @Test func sixDaysOnBatteryAreReportedOnce() throws {
    var world = world()
    let start = world.now
    submit(&world)
    world.pass(.days(6))
    #expect(reports(world, since: start) == ["4335 overdue fails"])
    #expect(notices(world) == 1)
    let request = try #require(world.scheduler.request(world.key("backup")))
    #expect(request.overdueSince(at: world.now.wall) == start.wall + .days(3))
    for case .afterCommit(.runFailureCommand(let command, _)) in world.history.map(\.effect) {
      #expect(command.message?.contains("not done by its latest date, 2026-03-05T06:30:00") == true)
      #expect(command.message?.contains("on battery") == true)
      #expect(!command.isFinal && command.lastRun == nil)
    }
  }

  @Test func aCommandOfItsOwnTakesThePlaceOfThatOfFailures() {
    var world = world()
    let start = world.now
    submit(&world) { $0.terms.run.onOverdueCommand = "late" }
    world.pass(.days(4))
    #expect(reports(world, since: start) == ["4335 overdue late"])
  }

  @Test func theUnitOfFailuresIsStarted() {
    var world = world()
    submit(&world) {
      $0.terms.run.onFailureCommand = nil
      $0.terms.run.onFailure = "tell.service"
    }
    world.pass(.days(4))
    let units = world.history.compactMap {
      if case .afterCommit(.startUnit(let name, _)) = $0.effect { name } else { nil }
    }
    #expect(units == ["tell.service"])
  }

  @Test func whatWaitsForAnythingIsReported() {
    let holds: [(String, (inout World) -> Void, (inout Submission) -> Void)] = [
      (
        "a path", { $0.set(.path("/mnt/backup", isThere: false)) },
        { $0.terms.needs.paths = ["/mnt/backup"] }
      ),
      (
        "a pause",
        { world in
          let pause = Pause(
            by: 0, name: "root", scope: PauseScope(owner: nil), since: world.now.wall,
            lasting: .untilLifted, runs: .leave)
          world.send(.pause(pause, world.ticket()))
        }, { _ in }
      ),
      ("the user", { $0.set(.idle(false)) }, { $0.terms.requires = .idle }),
    ]
    for (name, hold, change) in holds {
      var world = World()
      let start = world.now
      hold(&world)
      submit(&world) {
        $0.terms.requires = []
        change(&$0)
      }
      world.pass(.days(4))
      #expect(reports(world, since: start) == ["4335 overdue fails"], "\(name)")
    }
  }

  @Test func whatRunsAtItsLatestDateIsReportedOnlyIfItFailsToSucceed() {
    for exit in [0, 75] as [Int32] {
      var world = World(.power(.ac))
      submit(&world) {
        $0.terms.every = nil
        $0.latest = .after(.minutes(10))
        $0.terms.budget = .hours(2)
      }
      world.pass(.hours(1))
      #expect(notices(world) == 0)
      world.finish("backup", exit: exit)
      #expect(notices(world) == (exit == 0 ? 0 : 1))
    }
  }

  @Test func whatBeginsSoonAfterItsLatestDateIsNotReported() {
    var world = world()
    submit(&world)
    world.pass(.days(3) + .minutes(5))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.pass(.minutes(2))
    world.finish("backup")
    world.pass(.hours(1))
    #expect(notices(world) == 0)
  }

  @Test func aSuccessLetsTheNextMissBeReported() {
    var world = world()
    submit(&world)
    world.pass(.days(6))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup")
    let request = world.scheduler.request(world.key("backup"))
    #expect(request?.progress.missed == nil)
    world.set(.power(.battery))
    world.pass(.days(6))
    #expect(notices(world) == 2)
  }

  @Test func aFailureIsNoSuccess() {
    var world = world()
    submit(&world) { $0.terms.retries = 0 }
    world.pass(.days(4))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup", exit: 1)
    world.set(.power(.battery))
    world.pass(.days(6))
    #expect(notices(world) == 1)
  }

  @Test func restartsAndFailedCommitsReportItOnceAltogether() {
    var world = world()
    submit(&world)
    world.letTimeGo(.days(5))
    world.restart()
    #expect(notices(world) == 1)
    world.restart()
    world.pass(.days(1))
    #expect(notices(world) == 1)

    var full = self.world()
    submit(&full)
    let before = full.snapshot
    full.pass(.days(3) + .minutes(15))
    full.reload(before)
    #expect(notices(full) == 2)
  }

  @Test func anotherSubmissionOfTheSameRhythmReportsNothingAgain() {
    var world = world()
    submit(&world)
    world.pass(.days(4))
    submit(&world)
    world.pass(.days(4))
    #expect(notices(world) == 1)
  }

  /// The change that both wait for came too long ago for the other work, too.
  @Test func otherWorkOfTheSameNameIsReportedAgain() {
    var world = World(.power(.ac))
    func submit(_ command: String) {
      world.observe("index") {
        $0.latest = .after(.hours(1))
        $0.terms.requires = .power
        $0.terms.run.onFailureCommand = "fails"
        $0.terms.command.arguments = [command]
      }
    }
    submit("/bin/index")
    world.bump("mail")
    world.passUntilRunning("index")
    world.finish("index")
    world.set(.power(.battery))
    world.bump("mail")
    world.pass(.hours(3))
    submit("/bin/index")
    #expect(notices(world) == 1)
    submit("/bin/other")
    #expect(notices(world) == 2)
  }

  @Test func acknowledgedItIsShownNoMoreAndTheNextWindowIsNews() throws {
    var world = world()
    submit(&world)
    world.pass(.days(4))
    world.send(.acknowledge([world.key("backup")], world.ticket()))
    guard case .acknowledged(1) = world.answer else {
      Issue.record("it answers \(String(describing: world.answer))")
      return
    }
    let request = try #require(world.scheduler.request(world.key("backup")))
    #expect(request.overdueSince(at: world.now.wall) == nil)
    world.pass(.days(4))
    #expect(notices(world) == 1)
    world.send(.acknowledge([world.key("backup")], world.ticket()))
    #expect(world.answer?.refusal != nil)
  }

  // MARK: Skipped windows

  @Test func windowsThatAreSkippedInARowAreReportedOnceAndCounted() throws {
    var world = world()
    let start = world.now
    submit(&world) {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.pass(.days(4) + .hours(3))
    #expect(reports(world, since: start) == ["120 skipped fails"])
    let skip = try #require(world.scheduler.request(world.key("backup"))?.skippedWindows)
    #expect(skip.count == 5 && skip.at == start.wall + .days(4) + .hours(2))
    world.send(.acknowledge([world.key("backup")], world.ticket()))
    #expect(world.scheduler.request(world.key("backup"))?.skippedWindows == nil)
    world.pass(.days(2))
    #expect(reports(world, since: start) == ["120 skipped fails", "7320 skipped fails"])
    #expect(world.scheduler.request(world.key("backup"))?.skippedWindows?.count == 2)
  }

  @Test func aFailureInAWindowThatIsSkippedIsReportedAsThat() {
    for own in [nil, "late"] {
      var world = World(.power(.ac))
      submit(&world) {
        $0.latest = .after(.hours(2))
        $0.terms.atLatest = .drop
        $0.terms.backoff.first = .hours(4)
        $0.terms.run.onOverdueCommand = own
      }
      world.passUntilRunning("backup")
      world.finish("backup", exit: 1)
      world.set(.power(.battery))
      world.pass(.days(2))
      let commands = world.history.compactMap { entry -> String? in
        guard case .afterCommit(.runFailureCommand(let command, _)) = entry.effect else {
          return nil
        }
        return command.line
      }
      #expect(commands == ["fails"] + (own.map { [$0] } ?? []))
    }
  }

  @Test func whatIsDroppedForGoodIsAmongWhatHasFailed() {
    var world = world()
    submit(&world) {
      $0.terms.every = nil
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    let start = world.now
    world.pass(.hours(3))
    #expect(reports(world, since: start) == ["120 skipped fails"])
    #expect(world.scheduler.failedRequests.map(\.progress.gaveUp?.outcome) == [.skipped])
    world.send(.retry(world.key("backup"), world.ticket()))
    world.pass(.hours(3))
    #expect(reports(world, since: start).count == 2)
  }

  // MARK: Refusals

  @Test func aCommandForALatestDateNeedsOne() {
    var world = World()
    let refusal = world.refusal {
      $0.terms.run.onOverdueCommand = "late"
    }
    #expect(refusal?.field == "onOverdueCommand")
    #expect(refusal?.message.contains("also give `latest`") == true)
    #expect(world.refusal { $0.terms.run.onOverdueCommand = " " }?.field == "onOverdueCommand")
    // Without a named kind there is always a latest date.
    #expect(world.refusal(of: "task", nil) { $0.terms.run.onOverdueCommand = "late" } == nil)
  }
}
