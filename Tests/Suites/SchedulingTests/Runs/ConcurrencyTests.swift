import Testing

@testable import Scheduling

/// Limits of simultaneous runs that are set while the daemon is running.
struct ConcurrencyTests {
  private static let disk = GroupKey(owner: World.user, name: "disk")

  private func submit(_ ids: [String], to world: inout World, _ priority: [String: Int] = [:]) {
    for id in ids {
      world.submit(id, .userInitiated) {
        $0.terms.group = "disk"
        $0.terms.run.priority = priority[id]
      }
    }
  }

  @discardableResult
  private func setWidth(
    _ width: Int?, in world: inout World, _ group: GroupKey = disk
  ) -> Refusal? {
    let ticket = world.ticket()
    world.send(.setWidth(width, group, ticket))
    return world.answer?.refusal
  }

  @discardableResult
  private func setSlots(
    _ numbers: SlotNumbers, of kinds: KindRules.ConcurrencyClass, in world: inout World,
    isReset: Bool = false
  ) -> Refusal? {
    let ticket = world.ticket()
    world.send(.setSlots(numbers, kinds, isReset: isReset, ticket))
    return world.answer?.refusal
  }

  private func running(_ world: World) -> [String] { world.scheduler.runs.map(\.key.id) }

  @Test func aGroupRunsAsManyAtATimeAsItIsWide() {
    var world = World()
    setWidth(3, in: &world)
    submit(["a", "b", "c", "d", "e"], to: &world)
    #expect(running(world) == ["a", "b", "c"])
    #expect(world.reasons("d") == [.group])
    #expect(
      world.explain("e")?.causes.first?.text.withoutTimes
        == "group disk is full (3 of 3: a, run 1; b, run 2; c, run 3);"
        + " 1 request of the same user comes before it")
    world.finish("b")
    #expect(running(world) == ["a", "c", "d"])
  }

  @Test func itsWidthChangesWhileItRuns() {
    var world = World()
    submit(["a", "b", "c", "d"], to: &world)
    #expect(running(world) == ["a"])
    setWidth(3, in: &world)
    #expect(running(world) == ["a", "b", "c"])
    setWidth(1, in: &world)
    #expect(running(world) == ["a", "b", "c"])
    world.finish("a")
    world.finish("b")
    #expect(running(world) == ["c"])
    world.finish("c")
    #expect(running(world) == ["d"])
  }

  @Test func itIsKeptOverARestart() {
    var world = World()
    setWidth(2, in: &world)
    setSlots(SlotNumbers(all: 3, perUser: 2), of: .utility, in: &world)
    world.restart()
    #expect(world.scheduler.concurrency.width(of: Self.disk, Settings()) == 2)
    #expect(world.scheduler.concurrency.slots(of: .utility, Settings()) == 3)
    #expect(world.scheduler.concurrency.slotsPerUser(of: .utility) == 2)
    submit(["a", "b", "c"], to: &world)
    #expect(running(world) == ["a", "b"])
  }

  @Test func thePolicyNamesTheUsualWidth() {
    var settings = Settings()
    settings.groups = [NamedWidth(name: "disk", width: 2)]
    var world = World(settings: settings)
    submit(["a", "b", "c"], to: &world)
    #expect(running(world) == ["a", "b"])
    setWidth(1, in: &world)
    world.finish("a")
    #expect(running(world) == ["b"])
    setWidth(nil, in: &world)
    #expect(running(world) == ["b", "c"])
  }

  @Test func groupsOfOtherUsersHaveTheirOwn() {
    var world = World()
    setWidth(2, in: &world, GroupKey(owner: 7, name: "disk"))
    submit(["a", "b"], to: &world)
    #expect(running(world) == ["a"])
  }

  @Test(arguments: [0, -1, 1001, 10_000])
  func otherWidthsAreRefused(width: Int) throws {
    var world = World()
    let refusal = try #require(setWidth(width, in: &world))
    #expect(
      refusal.message
        == "width '\(width)' is not allowed; use a number of runs from 1 to 1000, such as 3")
    #expect(world.scheduler.concurrency == Concurrency())
    #expect(setWidth(2, in: &world, GroupKey(owner: 7, name: "a b"))?.field == "name")
  }

  @Test func oneUserSetsNotTooManyWidths() {
    var world = World()
    for number in 0..<Concurrency.mostWidthsPerUser {
      setWidth(2, in: &world, GroupKey(owner: 7, name: "g\(number)"))
    }
    #expect(setWidth(2, in: &world, GroupKey(owner: 7, name: "more"))?.code == .limit)
    #expect(setWidth(3, in: &world, GroupKey(owner: 7, name: "g1")) == nil)
    #expect(setWidth(2, in: &world, GroupKey(owner: 8, name: "more")) == nil)
  }

  @Test func aGroupRunsInTheOrderOfSubmission() {
    var world = World()
    world.submit("a", .userInitiated) { $0.terms.group = "disk" }
    // The score of "b" is lower than that of the next requests.
    world.submit("b", .utility) { $0.terms.group = "disk" }
    submit(["c"], to: &world)
    world.finish("a")
    #expect(running(world) == ["b"])
    world.finish("b")
    #expect(running(world) == ["c"])
  }

  /// Runs that continue although the limits were lowered use slots like others, and are not the extra run of their
  /// user.
  @Test func loweredNumbersCountNoRunTwice() {
    var world = World()
    setSlots(SlotNumbers(all: 4), of: .utility, in: &world)
    for id in ["a", "b", "c", "d"] {
      world.submit(id, .utility) { $0.terms.budget = .hours(1) }
    }
    setSlots(SlotNumbers(perUser: 2), of: .utility, in: &world)
    world.submit("e", .utility) { $0.owner = 7 }
    #expect(running(world) == ["a", "b", "c", "d"])
    setSlots(SlotNumbers(all: 1), of: .utility, in: &world)
    world.submit("late", .utility) {
      $0.owner = 8
      $0.latest = .after(.minutes(10))
      $0.terms.atLatest = .run
    }
    world.pass(.minutes(10))
    #expect(running(world) == ["a", "b", "c", "d", "late"])
  }

  @Test func priorityDoesNotPassAnotherUsersTurn() {
    var settings = Settings()
    settings.utilityRunsAtOnce = 1
    var world = World(settings: settings, .storage(.full))
    world.submit("a", .utility)
    world.submit("b", .utility) {
      $0.owner = 7
      $0.terms.run.priority = 100
    }
    world.set(.storage(.ok))
    #expect(running(world) == ["a"])
  }

  @Test func aGreaterPriorityComesFirst() {
    var world = World()
    submit(["a", "b", "c", "d"], to: &world, ["c": 5, "d": -1, "b": -1])
    for next in ["a", "c", "b", "d"] {
      #expect(running(world) == [next])
      world.finish(next)
    }
  }

  @Test func priorityDecidesWithoutAGroup() {
    var settings = Settings()
    settings.utilityRunsAtOnce = 1
    var world = World(settings: settings)
    for (id, priority) in [("a", 0), ("b", 0), ("c", 10)] {
      world.submit(id, .utility) { $0.terms.run.priority = priority }
    }
    world.finish("a")
    #expect(running(world) == ["c"])
  }

  @Test func slotsChangeWhileRunsGoOn() {
    var world = World()
    for id in ["a", "b", "c", "d"] { world.submit(id, .utility) }
    #expect(running(world) == ["a", "b"])
    setSlots(SlotNumbers(all: 3), of: .utility, in: &world)
    #expect(running(world) == ["a", "b", "c"])
    setSlots(SlotNumbers(all: 1), of: .utility, in: &world)
    world.finish("a")
    world.finish("b")
    #expect(running(world) == ["c"])
    setSlots(SlotNumbers(), of: .utility, in: &world, isReset: true)
    #expect(running(world) == ["c", "d"])
    #expect(setSlots(SlotNumbers(all: 0), of: .utility, in: &world)?.field == "slots")
    #expect(setSlots(SlotNumbers(perUser: 2000), of: .utility, in: &world)?.field == "perUser")
  }

  @Test func oneUserLeavesASlotToOthers() {
    var world = World()
    setSlots(SlotNumbers(perUser: 1), of: .utility, in: &world)
    for id in ["a", "b"] { world.submit(id, .utility) }
    #expect(running(world) == ["a"])
    #expect(
      world.explain("b")?.causes.first?.text.withoutTimes
        == "no free slot for this user (1 of 1: a, run 1)")
    world.submit("c", .utility) { $0.owner = 7 }
    #expect(running(world) == ["a", "c"])
  }

  /// A user with all slots of one user gets one more run for a latest date, as if all slots were full.
  @Test func aLatestDatePassesTheNumberOfOneUserOnce() {
    var world = World()
    setSlots(SlotNumbers(perUser: 1), of: .utility, in: &world)
    for id in ["a", "b", "c"] {
      world.submit(id, .utility) {
        $0.latest = .after(.minutes(10))
        $0.terms.atLatest = .run
        $0.terms.budget = .hours(1)
      }
    }
    world.pass(.minutes(10))
    #expect(running(world) == ["a", "b"])
    world.submit("d", .utility) { $0.owner = 7 }
    #expect(running(world) == ["a", "b", "d"])
  }

  @Test func aPauseOfAGroupHoldsItsRequests() {
    var world = World()
    let ticket = world.ticket()
    world.send(
      .pause(
        Pause(
          by: World.user, name: "alice", scope: PauseScope(owner: World.user, group: "disk"),
          since: world.now.wall, lasting: .untilLifted, runs: .leave), ticket))
    submit(["a"], to: &world)
    world.submit("b", .userInitiated)
    #expect(running(world) == ["b"])
    #expect(world.reasons("a") == [.paused])
    let lifting = world.ticket()
    world.send(
      .resume(
        PauseLifting(by: World.user, scope: PauseScope(owner: World.user, group: "disk")),
        lifting))
    #expect(running(world) == ["b", "a"])
  }

  @Test func groupsAreListed() {
    var world = World()
    setWidth(2, in: &world)
    setWidth(4, in: &world, GroupKey(owner: 7, name: "other"))
    submit(["a", "b", "c"], to: &world)
    let groups = world.scheduler.groups(of: World.user)
    #expect(groups.map(\.key.name) == ["disk"])
    #expect(groups.first?.running.map(\.id) == ["a", "b"])
    #expect(groups.first?.waiting == 1)
    #expect(world.scheduler.groups(of: nil).map(\.width) == [4, 2])
  }

  @Test func whatIsStoredIsReadAgain() throws {
    var numbers = Concurrency()
    try numbers.setWidth(3, of: Self.disk)
    try numbers.setSlots(SlotNumbers(all: 2), of: .app, isReset: false)
    try numbers.setSlots(SlotNumbers(perUser: 9), of: .userInitiated, isReset: false)
    #expect(Concurrency(bytes: numbers.bytes) == numbers)
    #expect(Learned(name: Learned.concurrency, bytes: numbers.bytes).misfit == nil)
    for line in [
      "width\t7\tdisk\t0", "width\tx\tdisk\t2", "slots\tother\t1\t", "slots\tapp\tx\t",
    ] {
      #expect(Learned(name: Learned.concurrency, bytes: Array(line.utf8)).misfit != nil)
      #expect(Concurrency(bytes: Array(line.utf8)) == Concurrency())
    }
  }
}
