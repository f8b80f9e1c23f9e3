import Testing

@testable import Scheduling

/// Equal requests of one user start in the order of their arrival: none is overtaken forever, and none stays first
/// forever.
struct QueueTests {
  /// Ends the oldest run after `lasting`, and returns its id.
  private func finish(
    _ world: inout World, after lasting: Duration = .seconds(1), exit: Int32 = 0
  ) -> String {
    world.pass(lasting)
    guard let run = world.scheduler.runs.first else { return "none" }
    world.send(.runEnded(run.id, ProcessExit(exit: exit)))
    return run.key.id
  }

  @Test func twelveStartInTheOrderOfTheirSubmission() {
    var world = World()
    let ids = (1...12).map { "enc-\($0)" }
    for id in ids { world.submit(id, .userInitiated) }
    for _ in ids { _ = finish(&world) }
    #expect(world.started == ids)
  }

  @Test func idsThatAreMadeKeepTheirOrder() {
    var world = World()
    for _ in 1...12 { world.submit(nil, .userInitiated) }
    for _ in 1...12 { _ = finish(&world) }
    #expect(world.started == ["true"] + (2...12).map { "true-\($0)" })
  }

  @Test func whatComesLaterDoesNotOvertake() {
    var world = World(.power(.ac))
    world.submit("runs", .maintenance)
    world.submit("zz", .maintenance)
    for number in 10..<20 {
      world.submit("a-\(number)", .maintenance)
      if number % 2 == 0 { _ = finish(&world) }
    }
    #expect(world.started.prefix(3) == ["runs", "zz", "a-10"])
  }

  @Test func aGroupThatIsFreeAgainRunsInTheOrderOfSubmission() {
    var world = World()
    world.submit("runs", .utility) { $0.terms.group = "disk" }
    for id in ["c", "a", "b"] { world.submit(id, .utility) { $0.terms.group = "disk" } }
    for _ in 0..<4 { _ = finish(&world) }
    #expect(world.started == ["runs", "c", "a", "b"])
  }

  @Test func amongUsersWhoHadNothingTheFirstComeIsFirst() {
    var world = World(.storage(.full))
    world.submit("b", .maintenance) { $0.owner = 1001 }
    world.submit("a", .maintenance)
    world.set(.storage(.ok))
    world.set(.power(.ac))
    #expect(world.started == ["b"])
  }

  // MARK: Joining again

  @Test func periodicWorkDoesNotStayFirst() {
    var world = World(.power(.ac))
    for id in ["a", "b"] { world.submit(id, .maintenance) { $0.terms.every = .minutes(1) } }
    world.submit("c", .maintenance)
    let ended = (0..<3).map { _ in finish(&world, after: .seconds(90)) }
    #expect(ended == ["a", "b", "c"])
  }

  @Test func whatFailsAndIsTriedAgainDoesNotStayFirst() {
    var world = World(.power(.ac))
    for id in ["a", "b"] {
      world.submit(id, .maintenance) {
        $0.terms.backoff.growth = .linear
        $0.terms.backoff.first = .seconds(10)
      }
    }
    world.submit("c", .maintenance)
    let ended = (0..<3).map { _ in finish(&world, after: .seconds(600), exit: 75) }
    #expect(ended == ["a", "b", "c"])
  }

  @Test func whatIsCutOffByAGateDoesNotStayFirst() {
    var world = World(.power(.ac))
    for id in ["long", "short"] { world.submit(id, .processing) { $0.terms.requires = .power } }
    world.set(.idle(true))
    #expect(world.started == ["long"])
    world.set(.power(.battery))
    world.pass(.minutes(1))
    world.finish("long", exit: nil, signal: 15)
    world.set(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.started == ["long", "short"])
  }

  @Test func whatIsTriedAgainIsNotOvertakenByWhatComesLater() {
    var world = World(.power(.ac))
    world.submit("retried", .maintenance)
    world.submit("a1", .maintenance)
    #expect(finish(&world, exit: 75) == "retried")
    for number in 2...9 { world.submit("a\(number)", .maintenance) }
    #expect(finish(&world, after: .minutes(5)) == "a1")
    #expect(finish(&world) == "retried")
  }

  @Test func turnsOutliveARestart() {
    var world = World(.power(.ac))
    for id in ["a", "b"] { world.submit(id, .maintenance) { $0.terms.every = .minutes(1) } }
    world.submit("c", .maintenance)
    #expect(finish(&world, after: .seconds(90)) == "a")
    world.set(.locked(true))
    world.submit("d", .maintenance)
    world.finish("b")
    world.restart()
    world.pass(.minutes(5))
    world.set(.locked(false))
    let ended = (0..<4).map { _ in finish(&world, after: .seconds(20)) }
    #expect(ended == ["c", "a", "d", "b"])
  }

  @Test func whatIsSubmittedAgainKeepsItsPlace() {
    var world = World(.power(.ac))
    world.submit("runs", .maintenance)
    world.submit("sync", .maintenance)
    for number in 1...5 {
      world.submit("a\(number)", .maintenance)
      world.submit("sync", .maintenance)
    }
    _ = finish(&world)
    #expect(world.isRunning("sync"))
    // The next request arrived during its run, so it is behind all others.
    world.submit("sync", .maintenance)
    let ended = (0..<7).map { _ in finish(&world) }
    #expect(ended == ["sync", "a1", "a2", "a3", "a4", "a5", "sync"])
  }

  @Test func aForcedRunMovesNothing() {
    var world = World(.power(.ac))
    world.submit("runs", .maintenance)
    for id in ["a", "b"] { world.submit(id, .maintenance) }
    world.run("a", .force)
    world.finish("a", exit: 1)
    _ = finish(&world)
    #expect(world.scheduler.runs.map(\.key.id) == ["a"])
  }

  @Test func anAppThatWasServedByAClockFarAheadIsNotLastUntilThen() {
    var settings = Settings()
    settings.appRunsAtOnce = 1
    var world = World(settings: settings)
    for app in ["a", "b"] { world.register(app) }
    world.setClock(by: .days(300))
    world.submit("x", .push) { $0.app = "a" }
    world.finish("x", app: "a")
    world.setClock(by: .days(-300))
    world.pass(.minutes(1))
    world.submit("y", .push) { $0.app = "b" }
    world.finish("y", app: "b")
    world.set(.storage(.full))
    for app in ["b", "a"] { world.submit("z", .push) { $0.app = app } }
    world.set(.storage(.ok))
    #expect(world.scheduler.runs.map(\.key.app) == ["a"])
  }

  // MARK: Conditions

  @Test func conditionsThatFailLetOthersBeTried() {
    var world = World(.power(.ac))
    let ids = (1...9).map { "c\($0)" }
    for id in ids { world.submit(id) { $0.terms.needs.condition = "ping -c1 nas" } }
    for _ in 0..<9 {
      for check in world.checks.suffix(4) { world.endCheck(check.key.id, exit: 1) }
      world.pass(.minutes(5))
    }
    #expect(Set(world.tried) == Set(ids))
  }

  /// Each run takes longer than the result of a check is valid, so that the condition is checked again whenever a slot
  /// is free.
  @Test func oneWhoseConditionHoldsIsNotOvertakenForEver() {
    var world = World(.power(.ac))
    world.submit("runs", .maintenance)
    world.submit("backup", .maintenance) { $0.terms.needs.condition = "true" }
    for number in 1...9 { world.submit("a\(number)", .maintenance) }
    _ = finish(&world, after: .minutes(10))
    #expect(world.scheduler.runs.map(\.key.id) == ["a1"])
    world.endCheck("backup")
    _ = finish(&world, after: .minutes(10))
    // The check holds the slot for which the request is considered.
    #expect(world.tried == ["backup", "backup"])
    #expect(world.scheduler.runs.isEmpty)
    #expect(world.reasons("backup") == [.condition])
    #expect(
      world.explain("a2")?.causes.map(\.text.withoutTimes) == [
        "no free slot (1 of 1: the condition of backup)"
      ])
    world.endCheck("backup")
    #expect(world.scheduler.runs.map(\.key.id) == ["backup"])
  }

  @Test func aConditionThatHoldsNoMoreFreesTheSlot() {
    var world = World(.power(.ac))
    world.submit("runs", .maintenance)
    world.submit("backup", .maintenance) { $0.terms.needs.condition = "true" }
    for id in ["a", "b"] { world.submit(id, .maintenance) }
    _ = finish(&world, after: .minutes(10))
    world.endCheck("backup")
    _ = finish(&world, after: .minutes(10))
    #expect(world.scheduler.runs.isEmpty)
    world.endCheck("backup", exit: 1)
    #expect(world.scheduler.runs.map(\.key.id) == ["b"])
  }

  // MARK: Words

  @Test func explainSaysHowManyAreBeforeIt() {
    var world = World(.power(.ac))
    func text(_ id: String) -> String? { world.explain(id)?.causes.first?.text.withoutTimes }
    for id in ["runs", "a", "b", "c"] { world.submit(id, .maintenance) }
    #expect(text("a") == "no free slot (1 of 1: runs, run 1)")
    #expect(
      text("b")
        == "no free slot (1 of 1: runs, run 1); 1 request of the same user comes before it")
    #expect(
      text("c")
        == "no free slot (1 of 1: runs, run 1); 2 requests of the same user come before it")
  }

  @Test func onlyThoseThatCouldStartCount() {
    var world = World(.power(.ac), .idle(true))
    func text(_ id: String) -> String? { world.explain(id)?.causes.first?.text.withoutTimes }
    world.submit("runs", .maintenance)
    world.submit("later", .maintenance) { $0.earliest = .after(.hours(1)) }
    world.submit("offline", .maintenance) { $0.terms.requires = .screenOff }
    world.submit("others", .maintenance) { $0.owner = 1001 }
    world.submit("lane", .utility)
    world.set(.screen(isOn: true))
    world.submit("last", .maintenance)
    #expect(text("last") == "no free slot (1 of 1: runs, run 1)")
    world.submit("urgent", .maintenance) { $0.terms.isExpedited = true }
    #expect(text("last")?.hasSuffix("; 1 request of the same user comes before it") == true)
    #expect(text("urgent") == "no free slot (1 of 1: runs, run 1)")
  }

  @Test func ofAGroupThoseOfTheGroupCount() {
    var world = World()
    func text(_ id: String) -> String? { world.explain(id)?.causes.first?.text.withoutTimes }
    for id in ["one", "two", "three"] { world.submit(id, .utility) { $0.terms.group = "disk" } }
    world.submit("four", .userInitiated) { $0.terms.group = "disk" }
    #expect(
      text("three")
        == "another request of group disk is running (one, run 1); 1 request of the same user comes before it"
    )
    #expect(
      text("four")
        == "another request of group disk is running (one, run 1);"
        + " 2 requests of the same user come before it")
  }
}
