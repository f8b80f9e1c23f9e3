import Testing

@testable import Scheduling

/// The warnings of a submission.
struct WarningTests {
  private func codes(
    _ world: inout World, _ kind: Kind = .utility, _ change: (inout Submission) -> Void = { _ in }
  ) -> [Warning.Code]? {
    world.submit("task", kind, change)?.acceptance?.warnings.map(\.code)
  }

  @Test(arguments: [(14, [Warning.Code.shortWindow]), (15, [])])
  func ofAShortWindow(minutes: Int, expected: [Warning.Code]) {
    var world = World(.storage(.full))
    let window = { (submission: inout Submission) in
      submission.latest = .after(.minutes(minutes))
    }
    #expect(codes(&world, .utility, window) == expected)
    #expect(codes(&world, .userInitiated, window) == [])
    let flex = { (submission: inout Submission) in
      submission.terms.every = .days(1)
      submission.terms.flex = .minutes(minutes)
    }
    #expect(codes(&world, .utility, flex) == expected)
  }

  @Test func ofARefreshThatMayNeverRun() {
    var world = World(.storage(.full))
    #expect(codes(&world, .refresh) == [.noLatestDate])
    #expect(codes(&world, .refresh) { $0.latest = .after(.hours(2)) } == [])
    #expect(codes(&world, .processing) == [])
  }

  @Test func ofWorkThatComesBackAndAUserWaitsFor() {
    var world = World(.storage(.full))
    let everyHour = { (submission: inout Submission) in submission.terms.every = .hours(1) }
    #expect(codes(&world, .userInitiated) == [])
    #expect(codes(&world, .userInitiated, everyHour) == [.urgentPeriod])
    #expect(codes(&world, .utility, everyHour) == [])
  }

  @Test func ofARefreshWhoseMedianRunIsLong() {
    var world = World()
    let submit = { (submission: inout Submission) in
      submission.terms.every = .hours(1)
      submission.latest = .after(.hours(2))
    }
    let lengths = [4, 4, 12, 12, 12, 3, 3, 3, 3, 3, 12, 12, 12, 12]
    world.submit("task", .refresh, submit)
    for (index, length) in lengths.enumerated() {
      #expect(world.isRunning("task"))
      world.pass(.seconds(length))
      world.finish("task")
      let last = lengths[...index].suffix(8).sorted()
      let isLong = last[last.count / 2] > 10
      #expect(codes(&world, .refresh, submit) == (isLong ? [.longRefresh] : []))
      // A restart does not change the warning.
      world.restart()
      world.pass(.minutes(58))
      while !world.isRunning("task") && world.reasons("task") == [.earliest] {
        world.pass(.seconds(1))
      }
    }
  }

  @Test func ofWarningsThatAreIgnored() {
    var world = World()
    let submit = { (submission: inout Submission) in submission.terms.budget = .seconds(20) }
    #expect(codes(&world, .utility, submit) == [])
    for isObeyed in [false, false, true, false] {
      world.pass((world.explain("task")?.next ?? world.now.wall) - world.now.wall)
      #expect(world.isRunning("task"))
      world.pass(.seconds(20))
      if isObeyed { world.finish("task", exit: 1) }
      world.pass(.seconds(10))
      let isIgnored = world.kills("task") > 0 && !world.outcomes("task").contains(.expired)
      #expect(codes(&world, .utility, submit) == (isIgnored ? [.ignoresExpiration] : []))
    }
    #expect(world.kills("task") == 3)
  }

  @Test func duringItsRunTheNextOneKeepsTheHistory() {
    var world = World()
    world.submit("task")
    world.submit("task")
    world.pass(.seconds(7))
    world.finish("task", exit: 1)
    #expect(world.scheduler.request(world.key("task"))?.progress.history.lengths == [.seconds(7)])
  }

  @Test func aListOfTimesOfDayIsWarnedOf() throws {
    var world = World(.storage(.full))
    let event = try #require(CalendarEvent("09:00,17:00"))
    #expect(codes(&world, .utility) { $0.terms.calendar = [event] } == [.listOfTimes])
  }

  @Test func whatIsKeptIsNotWarnedOf() {
    var world = World(.storage(.full))
    #expect(codes(&world, .refresh) == [.noLatestDate])
    #expect(codes(&world, .refresh) { $0.ifPending = .keep } == [])
  }
}
