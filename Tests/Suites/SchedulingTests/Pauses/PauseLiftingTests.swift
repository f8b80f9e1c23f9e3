import Testing

@testable import Scheduling

/// Some of the requests of a pause are resumed.
struct PauseLiftingTests {
  private static let alice: UInt32 = 1000

  private func pause(_ world: inout World, _ scope: PauseScope) {
    let pause = Pause(
      by: Self.alice, name: "alice", scope: scope, since: world.now.wall, lasting: .untilLifted,
      runs: .leave)
    let ticket = world.ticket()
    world.send(.pause(pause, ticket))
  }

  private func resume(_ world: inout World, by: UInt32? = alice, _ scope: PauseScope) {
    let ticket = world.ticket()
    world.send(.resume(PauseLifting(by: by, scope: scope), ticket))
  }

  @Test func someOfWhatWasPausedTogetherGoOn() {
    var world = World()
    for id in ["one", "two", "three"] {
      world.submit(id, .maintenance) { $0.earliest = .after(.minutes(1)) }
    }
    pause(&world, PauseScope(owner: nil, ids: ["one", "two", "three"]))
    world.pass(.minutes(1))
    resume(&world, PauseScope(owner: nil, ids: ["two"]))
    #expect(world.isRunning("two") && world.waits("one") && world.waits("three"))
    #expect(world.scheduler.pauses.map(\.scope.ids) == [["one", "three"]])
    resume(&world, PauseScope(owner: nil, ids: ["two"]))
    #expect(world.answer?.refusal?.code == .notFound)
    resume(&world, PauseScope(owner: nil, ids: ["one", "other"]))
    #expect(world.answer?.refusal?.code == .notFound)
    resume(&world, by: 0, PauseScope(owner: nil, ids: ["one"]))
    #expect(world.answer?.refusal?.code == .notFound)
    resume(&world, PauseScope(owner: nil, ids: ["one", "three"]))
    #expect(world.scheduler.pauses.isEmpty)
  }

  @Test func aRequestIsTakenOutOfEveryPause() {
    var world = World()
    for id in ["a", "b", "c", "d"] {
      world.submit(id, .userInitiated) { $0.earliest = .after(.minutes(1)) }
    }
    pause(&world, PauseScope(owner: nil, ids: ["a"]))
    pause(&world, PauseScope(owner: nil, ids: ["a", "b"]))
    pause(&world, PauseScope(owner: nil, ids: ["c", "d"]))
    world.pass(.minutes(1))
    resume(&world, PauseScope(owner: nil, ids: ["a", "c"]))
    #expect(world.isRunning("a") && world.isRunning("c"))
    #expect(world.waits("b") && world.waits("d"))
    #expect(world.scheduler.pauses.map(\.scope.ids) == [["b"], ["d"]])
    resume(&world, PauseScope(owner: nil, ids: ["b", "gone"]))
    #expect(world.answer?.refusal?.message.contains("none of your pauses names 'gone'") == true)
    #expect(world.waits("b"))
  }

  @Test(arguments: [
    (PauseScope(owner: nil), "rubatoctl resume"),
    (PauseScope(owner: nil, ids: ["backup", "photos"]), "rubatoctl resume backup"),
    (
      PauseScope(owner: alice, kinds: [.utility], group: "gpu"),
      "rubatoctl resume --kind utility --group gpu"
    ),
    (PauseScope(owner: nil, kinds: [.utility]), "rubatoctl resume --kind utility --all-users"),
  ])
  func theExplanationNamesTheCommandThatLiftsThePause(scope: PauseScope, command: String) {
    let pause = Pause(
      by: Self.alice, name: "alice", scope: scope, since: WallTime(seconds: 5),
      lasting: .untilLifted, runs: .leave)
    let key = RequestKey(owner: Self.alice, id: "backup")
    #expect(
      pause.explanation(of: key)
        == "paused by alice; `\(command)` lifts the pause, and `rubatoctl run backup --force`"
        + " starts it anyway")
  }

  /// Without `--owner`, `resume` of root selects the pauses for all users.
  @Test(
    arguments: [
      (nil, "resume --group gpu`"), (0, "resume --group gpu --owner 0`"),
    ] as [(UInt32?, String)])
  func theCommandOfRootNamesTheOwnerOfAPauseForOneUser(owner: UInt32?, command: String) {
    let pause = Pause(
      by: 0, name: "root", scope: PauseScope(owner: owner, group: "gpu"),
      since: WallTime(seconds: 5), lasting: .untilLifted, runs: .leave)
    let text = pause.explanation(of: RequestKey(owner: 0, id: "backup"))
    #expect(text.contains(command), "\(text)")
  }
}
