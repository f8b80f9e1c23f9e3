import Testing

@testable import Scheduling

/// Permanent failures are reported, and listed until they are acknowledged.
struct FailureTests {
  /// Returns the reports of failures so far: outcome, number of failed runs, and whether the last run has failed.
  private func told(_ world: World) -> [String] {
    world.history.compactMap { entry in
      guard case .afterCommit(.runFailureCommand(let command, _)) = entry.effect else { return nil }
      let outcome = command.end?.outcome.rawValue ?? "?"
      return "\(outcome) \(command.attempts)\(command.isFinal ? " final" : "")"
    }
  }

  private func fail(_ world: inout World, _ id: String = "task", tries: Int) {
    for _ in 1..<tries {
      world.finish(id, exit: 3)
      world.passUntilRunning(id)
    }
    world.finish(id, exit: 3)
  }

  private func failed(_ world: World) -> [String] { world.scheduler.failedRequests.map(\.key.id) }

  @Test(arguments: [
    (false, ["failed 3 final"]), (true, ["failed 1", "failed 2", "failed 3 final"]),
  ])
  func aCommandHearsOfTheLastFailureOrOfEach(each: Bool, expected: [String]) {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailureCommand = "tell"
      $0.terms.run.reportsEachFailure = each
      $0.terms.retries = 2
    }
    fail(&world, tries: 3)
    #expect(told(world) == expected)
  }

  @Test(arguments: [0, 75] as [Int32])
  func aCommandHearsOfNothingElse(exit: Int32) {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailureCommand = "tell"
      $0.terms.run.reportsEachFailure = true
      $0.terms.retries = 0
    }
    world.finish("task", exit: exit)
    #expect(told(world).isEmpty)
  }

  /// The run was warned because it began late, and completed all its work before it exited.
  @Test func aRunThatSatisfiesItsRequestIsNoFailure() {
    var world = World()
    world.launcherWorks = false
    world.submit("late", .utility) {
      $0.terms.budget = .seconds(2)
      $0.terms.run.onFailureCommand = "tell"
      $0.terms.run.reportsEachFailure = true
    }
    world.pass(.seconds(2))
    #expect(world.warnings("late") == [.launchTimeout])
    world.finish("late", exit: 0)
    #expect(world.scheduler.request(world.key("late")) == nil && failed(world).isEmpty)
    #expect(told(world).isEmpty)
  }

  @Test func aPassedDateIsToldWithTheRunThatWasTheLast() throws {
    var world = World()
    world.submit("task") {
      $0.terms.run.onFailureCommand = "tell"
      $0.latest = .after(.minutes(5))
      $0.terms.atLatest = .drop
      $0.terms.backoff.first = .hours(1)
    }
    world.finish("task", exit: 3)
    world.pass(.minutes(6))
    #expect(told(world) == ["skipped 1 final"])
    #expect(world.scheduler.failedRequests.first?.progress.gaveUp?.outcome == .skipped)
    for case .afterCommit(.runFailureCommand(let command, _)) in world.history.map(\.effect) {
      #expect(command.lastRun == 1 && command.end?.run == 2)
    }
  }

  @Test func whatHasFailedForGoodStaysKnownAcrossRestartsAndBoots() throws {
    var world = World()
    world.submit("task") { $0.terms.retries = 0 }
    world.finish("task", exit: 3)
    #expect(!world.waits("task") && failed(world) == ["task"])
    world.restart()
    world.reboot(offline: .hours(1))
    let request = try #require(world.scheduler.failedRequest(world.key("task")))
    let end = try #require(request.progress.gaveUp)
    #expect(end.outcome == .failed && end.exit == 3 && end.run == 1)
    #expect(request.progress.attempts == 1)
    #expect(world.scheduler.nextDeadlines().delay(from: world.now) == nil)
    world.pass(.days(2))
    #expect(world.scheduler.runs.isEmpty)
  }

  @Test func periodicWorkWaitsForItsNextWindowAndIsNotKept() {
    var world = World()
    world.submit("task") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("task", exit: 3)
    #expect(failed(world).isEmpty && world.waits("task"))
  }

  @Test func whoeverAcknowledgesForgetsIt() throws {
    var world = World()
    world.submit("task") { $0.terms.retries = 0 }
    world.finish("task", exit: 3)
    world.submit("daily") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("daily", exit: 3)
    world.send(.acknowledge(["task", "daily", "nothing"].map { world.key($0) }, world.ticket()))
    guard case .acknowledged(2) = world.answer else {
      Issue.record("it answers \(String(describing: world.answer))")
      return
    }
    #expect(failed(world).isEmpty)
    #expect(world.snapshot.requests.map(\.key.id) == ["daily"])
    #expect(world.scheduler.request(world.key("daily"))?.progress.failures == 0)
    world.send(.acknowledge([world.key("task")], world.ticket()))
    #expect(world.answer?.refusal?.message.contains("has not failed") == true)
  }

  @Test func whatIsTriedAgainByItselfIsNotQueuedOnceMore() {
    var world = World()
    world.submit("daily") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("daily", exit: 3)
    world.send(.retry(world.key("daily"), world.ticket()))
    #expect(world.answer?.refusal?.message.contains("waits for its next window") == true)
    #expect(world.answer?.refusal?.message.contains("`rubatoctl run daily --force`") == true)
  }

  @Test func aFailedWindowIsKeptUntilTheNextSuccess() throws {
    var world = World()
    world.submit("daily") {
      $0.terms.every = .days(1)
      $0.terms.retries = 1
    }
    func failure() -> GivenUp? {
      world.scheduler.request(world.key("daily"))?.progress.windowFailure
    }
    world.finish("daily", exit: 3)
    #expect(failure() == nil)
    world.send(.retry(world.key("daily"), world.ticket()))
    #expect(world.answer?.refusal?.message.contains("is retried automatically") == true)
    world.passUntilRunning("daily")
    let run = try #require(world.scheduler.run(of: world.key("daily"))?.id)
    world.finish("daily", exit: 4)
    #expect(failure()?.run == run && failure()?.exit == 4)
    // The first failure of the next window is retried, and does not change the list.
    world.passUntilRunning("daily")
    world.finish("daily", exit: 5)
    #expect(failure()?.run == run)
    world.passUntilRunning("daily")
    world.finish("daily", exit: 0)
    #expect(failure() == nil)
  }

  @Test func aFailedWindowOutlivesAnotherSubmissionOfTheSameCommand() {
    var world = World()
    func submit() {
      world.submit("daily") {
        $0.terms.every = .days(1)
        $0.terms.retries = 0
      }
    }
    submit()
    world.finish("daily", exit: 3)
    submit()
    #expect(world.scheduler.request(world.key("daily"))?.failedWindow?.exit == 3)
    world.submit("daily") {
      $0.terms.every = .days(1)
      $0.terms.command = Command(arguments: ["/bin/other"])
    }
    #expect(world.scheduler.request(world.key("daily"))?.failedWindow == nil)
  }

  @Test(arguments: [true, false])
  func aCommandThatReplacedTheFailedOneMeanwhileKeepsTheWindow(isOther: Bool) {
    var world = World()
    func submit(_ path: String) {
      world.submit("daily") {
        $0.terms.every = .days(1)
        $0.terms.retries = 0
        $0.terms.command = Command(arguments: [path])
      }
    }
    submit("/bin/false")
    let window = world.scheduler.request(world.key("daily"))?.window
    submit(isOther ? "/bin/true" : "/bin/false")
    world.finish("daily", exit: 1)
    let request = world.scheduler.request(world.key("daily"))
    #expect((request?.window == window) == isOther)
    #expect((request?.failedWindow == nil) == isOther)
  }

  @Test func anAcknowledgementForgetsAFailedWindow() {
    var world = World()
    world.submit("daily") {
      $0.terms.every = .days(1)
      $0.terms.retries = 0
    }
    world.finish("daily", exit: 3)
    world.send(.acknowledge([world.key("daily")], world.ticket()))
    #expect(world.scheduler.request(world.key("daily"))?.progress.windowFailure == nil)
  }

  @Test func aRetryHasAllTriesAndANewWindowOfTheSameLength() throws {
    var world = World()
    world.submit("task") {
      $0.terms.retries = 1
      $0.latest = .after(.hours(1))
    }
    fail(&world, tries: 2)
    world.pass(.hours(2))
    world.send(.retry(world.key("task"), world.ticket()))
    #expect(world.answer?.isDone == true)
    #expect(failed(world).isEmpty)
    #expect(world.scheduler.run(of: world.key("task")) != nil)
    let request = try #require(world.scheduler.request(world.key("task")))
    #expect(request.window.latest == world.now.wall + .hours(1))
    #expect(request.progress.attempts == 0 && request.progress.gaveUp == nil)
    fail(&world, tries: 2)
    #expect(failed(world) == ["task"])
    world.send(.retry(world.key("other"), world.ticket()))
    #expect(world.answer?.refusal != nil)
  }

  /// The window is from a clock that was ten years ahead.
  @Test func aRetryBeginsNowThoughTheClockWasSetBackSince() throws {
    var world = World()
    world.setClock(by: .days(3650))
    world.submit("task") { $0.terms.retries = 0 }
    fail(&world, tries: 1)
    #expect(failed(world) == ["task"])
    world.setClock(by: .days(-3650))
    world.send(.retry(world.key("task"), world.ticket()))
    #expect(world.answer?.isDone == true)
    let request = try #require(world.scheduler.request(world.key("task")))
    #expect(request.window.opens <= world.now.wall)
    #expect(world.scheduler.run(of: world.key("task")) != nil)
  }

  @Test func aRetryReleasesWhatIsQuarantined() {
    var world = World()
    world.submit("task") { $0.terms.retries = 10 }
    for _ in 0..<4 {
      world.finish("task", exit: nil, signal: 11)
      world.passUntilRunning("task")
    }
    world.finish("task", exit: nil, signal: 11)
    #expect(world.reasons("task").contains(.quarantined))
    world.send(.retry(world.key("task"), world.ticket()))
    #expect(world.scheduler.run(of: world.key("task")) != nil)
  }

  @Test func anotherSubmissionOfTheNameTakesItsPlace() {
    var world = World()
    world.submit("task") { $0.terms.retries = 0 }
    world.finish("task", exit: 3)
    world.submit("task") { $0.terms.command = Command(arguments: ["/bin/other"]) }
    #expect(failed(world).isEmpty)
    #expect(world.snapshot.requests.count == 1)
    // A generated name is a different name.
    world.submit(nil) { $0.terms.retries = 0 }
    world.finish("true", exit: 3)
    world.submit(nil)
    #expect(failed(world) == ["true"])
    #expect(world.scheduler.run(of: world.key("true-2")) != nil)
  }

  @Test func theOldestOfManyAreForgotten() {
    var world = World()
    for number in 0...FailedRequests.mostPerUser {
      world.submit("task-\(number)") { $0.terms.retries = 0 }
      world.finish("task-\(number)", exit: 3)
    }
    #expect(failed(world).count == FailedRequests.mostPerUser)
    #expect(failed(world).first == "task-1")
    #expect(world.snapshot.requests.count == FailedRequests.mostPerUser)
  }

  @Test func whatCouldNotBeRecordedHasNotFailed() {
    var world = World()
    world.submit("task") { $0.terms.retries = 0 }
    let before = world.snapshot
    world.finish("task", exit: 3)
    world.reload(before)
    #expect(failed(world).isEmpty)
    world.finish("task", exit: 3)
    #expect(failed(world) == ["task"])
  }

  @Test func termsOfFailuresAreChecked() {
    let refusals: [(String, (inout RunTerms) -> Void)] = [
      ("onFailureCommand", { $0.onFailureCommand = " " }),
      ("onFailureCommand", { $0.onFailureCommand = "a\0b" }),
      ("eachFailure", { $0.reportsEachFailure = true }),
    ]
    for (field, change) in refusals {
      var world = World()
      #expect(world.refusal { change(&$0.terms.run) }?.field == field)
    }
  }
}
