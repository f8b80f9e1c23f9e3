import Testing

@testable import Scheduling

/// Requests that follow others, if either are changed.
struct DependentEdgeTests {
  private func submit(
    _ id: String, after ids: String..., to world: inout World, _ kind: Kind? = .utility,
    _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = world.submit(id, kind) {
      $0.terms.needs.predecessors.toComplete = ids
      change(&$0)
    }
    #expect(answer?.acceptance != nil, "\(String(describing: answer))")
  }

  private func request(_ id: String, in world: World) -> Request? {
    world.scheduler.request(world.key(id))
  }

  @Test func queuedAgainItKeepsItsLatestDate() {
    var world = World()
    world.submit("a") { $0.terms.retries = 0 }
    submit("b", after: "a", to: &world, nil)
    world.finish("a", exit: 1)
    world.send(.retry(world.key("a"), world.ticket()))
    world.send(.retry(world.key("b"), world.ticket()))
    #expect(request("b", in: world)?.progress.predecessors?.latestAfter == .days(3))
    world.set(.idle(false))
    world.finish("a")
    #expect(request("b", in: world)?.window.latest == world.now.wall + .days(3))
  }

  @Test func followsTheLastDateOfACalendarToo() throws {
    var world = World()
    let dates = try ["2026-03-02 07:00", "2026-03-02 08:00"].map {
      try #require(CalendarEvent(stored: $0))
    }
    world.submit("a") { $0.terms.calendar = dates }
    submit("b", after: "a", to: &world)
    for _ in 0..<2 {
      world.passUntilRunning("a")
      world.finish("a")
      #expect(world.isRunning("b"))
      world.finish("b")
    }
    #expect(request("b", in: world) == nil)
    #expect(world.started == ["a", "b", "a", "b"])
  }

  @Test(arguments: [0, 1])
  func followsAPredecessorThatIsCancelledAndSubmittedAgainDuringItsRun(exit: Int32) {
    var world = World()
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world) { $0.terms.retries = 0 }
    world.finish("a")
    #expect(world.isRunning("b"))
    world.cancel("a")
    world.submit("a") { $0.terms.every = .hours(1) }
    world.finish("b", exit: exit)
    world.finish("a")
    #expect(world.isRunning("b") && world.scheduler.failedRequests.isEmpty)
  }

  @Test func failsWithTheOtherPredecessorThatIsNotSubmittedAgain() {
    var world = World()
    for id in ["a", "b"] { world.submit(id) { $0.earliest = .after(.hours(1)) } }
    submit("c", after: "a", "b", to: &world) { $0.terms.retries = 0 }
    world.run("c", .force)
    #expect(world.isRunning("c"))
    world.cancel("a")
    world.cancel("b")
    world.submit("a") { $0.earliest = .after(.hours(1)) }
    world.finish("c", exit: 1)
    #expect(request("c", in: world) == nil)
    #expect(world.scheduler.failedRequests.map(\.key.id) == ["c"])
  }

  @Test func anEarlierCompletionIsNotForALaterRepetition() {
    var world = World()
    world.submit("a")
    submit("b", after: "a", to: &world) { $0.terms.retries = 0 }
    world.finish("a")
    #expect(world.isRunning("b"))
    world.submit("a") {
      $0.terms.every = .hours(1)
      $0.earliest = .after(.hours(1))
    }
    world.finish("b")
    #expect(request("b", in: world) == nil && !world.isRunning("b"))
  }

  @Test func repeatsWithAPredecessorThatRepeatsFromNowOn() {
    var world = World()
    world.submit("a") { $0.earliest = .after(.hours(1)) }
    submit("b", after: "a", to: &world)
    submit("c", after: "b", to: &world)
    world.submit("a") { $0.terms.every = .hours(1) }
    #expect(request("b", in: world)?.isStanding == true)
    #expect(request("c", in: world)?.isStanding == true)
  }

  @Test func theLastCompletionDuringItsRunReleasesItAgain() {
    var world = World()
    world.submit("a") { $0.terms.every = .minutes(2) }
    submit("b", after: "a", to: &world)
    world.finish("a")
    #expect(world.isRunning("b"))
    world.passUntilRunning("a")
    world.cancel("a", keepsRunning: true)
    world.finish("a")
    world.finish("b")
    #expect(world.isRunning("b"))
    world.finish("b")
    #expect(request("b", in: world) == nil)
  }

  @Test func bothSubmittedAgainItFollowsTheNewOne() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a")
    submit("b", after: "a", to: &world) { $0.terms.requires = .power }
    world.finish("a")
    #expect(world.reasons("b") == [.power])
    world.submit("a") { $0.terms.requires = .network }
    world.set(.network(Network.none))
    submit("b", after: "a", to: &world)
    #expect(world.reasons("b") == [.dependency])
    world.set(.network(.wifi))
    world.pass(.minutes(1))
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  @Test func aNewLatestDateCountsFromEachRelease() {
    var world = World()
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world, nil)
    world.pass(.days(1))
    submit("b", after: "a", to: &world, nil) { $0.latest = .after(.hours(1)) }
    #expect(request("b", in: world)?.progress.predecessors?.latestAfter == .hours(1))
  }

  @Test func aChainIsCancelledInAnyOrder() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.cancel("a")
    world.cancel("b")
    #expect(world.answer?.refusal == nil)
    #expect(world.scheduler.failedRequest(world.key("b")) == nil)
  }

  @Test func aPredecessorLostDuringARunOfAnotherRequestFailsIt() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.run("b", .force)
    submit("b", after: "a", to: &world)
    world.cancel("a")
    world.finish("b")
    #expect(world.removals("b") == [.dependencyFailed])
  }

  @Test func aPredecessorThatIsSubmittedAgainIsNotLost() {
    var world = World(.power(.battery), .battery(80))
    world.submit("a") { $0.terms.requires = .power }
    submit("b", after: "a", to: &world)
    world.run("b", .force)
    world.cancel("a")
    world.submit("a") { $0.terms.requires = .power }
    world.finish("b", exit: 1)
    #expect(world.removals("b") == [])
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("a")
    #expect(world.isRunning("b"))
  }

  @Test func submittedByAClockThatWasFarAheadItWaitsForNoDateOfThat() {
    var world = World()
    world.setClock(by: .days(40))
    world.submit("a") { $0.terms.every = .hours(1) }
    submit("b", after: "a", to: &world) { $0.terms.requires = .network }
    world.set(.network(Network.none))
    world.finish("a")
    world.setClock(by: .days(-40))
    world.set(.network(.wifi))
    world.pass(.seconds(1))
    #expect(world.isRunning("b"))
    world.finish("b")
    #expect(request("b", in: world)?.window.opens ?? world.now.wall <= world.now.wall)
  }

  @Test func anEarliestDateIsKeptWhenAClockIsCorrected() {
    var world = World()
    world.submit("a")
    submit("b", after: "a", to: &world) { $0.earliest = .after(.days(7)) }
    let opens = world.now.wall + .days(7)
    world.setClock(by: .minutes(3))
    world.finish("a")
    world.setClock(by: .minutes(-3))
    #expect(request("b", in: world)?.window.opens == opens)
  }
}
