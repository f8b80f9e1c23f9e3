import Testing

@testable import Scheduling

/// The start of a duration that is given as latest date, and the meaning of a time of day as latest date.
struct LatestDurationTests {
  /// A duration as latest date is the length of every window, counted from its opening.
  @Test(arguments: [(nil, 3), (16, 3), (50, 3), (16, 1)] as [(Int?, Int)])
  func aDurationAsLatestCountsFromTheBeginningOfTheFirstWindow(hours: Int?, days: Int) throws {
    var world = World(.storage(.full))
    world.submit("backup", .maintenance) {
      $0.terms.every = .days(1)
      $0.earliest = hours.map { .after(.hours($0)) }
      $0.latest = .after(.days(days))
    }
    let request = try #require(world.scheduler.request(world.key("backup")))
    #expect(request.window.opens == world.now.wall + .hours(hours ?? 0))
    #expect(request.window.latest == request.window.opens + .days(days))
    #expect(request.period?.latestAfter == .days(days))
  }

  @Test func aDurationAsLatestOfWorkThatRunsOnceCountsFromNow() throws {
    var world = World(.storage(.full))
    world.submit("backup", .maintenance) {
      $0.earliest = .after(.hours(16))
      $0.latest = .after(.days(3))
    }
    let request = try #require(world.scheduler.request(world.key("backup")))
    #expect(request.window.latest == world.now.wall + .days(3))
  }

  @Test func submittedAgainAtAnotherHourItsLatestDateStays() throws {
    var world = World(.storage(.full))
    func submit() {
      world.submit("backup", .maintenance) {
        $0.terms.every = .days(1)
        $0.earliest = .at(WallTime(seconds: 1_772_433_000) + .hours(16))
        $0.latest = .after(.days(3))
      }
    }
    submit()
    let first = world.scheduler.request(world.key("backup"))?.window
    world.pass(.hours(5))
    submit()
    #expect(world.scheduler.request(world.key("backup"))?.window == first)
  }

  @Test(arguments: [1, 7])
  func aTimeOfDayAsLatestEndsEachWindowWheneverItIsSubmitted(days: Int) throws {
    // 06:30 now, and 16:30 as latest.
    var world = World()
    let evening = world.now.wall + .hours(10)
    func submit(onDay day: Int) {
      world.submit("mail") {
        $0.terms.every = .days(days)
        $0.latest = .at(evening + .days(day))
      }
    }
    submit(onDay: 0)
    world.finish("mail")
    world.pass(.days(1))
    world.finish("mail")
    let request = try #require(world.scheduler.request(world.key("mail")))
    #expect(request.period?.latestAfter == .hours(10))
    for (hours, day) in [(5, 1), (18, 2)] {
      world.pass(.hours(hours))
      submit(onDay: day)
      let again = world.scheduler.request(world.key("mail"))
      #expect(again?.window == request.window && again?.period == request.period)
    }
  }

  @Test func afterARestTheWindowOfAnotherLengthIsWhole() throws {
    for (before, length, days) in [(2, 20, 1), (20, 2, 2)] {
      // 06:30 now; the windows begin at midnight, and the first run is 17 hours late.
      var world = World(.power(.battery), .battery(80))
      let midnight = world.now.wall + .minutes(1050)
      let submit = { (submission: inout Submission) in
        submission.terms.every = .days(1)
        submission.terms.requires = .power
        submission.latest = .after(.hours(before))
      }
      world.submit("backup") {
        submit(&$0)
        $0.earliest = .at(midnight)
      }
      world.pass(.minutes(1050) + .hours(17))
      world.set(.power(.ac))
      world.passUntilRunning("backup")
      world.finish("backup")
      world.submit("backup") {
        submit(&$0)
        $0.latest = .after(.hours(length))
      }
      let window = try #require(world.scheduler.request(world.key("backup"))?.window)
      #expect(window.latest == midnight + .days(days) + .hours(length))
      #expect(window.opens >= midnight + .days(days))
      #expect(window.opens < midnight + .days(days) + .hours(6))
    }
  }
}
