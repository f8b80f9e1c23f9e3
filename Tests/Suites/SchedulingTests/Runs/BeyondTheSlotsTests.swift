import Testing

@testable import Scheduling

/// The places beyond the slots of a full class, for latest dates.
struct BeyondTheSlotsTests {
  /// A class in which user 1 uses all slots for hours.
  private func world(slots: Int = 1) -> World {
    var settings = Settings()
    settings.utilityRunsAtOnce = slots
    var world = World(settings: settings)
    for number in 0..<slots {
      world.submit("hog\(number)") {
        $0.owner = 1
        $0.terms.budget = .hours(1)
      }
    }
    return world
  }

  private func submitDue(
    _ id: String, of owner: UInt32, to world: inout World, _ atLatest: AtLatest = .run
  ) {
    world.submit(id) {
      $0.owner = owner
      $0.latest = .after(.minutes(10))
      $0.terms.atLatest = atLatest
    }
  }

  private func running(_ world: World) -> [String] { world.scheduler.runs.map(\.key.id) }

  private func finish(_ id: String, _ world: inout World) {
    guard let run = world.scheduler.runs.first(where: { $0.key.id == id }) else { return }
    world.send(.runEnded(run.id, ProcessExit(exit: 0)))
  }

  @Test func whatInsistsOnItsLatestDateRunsBesideAnotherUsersJob() {
    var world = world()
    submitDue("backup", of: 2, to: &world)
    world.pass(.minutes(9))
    #expect(running(world) == ["hog0"])
    world.pass(.minutes(1))
    #expect(running(world) == ["hog0", "backup"])
  }

  @Test(arguments: [AtLatest.relax, .drop])
  func noOtherAnswerToALatestDateDoes(atLatest: AtLatest) {
    var world = world()
    submitDue("backup", of: 2, to: &world, atLatest)
    world.pass(.minutes(20))
    #expect(running(world) == ["hog0"])
  }

  @Test func eachUserHasOneAndAllTogetherAsManyAsThereAreSlots() {
    var world = world(slots: 2)
    for (id, owner) in [("a", 2), ("b", 2), ("c", 3), ("d", 4)] as [(String, UInt32)] {
      submitDue(id, of: owner, to: &world)
    }
    world.pass(.minutes(10))
    #expect(running(world) == ["hog0", "hog1", "a", "c"])
    #expect(
      world.scheduler.explain(RequestKey(owner: 2, id: "b"), at: world.now)?.reasons == [
        .concurrencyLimit
      ])
    // A run beyond the slots takes the free slot, if its user may have another one. A user without a slot comes first.
    finish("hog0", &world)
    #expect(running(world) == ["hog1", "a", "c", "d"])
    finish("hog1", &world)
    #expect(running(world) == ["a", "c", "d", "b"])
  }

  @Test func whoHasTheSlotsHasAPlaceBeyondToo() {
    var world = world()
    submitDue("own", of: 1, to: &world)
    world.pass(.minutes(10))
    #expect(running(world) == ["hog0", "own"])
  }

  @Test func whatWasForcedTakesNoPlaceBeyond() {
    var world = world()
    world.submit("forced")
    world.run("forced", .force)
    submitDue("backup", of: World.user, to: &world)
    world.pass(.minutes(10))
    #expect(running(world) == ["hog0", "forced", "backup"])
  }

  @Test func aGroupHoldsItThereToo() {
    var world = world()
    world.submit("other", .userInitiated) {
      $0.owner = 2
      $0.terms.group = "disk"
    }
    world.submit("backup") {
      $0.owner = 2
      $0.terms.group = "disk"
      $0.latest = .after(.minutes(9))
      $0.terms.atLatest = .run
    }
    world.pass(.minutes(9))
    #expect(running(world) == ["hog0", "other"])
    finish("other", &world)
    #expect(running(world) == ["hog0", "backup"])
  }

  @Test func aGateThatOpensLaterLetsItBeginBesideAFullClass() {
    var world = world()
    submitDue("backup", of: 2, to: &world)
    world.set(.locked(true))
    world.pass(.minutes(11))
    world.submit("hog1") { $0.owner = 1 }
    world.set(.locked(false))
    #expect(running(world).contains("backup"))
    #expect(!running(world).contains("hog1") || !running(world).contains("hog0"))
  }

  @Test func aPlaceBeyondIsOneAfterARestart() {
    var world = world()
    submitDue("a", of: 2, to: &world)
    submitDue("b", of: 2, to: &world)
    submitDue("c", of: 3, to: &world)
    world.pass(.minutes(10))
    world.restart(found: [1: .alive, 2: .alive])
    #expect(running(world) == ["hog0", "a"])
  }

  @Test func explainNamesWhoHasTheSlots() throws {
    var world = world(slots: 2)
    finish("hog1", &world)
    world.submit("own") { $0.terms.budget = .hours(1) }
    world.submit("waits")
    let cause = try #require(world.explain("waits")?.causes.first)
    #expect(cause.reason == .concurrencyLimit)
    let began = UniversalTime.text(world.now.wall)
    let times =
      ", since \(began), until \(UniversalTime.text(world.now.wall + .hours(1) + .seconds(10))) at most"
    #expect(
      cause.text == "no free slot (2 of 2: run 1 of another user; own, run 3\(times))")
    #expect(cause.fullText == "no free slot (2 of 2: hog0, run 1\(times); own, run 3\(times))")
    submitDue("late", of: 2, to: &world)
    world.pass(.minutes(10))
    #expect(
      world.explain("waits")?.causes.first?.text.withoutTimes
        == "no free slot (2 of 2: run 1 of another user; own, run 3; in addition run 4 of another user)"
    )
  }

  @Test func ofManyOnlySomeAreNamed() {
    var world = world(slots: 6)
    world.submit("waits")
    let text = world.explain("waits")?.causes.first?.fullText?.withoutTimes
    #expect(
      text
        == "no free slot (6 of 6: hog0, run 1; hog1, run 2; hog2, run 3; hog3, run 4 and 2 more)")
  }
}
