import Testing

@testable import Scheduling

/// A new latest date for a queued request whose earliest date stays.
struct AmendedLatestTests {
  /// Changes the latest date of the request of `id`, and keeps its other options.
  private func setLatest(
    of id: String = "backup", to latest: Moment?, in world: inout World
  ) throws -> Answer? {
    let request = try request(world, id)
    return world.submit(id, request.terms.namedKind) { submission in
      submission.terms = request.terms
      submission.latest = latest
      submission.amendment = Amendment(of: request, keepsEarliest: true, keepsLatest: false)
    }
  }

  private func request(_ world: World, _ id: String = "backup") throws -> Request {
    try #require(world.scheduler.request(world.key(id)))
  }

  /// A request with windows of `length` from midnight, after a late run at 17:00, which needs a rest of twelve hours.
  /// The interval of its present window begins at `midnight`.
  private func afterALateRun(_ length: Duration) -> (world: World, midnight: WallTime) {
    // 06:30 now.
    var world = World(.power(.battery), .battery(80))
    let first = world.now.wall + .minutes(1050)
    world.submit("backup") { submission in
      submission.terms.every = .days(1)
      submission.earliest = .at(first)
      submission.latest = .after(length)
      submission.terms.requires = .power
    }
    world.pass(.minutes(1050) + .hours(17))
    world.set(.power(.ac))
    world.passUntilRunning("backup")
    world.finish("backup")
    return (world, first + .days(1))
  }

  @Test func aDateEndsTheWindowThatARestHasMovedToTheNextInterval() throws {
    let (begun, midnight) = afterALateRun(.hours(2))
    var world = begun
    #expect(try request(world).window.opens == midnight + .days(1))
    let latest = midnight + .days(1) + .hours(20)
    #expect(try setLatest(to: .at(latest), in: &world)?.refusal == nil)
    let new = try request(world)
    #expect(new.window.opens == midnight + .days(1) && new.window.latest == latest)
    #expect(new.period?.latestAfter == .hours(20))
  }

  @Test func aDurationCountsFromTheIntervalAndNotFromTheEndOfTheRest() throws {
    for (before, length, days) in [(2, 20, 0), (20, 2, 1), (20, 18, 0)] {
      let (begun, midnight) = afterALateRun(.hours(before))
      var world = begun
      #expect(try setLatest(to: .after(.hours(length)), in: &world)?.refusal == nil)
      let new = try request(world)
      #expect(new.window.latest == midnight + .days(days) + .hours(length))
      #expect(new.window.opens < midnight + .days(days) + .hours(6))
      #expect(new.period?.latestAfter == .hours(length))
    }
  }

  @Test func aDateBeforeTheEndOfTheRestIsRefusedWithThatTime() throws {
    let (begun, midnight) = afterALateRun(.hours(20))
    var world = begun
    let old = try request(world)
    #expect(old.window.opens > midnight + .hours(5))
    let refusal = try setLatest(to: .at(midnight + .hours(2)), in: &world)?.refusal
    #expect(refusal?.field == "latest")
    let opens = UniversalTime.text(old.window.opens)
    let words = "is not after the beginning of the present window (\(opens))"
    #expect(refusal?.message.contains(words) == true)
    #expect(try request(world) == old)
  }

  /// A time of day is counted from the start of the interval. With another interval, it is counted from its start.
  @Test func theStartIsThatOfTheInterval() throws {
    for length in [2, 20] {
      let (world, midnight) = afterALateRun(.hours(length))
      let request = try request(world)
      let begin = length == 2 ? midnight + .days(1) : midnight
      #expect(request.startOfLatest(with: request.terms) == begin)
      var terms = request.terms
      terms.every = .hours(36)
      #expect(request.startOfLatest(with: terms) == midnight + .hours(12))
      terms.every = nil
      #expect(request.startOfLatest(with: terms) == request.window.opens)
    }
  }

  /// Its first window is the last part of the first interval, which begins at its earliest date.
  @Test func theStartOfARequestThatWillRepeatIsAfterTheFlex() throws {
    var world = World()
    world.submit("once") { $0.earliest = .after(.hours(2)) }
    let request = try request(world, "once")
    var terms = request.terms
    terms.every = .days(1)
    #expect(request.startOfLatest(with: terms) == request.window.opens)
    terms.flex = .hours(4)
    #expect(request.startOfLatest(with: terms) == request.window.opens + .hours(20))
  }

  @Test func withAFlexADateNeedsOnlyToBeAfterTheOpening() throws {
    var world = World()
    world.submit("backup") {
      ($0.terms.every, $0.terms.flex) = (.days(1), .hours(4))
    }
    world.pass(.hours(19))
    let old = try request(world)
    #expect(try setLatest(to: .at(old.window.opens + .hours(2)), in: &world)?.refusal == nil)
    let new = try request(world)
    #expect(new.window.opens == old.window.opens)
    #expect(new.window.latest == old.window.opens + .hours(2))
    #expect(new.period?.latestAfter == .hours(2))
  }

  @Test(arguments: [Moment.at(WallTime(seconds: 1_772_433_000) + .hours(13)), .after(.hours(13))])
  func theTimeAfterAnEventIsCountedFromTheEarliestDate(latest: Moment) throws {
    var world = World()
    world.submit("mail") {
      $0.terms.needs.changes.watched = ["inbox"]
      $0.earliest = .after(.hours(10))
    }
    #expect(try setLatest(of: "mail", to: latest, in: &world)?.refusal == nil)
    #expect(try request(world, "mail").progress.changes?.latestAfter == .hours(3))
    let refusal = try setLatest(of: "mail", to: .after(.hours(9)), in: &world)?.refusal
    #expect(refusal?.field == "latest")
    world.submit("daily") { $0.terms.every = .days(1) }
    world.submit("after") {
      $0.terms.needs.predecessors.toComplete = ["daily"]
      $0.earliest = .after(.hours(10))
    }
    #expect(try setLatest(of: "after", to: latest, in: &world)?.refusal == nil)
    #expect(try request(world, "after").progress.predecessors?.latestAfter == .hours(3))
  }

  @Test func theDefaultIsCountedFromTheEarliestDate() throws {
    var world = World()
    world.submit("once", nil) {
      $0.earliest = .after(.days(5))
      $0.latest = .after(.days(9))
    }
    let old = try request(world, "once")
    #expect(try setLatest(of: "once", to: nil, in: &world)?.refusal == nil)
    let new = try request(world, "once")
    #expect(new.window.opens == old.window.opens)
    #expect(new.window.latest == old.window.opens + Settings().defaultLatest)
  }
}
