import Testing

@testable import Scheduling

/// Sessions of transfers: the app is woken once, when the last of a session has ended.
struct TransferSessionTests: NewsAppSuite {
  private let wake = TaskClass.sessionPrefix + "films"

  @discardableResult
  private func transfer(
    _ id: String, of session: String = "films", in world: inout World,
    _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    world.submit(id, .userInitiated) { submission in
      submission.app = "news"
      submission.terms.task = .transfer(session: session)
      change(&submission)
    }
  }

  private func wakes(_ world: World, of session: String = "films") -> Int {
    world.history.count {
      guard case .afterCommit(.announce(.accepted(let request))) = $0.effect else { return false }
      return request.terms.task == .transferEvents(session: session)
    }
  }

  private func end(_ id: String, _ exit: Int32 = 0, in world: inout World) throws {
    let ended = try #require(run(id, of: world))
    world.send(.runEnded(ended.id, ProcessExit(exit: exit)))
  }

  @Test func theAppIsWokenWhenTheLastHasEnded() throws {
    var world = world()
    transfer("1", in: &world)
    transfer("2", in: &world)
    transfer("3", of: "photos", in: &world)
    try end("1", in: &world)
    #expect(wakes(world) == 0)
    try end("2", in: &world)
    #expect(wakes(world) == 1 && wakes(world, of: "photos") == 0)
    for _ in 0..<60 where run(wake, of: world) == nil { world.pass(.seconds(1)) }
    let begun = try #require(run(wake, of: world))
    #expect(begun.task == .transferEvents(session: "films") && begun.budget == .seconds(30))
  }

  /// The last transfer of a session decides whether its app is woken.
  @Test func anAppThatWantsNoWakeGetsNone() throws {
    var world = world()
    for last in [false, true] {
      transfer("1", in: &world)
      transfer("2", in: &world) { $0.terms.task = .transfer(session: "films", launchEvents: last) }
      try end("1", in: &world)
      #expect(wakes(world) == 0)
      try end("2", in: &world)
      #expect(wakes(world) == (last ? 1 : 0))
    }
  }

  @Test func aRetryIsNoEnd() throws {
    var world = world()
    transfer("1", in: &world) { $0.terms.retries = 1 }
    try end("1", 1, in: &world)
    #expect(wakes(world) == 0)
    world.pass(.minutes(10))
    // The transfer is given up.
    try end("1", 1, in: &world)
    #expect(wakes(world) == 1)
  }

  @Test func whatIsDroppedOrCancelledHasEnded() {
    var world = world()
    for ends in [true, false] {
      transfer("1", in: &world) { submission in
        submission.terms.requires = .unmetered
        submission.latest = .after(.hours(1))
        submission.terms.atLatest = .drop
        submission.earliest = .after(.minutes(30))
      }
      let before = wakes(world)
      if ends {
        world.send(
          .cancel(world.key("1", app: "news"), keepsRunning: false, world.ticket()))
        #expect(wakes(world) == before + 1)
        world.send(.cancel(world.key(wake, app: "news"), keepsRunning: false, world.ticket()))
      } else {
        world.set(.network(.cellular))
        world.pass(.hours(2))
        #expect(wakes(world) == before + 1)
      }
    }
  }

  @Test func oneThatWaitsAlreadyIsForAll() throws {
    var world = world()
    world.set(.power(.battery), .battery(3))
    world.pass(.minutes(1))
    for _ in 0..<2 {
      transfer("1", in: &world)
      world.send(.cancel(world.key("1", app: "news"), keepsRunning: false, world.ticket()))
      if let run = run("1", of: world) { world.send(.runEnded(run.id, ProcessExit(signal: 15))) }
    }
    #expect(wakes(world) == 1)
  }

  @Test func aForceQuitCancelsAndWakesNothing() throws {
    var world = world()
    transfer("1", in: &world)
    transfer("2", in: &world) { $0.earliest = .after(.hours(1)) }
    let running = try #require(run("1", of: world))
    world.tell("news", .forceQuit)
    #expect(world.removals("2") == [.gate(.forceQuit)])
    #expect(world.scheduler.run(of: running.key)?.stopReason == .gate(.forceQuit))
    world.send(.runEnded(running.id, ProcessExit(signal: 15)))
    #expect(world.scheduler.request(running.key) == nil)
    world.tell("news", .opened)
    #expect(wakes(world) == 0)
  }

  /// A full disk can undo a force-quit, but not the stop of the run.
  @Test func aForceQuitThatIsNotStoredHasCancelledNothing() throws {
    var world = world()
    transfer("1", in: &world)
    let running = try #require(run("1", of: world))
    // It waits for the end of the run.
    transfer("1", of: "photos", in: &world)
    let committed = world.snapshot
    world.tell("news", .forceQuit)
    #expect(world.scheduler.run(of: running.key)?.stopReason == .gate(.forceQuit))
    world.reload(committed)
    #expect(world.scheduler.run(of: running.key)?.stopReason == .interrupted)
    world.send(.runEnded(running.id, ProcessExit(signal: 15)))
    #expect(wakes(world) == 1)
    #expect(world.scheduler.request(running.key)?.terms.task == .transfer(session: "photos"))
  }

  @Test func whatItMustBeIsSaid() {
    var world = world()
    #expect(transfer("1", in: &world) { $0.app = nil }?.refusal?.field == "task")
    #expect(transfer("1", in: &world) { $0.terms.namedKind = .refresh }?.refusal?.field == "kind")
    #expect(transfer("1", in: &world) { $0.terms.every = .days(1) }?.refusal?.field == "every")
    #expect(transfer("1", of: "a b", in: &world)?.refusal?.field == "task.session")
    let long = String(repeating: "x", count: TaskClass.longestSession + 1)
    #expect(transfer("1", of: long, in: &world)?.refusal?.field == "task.session")
    #expect(
      transfer("1", in: &world) {
        ($0.terms.namedKind, $0.terms.command) = (.push, Command(arguments: []))
        $0.terms.task = .transferEvents(session: "films")
        $0.id = nil
      }?.refusal?.field == "task.category")
    world.register("plain") { $0.permittedIdentifiers = ["1"] }
    #expect(transfer("1", in: &world) { $0.app = "plain" }?.refusal?.field == "task")
  }
}
