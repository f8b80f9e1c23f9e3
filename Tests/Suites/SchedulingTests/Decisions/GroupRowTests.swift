import Testing

@testable import Scheduling

/// The row of a group: shown with the other rows, decided together with the room.
struct GroupRowTests {
  private func world() -> World {
    var world = World()
    world.submit("one", .utility) { $0.terms.group = "disk" }
    world.submit("two", .utility) { $0.terms.group = "disk" }
    return world
  }

  private func row(_ id: String, _ world: World) -> Explanation.Row? {
    world.explain(id)?.rows.first { $0.policy == "Activity Group" }
  }

  @Test func aBusyGroupHoldsAndIsNamedOnce() throws {
    let world = world()
    let explanation = try #require(world.explain("two"))
    #expect(explanation.reasons == [.group])
    #expect(explanation.decision == .mustNotProceed)
    #expect(explanation.sums == nil)
    #expect(explanation.next == nil)
    #expect(row("two", world)?.verdict == .hold(.group, .byDefault, weight: 0.5))
    #expect(row("two", world)?.rationale == "group disk is full")
  }

  @Test func whatRunsDoesNotStandInItsOwnWay() throws {
    let world = world()
    #expect(row("one", world)?.verdict == .proceed(weight: 0.5, score: 1))
    #expect(try #require(world.explain("one")).decision == .canProceed)
  }

  @Test func groupsOfOthersAndNoGroupHaveNothingToDoWithIt() {
    var world = world()
    world.submit("three", .utility) { $0.terms.group = "net" }
    world.submit("four", .utility)
    #expect(row("three", world)?.verdict == .proceed(weight: 0.5, score: 1))
    #expect(row("four", world) == nil)
  }

  @Test func itsWeightIsInTheSums() throws {
    var world = World()
    for (id, group) in [("with", "disk"), ("without", nil)] as [(String, String?)] {
      world.submit(id, .utility) {
        $0.terms.group = group
        $0.earliest = .after(.hours(1))
      }
    }
    let with = try #require(world.explain("with")?.sums)
    let without = try #require(world.explain("without")?.sums)
    #expect(with.denominator == without.denominator + 0.5)
    #expect(with.sum == without.sum + 0.5)
  }

  @Test(arguments: [AtLatest.run, .relax])
  func noLatestDatePassesABusyGroup(atLatest: AtLatest) throws {
    var world = World()
    world.submit("one", .utility) { $0.terms.group = "disk" }
    world.submit("two", .utility) {
      $0.terms.group = "disk"
      $0.latest = .after(.minutes(1))
      $0.terms.atLatest = atLatest
    }
    #expect(try #require(world.explain("two")).next == nil)
    world.pass(.minutes(5))
    #expect(world.reasons("two") == [.group])
    #expect(!world.isRunning("two"))
    world.finish("one")
    #expect(world.isRunning("two"))
  }

  @Test func aForcedRunOfTheGroupStopsNothing() {
    var world = world()
    world.run("two", .force)
    world.set(.load(10))
    #expect(world.isRunning("one") && world.isRunning("two"))
    #expect(world.warnings("one").isEmpty && world.warnings("two").isEmpty)
  }

  @Test func itCountsAmongThoseWhoAreReadyToo() {
    var settings = Settings()
    settings.utilityRunsAtOnce = 1
    var world = World(settings: settings, .storage(.full), .load(80))
    world.submit("a", .utility)
    world.submit("b", .utility) { $0.terms.group = "disk" }
    world.set(.storage(.ok))
    // The row of "b" raises its mean above that of "a".
    #expect(world.started == ["b"])
  }
}
