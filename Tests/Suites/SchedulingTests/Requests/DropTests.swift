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

  /// A former version reported that the request had never started.
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
    // From here on there are no events except timers: the scheduler must ask for every moment itself.
    world.pass(.days(2) + .hours(3))
    let hours = world.endings("backup").map { ($0.at - begin.wall).seconds / 3600 }
    #expect(hours == [2, 26, 50])
    #expect(Set(world.outcomes("backup")) == [.skipped])
    #expect(world.waits("backup"))
  }

  /// The time of a skip is no start of a run, so that no rest follows it.
  @Test func aSkippedWindowDelaysNoLaterOne() throws {
    // 06:30 now; the windows are from 09:00 to 05:00.
    var world = World(.power(.battery), .battery(80))
    let first = world.now.wall + .minutes(150)
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = .at(first)
      $0.latest = .after(.hours(20))
      $0.terms.requires = .power
      $0.terms.atLatest = .drop
    }
    world.pass(.days(1))
    #expect(world.outcomes("backup") == [.skipped])
    let window = world.scheduler.request(world.key("backup"))?.window
    #expect(window?.opens == first + .days(1))
    #expect(window?.latest == first + .hours(44))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup", exit: 75)
    world.set(.power(.battery))
    world.pass(.days(1))
    // A run began at 09:00.
    #expect(world.outcomes("backup").last == .skipped)
    #expect(world.scheduler.request(world.key("backup"))?.window.opens == first + .days(2))
  }

  @Test func restsAreCountedFromTheStartOfARunThatFails() throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.terms.requires = .power
      $0.terms.retries = 0
      $0.terms.budget = .hours(2)
    }
    world.pass(.hours(20))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    let start = try #require(world.scheduler.run(of: world.key("backup"))?.started.wall)
    world.pass(.minutes(30))
    world.finish("backup", exit: 1)
    #expect(world.scheduler.request(world.key("backup"))?.window.opens == start + .hours(12))
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

  /// A dropped request whose drop could not be committed yet cannot be run by hand. It once started.
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
      // A later request takes its place in the queue.
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
