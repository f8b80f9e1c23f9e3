import Testing

@testable import Scheduling

/// Remote notifications: the newest waiting one is delivered when the device and the app's quota allow.
struct PushTests: NewsAppSuite {
  private let id = TaskCategory.pushIdentifier

  private func pushWorld(modes: [String] = ["remote-notification"]) -> World {
    var world = World(.power(.ac), .network(.wifi))
    world.register("news") { app in
      app.backgroundModes = modes
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    return world
  }

  @discardableResult
  private func push(
    _ payload: String = "{}", in world: inout World, _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    world.submit(nil, .push) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .push(payload: payload)
      change(&submission)
    }
  }

  /// Returns the run, which begins without a further call.
  private func begun(in world: inout World) throws -> Run {
    for _ in 0..<60 where run(id, of: world) == nil { world.pass(.seconds(1)) }
    return try #require(run(id, of: world))
  }

  /// Sets a state of the device in which no request begins.
  private func drain(_ world: inout World) {
    world.set(.power(.battery), .battery(3))
    world.pass(.minutes(1))
  }

  @Test func theNewestAloneIsDelivered() throws {
    var world = pushWorld()
    drain(&world)
    #expect(push("1", in: &world)?.acceptance?.replaced == false)
    #expect(push("2", in: &world)?.acceptance?.replaced == true)
    #expect(world.reasons(id, app: "news").contains(.battery))
    world.set(.power(.ac), .battery(80))
    let begun = try begun(in: &world)
    #expect(begun.task == .push(payload: "2") && begun.budget == .seconds(30))
    // A notification that arrives during a run waits for the end of the run.
    push("3", in: &world)
    #expect(run(id, of: world)?.id == begun.id && world.scheduler.request(begun.key) != nil)
    _ = attach(begun.process, in: &world)
    complete(begun, true, in: &world)
    #expect(run(id, of: world)?.task == .push(payload: "3"))
    #expect(world.outcomes(id) == [.completed])
  }

  @Test func whatItSaidIsForgottenWithItsRun() throws {
    var world = pushWorld()
    push("secret", in: &world)
    let begun = try begun(in: &world)
    _ = attach(begun.process, in: &world)
    complete(begun, true, in: &world)
    let ended = world.history.compactMap {
      if case .afterCommit(.announce(.ended(let run, _))) = $0.effect { run } else { nil }
    }
    #expect(ended.map(\.task) == [.push(payload: "")])
  }

  @Test func theAppInFrontGetsItAtOnce() throws {
    var world = pushWorld()
    drain(&world)
    push("1", in: &world)
    #expect(run(id, of: world) == nil)
    let process = attach(nil, in: &world)
    #expect(run(id, of: world)?.process == process)
    // The switch affects only tasks that begin without a user.
    complete(try #require(run(id, of: world)), true, in: &world)
    world.tell("news", .refreshSwitched(on: false))
    #expect(push("2", in: &world)?.refusal == nil)
    #expect(run(id, of: world)?.task == .push(payload: "2"))
    complete(try #require(run(id, of: world)), true, in: &world)
    world.tell("news", .closed)
    #expect(push("3", in: &world)?.refusal?.code == .unavailable)
  }

  @Test func anAppThatOnlySaysItIsInFrontDoesNot() {
    var world = pushWorld()
    drain(&world)
    push("1", in: &world)
    world.tell("news", .openReported)
    #expect(run(id, of: world) == nil)
  }

  @Test func aForceQuitAppGetsNone() {
    var world = pushWorld()
    drain(&world)
    push("1", in: &world)
    world.tell("news", .forceQuit)
    #expect(world.scheduler.request(world.key(id, app: "news")) == nil)
    #expect(world.removals(id) == [.gate(.forceQuit)])
    #expect(push("2", in: &world)?.refusal?.message.contains("force-quit") == true)
    world.tell("news", .opened)
    #expect(push("3", in: &world)?.refusal == nil)
  }

  @Test func itIsDeliveredAgainAfterARebootUnlessThereIsANewerOne() throws {
    for hasNewer in [false, true] {
      var world = pushWorld()
      push("1", in: &world)
      _ = try begun(in: &world)
      if hasNewer { push("2", in: &world) }
      world.reboot(offline: .minutes(1))
      // The run begins immediately.
      #expect(try begun(in: &world).task == .push(payload: hasNewer ? "2" : "1"))
    }
  }

  @Test func whatItMustBeIsSaid() {
    var world = pushWorld()
    #expect(push(in: &world) { $0.id = "other" }?.refusal?.field == "id")
    #expect(push(in: &world) { $0.earliest = .after(.hours(1)) }?.refusal?.field == "earliest")
    #expect(push(in: &world) { $0.terms.namedKind = .refresh }?.refusal?.field == "kind")
    let long = String(repeating: "x", count: TaskCategory.longestPayload + 1)
    #expect(push(long, in: &world)?.refusal?.field == "task.payload")
    var unlisted = pushWorld(modes: ["fetch"])
    #expect(push(in: &unlisted)?.refusal?.message.contains("'remote-notification'") == true)
  }
}
