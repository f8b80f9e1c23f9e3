import Testing

@testable import Scheduling

struct DropTests {
  @Test func endsWithItsReasonAtTheLatestDate() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.pass(.minutes(119))
    #expect(world.waits("backup"))
    world.pass(.minutes(1))
    #expect(!world.waits("backup"))
    #expect(world.outcomes("backup") == [.skipped])
    #expect(world.endings("backup").map(\.stopReason) == [.deadline])
    #expect(world.removals("backup") == [.deadline])
  }

  /// It was once said never to have started.
  @Test func whatRanInVainSaysSoWhenItIsDropped() {
    var world = World()
    world.submit("backup", .maintenance) {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    for exit in [1, 75, 1] as [Int32] {
      world.finish("backup", exit: exit)
      if exit == 75 || world.endings("backup").count < 3 { world.passUntilRunning("backup") }
    }
    world.set(.power(.battery), .battery(80))
    world.pass(.hours(2))
    #expect(world.outcomes("backup").last == .skipped)
    #expect(world.endings("backup").last?.message == "after 3 incomplete runs")
  }

  @Test func periodicWorkIsDroppedAnewInEachInterval() {
    var world = World(.power(.battery), .battery(80))
    let begin = world.now
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    // Nothing but time happens from here on: the scheduler must ask for every moment itself.
    world.pass(.days(2) + .hours(3))
    let hours = world.endings("backup").map { ($0.at - begin.wall).seconds / 3600 }
    #expect(hours == [2, 26, 50])
    #expect(Set(world.outcomes("backup")) == [.skipped])
    #expect(world.waits("backup"))
  }

  @Test func aRunThatLivesAtTheLatestDateGoesOn() {
    var world = World()
    world.submit("backup", .maintenance) {
      $0.latest = .after(.minutes(10))
      $0.terms.atLatest = .drop
    }
    world.pass(.minutes(20))
    #expect(world.isRunning("backup"))
    world.finish("backup", exit: 1)
    #expect(world.outcomes("backup") == [.failed, .skipped])
    #expect(!world.waits("backup"))
  }

  /// As where the drop could not be committed, and somebody asks before it is tried again. It once started.
  @Test(arguments: RunMode.allCases)
  func whatIsToBeDroppedCannotBeRunByHand(mode: RunMode) {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.letTimeGo(.hours(2))
    world.run("backup", mode)
    #expect(world.answer?.refusal?.code == .notFound)
    #expect(world.outcomes("backup") == [.skipped])
  }

  @Test func whatIsDroppedTogetherIsToldInTheOrderOfSubmission() {
    var world = World(.storage(.full))
    for id in ["gone", "one", "two", "three"] {
      world.submit(id) {
        $0.latest = .after(.hours(1))
        $0.terms.atLatest = .drop
      }
      // Its place is taken by a later one.
      if id == "one" { world.cancel("gone") }
    }
    world.pass(.hours(1))
    let dropped = world.history.compactMap { _, effect in
      if case .afterCommit(.announce(.ended(let run, _))) = effect { run.key.id } else { nil }
    }
    #expect(dropped == ["one", "two", "three"])
  }

  @Test func periodicWorkEndsWhereTheCalendarDoes() {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.letTimeGo(.nanoseconds(Int64.max))
    world.send(.time)
    #expect(world.outcomes("backup") == [.skipped])
    #expect(!world.waits("backup"))
  }
}
