import Testing

@testable import Scheduling

/// Requests that follow others.
struct DependentTests {
  private func submit(
    _ id: String, after ids: String..., to world: inout World,
    _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = world.submit(id) {
      $0.terms.needs.predecessors.toComplete = ids
      change(&$0)
    }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  private func failed(_ id: String, in world: World) -> Request? {
    world.scheduler.failedRequest(world.key(id))
  }

  // MARK: Once

  @Test func startsAfterEachHasCompleted() {
    var world = World()
    world.set(.network(Network.none))
    world.submit("a")
    world.submit("b") { $0.terms.requires = .network }
    submit("c", after: "a", "b", to: &world)
    #expect(world.reasons("c") == [.dependency])
    #expect(world.explain("c")?.causes.first?.text == "waiting for a and b to complete")
    #expect(world.explain("c")?.next == nil)
    world.finish("a")
    #expect(world.explain("c")?.causes.first?.text == "waiting for b to complete")
    world.pass(.hours(5))
    world.set(.network(.wifi))
    #expect(!world.isRunning("c"))
    world.finish("b")
    #expect(world.isRunning("c"))
    world.finish("c")
    #expect(world.scheduler.request(world.key("c")) == nil)
    #expect(world.started == ["a", "b", "c"])
  }

  /// The first request may be completed before the second is submitted.
  @Test func followsARequestThatHasJustCompleted() {
    var world = World()
    world.submit("a")
    world.finish("a")
    submit("b", after: "a", to: &world)
    #expect(world.isRunning("b"))
    // A later request with that id is a different one.
    world.submit("a")
    world.cancel("a")
    world.finish("a", exit: nil, signal: 15)
    #expect(world.refusal(of: "c") { $0.terms.needs.predecessors.toComplete = ["a"] } != nil)
  }

  @Test func aRetriedPredecessorIsWaitedFor() {
    var world = World()
    world.submit("a")
    submit("b", after: "a", to: &world)
    world.finish("a", exit: 1)
    #expect(world.reasons("b") == [.dependency])
    world.passUntilRunning("a")
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  @Test func failsWithItsPredecessorAndSoDoThoseAfterIt() throws {
    var world = World()
    world.submit("a") { $0.terms.retries = 0 }
    submit("b", after: "a", to: &world) { $0.terms.run.onFailureCommand = "warn" }
    submit("c", after: "b", to: &world)
    world.finish("a", exit: 1)
    for id in ["b", "c"] {
      #expect(world.removals(id) == [.dependencyFailed])
      #expect(failed(id, in: world)?.progress.gaveUp?.outcome == .skipped)
    }
    let command = world.effects.compactMap { effect -> FailureCommand? in
      if case .afterCommit(.runFailureCommand(let command, _)) = effect { command } else { nil }
    }.first
    #expect(command?.key.id == "b")
    #expect(command?.isFinal == true)
    #expect(command?.message == "'a', which it follows, has failed")
    #expect(world.started == ["a"])
  }

  @Test func isQueuedAgainAfterItsPredecessorOnly() {
    var world = World()
    world.submit("a") { $0.terms.retries = 0 }
    submit("b", after: "a", to: &world)
    world.finish("a", exit: 1)
    world.send(.retry(world.key("b"), world.ticket()))
    #expect(world.answer?.refusal?.message.contains("rubatoctl retry a") == true)
    world.send(.retry(world.key("a"), world.ticket()))
    world.send(.retry(world.key("b"), world.ticket()))
    #expect(world.answer?.refusal == nil)
    #expect(world.reasons("b") == [.dependency])
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  @Test func aCancelledPredecessorFailsIt() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.cancel("a")
    #expect(world.removals("b") == [.dependencyFailed])
    #expect(failed("b", in: world) != nil)
  }

  @Test func anyEndIsEnoughIfItSaysSo() {
    var world = World()
    world.submit("a") { $0.terms.retries = 0 }
    world.submit("b")
    world.submit("c") { $0.terms.needs.predecessors.toEnd = ["a", "b"] }
    #expect(world.explain("c")?.causes.first?.text == "waiting for a and b to end")
    world.finish("a", exit: 1)
    #expect(world.reasons("c") == [.dependency])
    world.cancel("b", keepsRunning: true)
    #expect(world.reasons("c") == [.dependency])
    world.finish("b")
    #expect(world.isRunning("c"))
  }

  @Test func followsTheRequestThatReplacesItsPredecessor() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.submit("a")
    #expect(world.isRunning("a"))
    // A dependent that is submitted during the run waits for its own predecessor.
    world.submit("a")
    world.finish("a")
    #expect(!world.isRunning("b"))
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  @Test func waitsBeyondItsLatestDateAndSaysSo() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world) {
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .run
    }
    world.pass(.hours(2))
    #expect(world.reasons("b") == [.dependency])
    let text = "waiting for a to complete; its latest date has passed, and it still waits"
    #expect(world.explain("b")?.causes.first?.text == text)
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  /// Without a named latest date the request has three days from its release.
  @Test func theUsualLatestDateIsCountedFromTheRelease() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    world.submit("b", nil) { $0.terms.needs.predecessors.toComplete = ["a"] }
    let request = world.scheduler.request(world.key("b"))
    #expect(request?.window.latest == nil)
    world.pass(.days(5))
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("a")
    let released = world.scheduler.request(world.key("b"))
    #expect(released?.window.opens == world.now.wall)
    #expect(released?.window.latest == world.now.wall + .days(3))
  }

  @Test func aForcedRunNeedsNoPredecessor() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.run("b", .ifReady)
    #expect(world.answer?.refusal?.reasons == ["dependency"])
    world.run("b", .force)
    #expect(world.isRunning("b"))
    world.finish("b")
    #expect(world.scheduler.request(world.key("b")) == nil)
  }

  // MARK: Repeating

  @Test func eachCompletionReleasesOneRunAndAtMostOneWaits() {
    var world = World()
    world.submit("a") { $0.terms.every = .minutes(2) }
    submit("b", after: "a", to: &world) { $0.terms.requires = .network }
    world.finish("a")
    #expect(world.isRunning("b"))
    world.finish("b")
    #expect(world.reasons("b") == [.dependency])
    world.set(.network(Network.none))
    for _ in 0..<3 {
      world.passUntilRunning("a")
      world.finish("a")
    }
    #expect(world.reasons("b") == [.network])
    world.set(.network(.wifi))
    world.pass(.seconds(1))
    #expect(world.isRunning("b"))
    // A completion during the run releases the next run.
    world.passUntilRunning("a")
    world.finish("a")
    world.finish("b")
    #expect(world.isRunning("b"))
    world.finish("b")
    #expect(world.reasons("b") == [.dependency])
    #expect(world.started.filter { $0 == "b" }.count == 3)
  }

  @Test func aWindowThatIsGivenUpReleasesNoneButThoseThatTakeAnyEnd() {
    var world = World()
    world.submit("a") {
      $0.terms.every = .hours(1)
      $0.terms.retries = 0
    }
    submit("b", after: "a", to: &world)
    world.submit("c") { $0.terms.needs.predecessors.toEnd = ["a"] }
    world.finish("a", exit: 1)
    #expect(world.reasons("b") == [.dependency])
    #expect(world.isRunning("c"))
  }

  @Test func endsWithThePredecessorThatRepeats() {
    var world = World()
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world)
    world.finish("a")
    #expect(world.isRunning("b"))
    world.cancel("a")
    world.finish("b")
    #expect(world.scheduler.request(world.key("b")) == nil)
    #expect(failed("b", in: world) == nil)
  }

  @Test func submittedAgainItKeepsTheCompletionsThatItKnows() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world) { $0.terms.requires = .power }
    world.finish("a")
    #expect(world.reasons("b") == [.power])
    submit("b", after: "a", to: &world) { $0.terms.requires = .power }
    #expect(world.reasons("b") == [.power])
    world.set(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("b"))
  }

  /// An end that was sufficient can be a failure.
  @Test func submittedAgainToFollowACompletionItKeepsNoOtherEnd() {
    var world = World()
    world.submit("a") { ($0.terms.every, $0.terms.retries) = (.hours(1), 0) }
    world.submit("b") {
      $0.terms.needs.predecessors.toEnd = ["a"]
      $0.earliest = .after(.minutes(10))
    }
    world.finish("a", exit: 1)
    submit("b", after: "a", to: &world)
    #expect(world.reasons("b") == [.dependency])
  }

  // MARK: Restarts and clocks

  @Test func isKeptOverRestarts() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    world.submit("x") { $0.terms.requires = .power }
    submit("b", after: "a", "x", to: &world)
    world.run("a", .forceReally)
    world.finish("a")
    world.reboot(offline: .days(1))
    #expect(world.explain("b")?.causes.first?.text == "waiting for x to complete")
    world.set(.power(.ac))
    world.pass(.minutes(5))
    world.finish("x")
    #expect(world.isRunning("b"))
  }

  @Test func aReleaseOfAClockThatWasAheadIsNow() {
    var world = World()
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world) { $0.terms.requires = .network }
    world.set(.network(Network.none))
    world.setClock(by: .days(10))
    world.finish("a")
    world.passUntilRunning("a")
    world.finish("a")
    world.setClock(by: .days(-10))
    world.set(.network(.wifi))
    world.pass(.seconds(1))
    #expect(world.isRunning("b"))
  }

  @Test func aChangeKeepsWhatHasEnded() throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    world.submit("x") { $0.terms.requires = .power }
    submit("b", after: "a", "x", to: &world)
    world.run("a", .forceReally)
    world.finish("a")
    let old = try #require(world.scheduler.request(world.key("b")))
    world.submit("b") {
      $0.terms.needs.predecessors.toComplete = ["a", "x"]
      $0.terms.group = "disk"
      $0.amendment = Amendment(of: old, keepsEarliest: true, keepsLatest: true)
    }
    #expect(world.explain("b")?.causes.first?.text == "waiting for x to complete")
    let changed = try #require(world.scheduler.request(world.key("b")))
    world.submit("b") {
      $0.amendment = Amendment(of: changed, keepsEarliest: true, keepsLatest: true)
    }
    #expect(world.isRunning("b"))
  }
}
