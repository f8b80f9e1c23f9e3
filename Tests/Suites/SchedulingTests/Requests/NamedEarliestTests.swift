import Testing

@testable import Scheduling

/// The earliest date that a submission has named, which an export writes.
struct NamedEarliestTests {
  private func request(_ world: World) throws -> Request {
    try #require(world.scheduler.request(world.key("backup")))
  }

  /// Gives the request dates of a calendar, as `set --on` does.
  private func set(_ event: String, _ world: inout World) throws {
    let old = try request(world)
    let event = try #require(CalendarEvent(event))
    world.submit("backup", old.terms.kind) {
      $0.terms.command = old.terms.command
      $0.terms.requires = .power
      $0.terms.calendar = [event]
      $0.amendment = Amendment(of: old, keepsEarliest: true, keepsLatest: true)
    }
  }

  /// The clock begins on Monday, 2 March 2026, at 06:30. The first change has the date of today between the submission
  /// and itself.
  @Test(arguments: [nil, Duration.days(10)])
  func aChangeOfTheCalendarKeepsIt(earliest: Duration?) throws {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup") {
      $0.terms.requires = .power
      $0.earliest = earliest.map { .after($0) }
    }
    let named = earliest.map { world.now.wall + $0 }
    world.pass(.hours(1))
    for event in ["07:00", "Mon 07:00", "08:00"] {
      try set(event, &world)
      let request = try request(world)
      #expect(request.namedEarliest == named)
      #expect(request.earliestOfFirstDate == named)
      #expect(named.map { request.window.opens >= $0 } != false)
    }
  }

  /// The earliest date puts off no date of the first calendar, and each of the second one until then.
  @Test func anotherCalendarBeginsAtADateThatHasNotPutOffTheFirstOne() throws {
    var world = World(.power(.battery), .battery(80))
    let monthly = try #require(CalendarEvent("*-*-01 07:00"))
    world.submit("backup") {
      $0.terms.requires = .power
      $0.terms.calendar = [monthly]
      $0.earliest = .after(.days(10))
    }
    let named = world.now.wall + .days(10)
    #expect(try request(world).earliestOfFirstDate == nil)
    try set("07:00", &world)
    #expect(try request(world).window.opens == named + .minutes(30))
    #expect(try request(world).earliestOfFirstDate == named)
  }

  /// A clock that is ten years ahead names it, and is then set right.
  @Test(arguments: [false, true])
  func aDateOfAWrongClockIsNotKept(hasCalendar: Bool) throws {
    var world = World(.power(.battery), .battery(80))
    let weekly = try #require(CalendarEvent("Mon 07:00"))
    world.setClock(by: .days(3650))
    world.submit("backup") {
      $0.terms.requires = .power
      $0.terms.every = hasCalendar ? nil : .days(1)
      $0.terms.calendar = hasCalendar ? [weekly] : []
      $0.earliest = .after(.days(10))
    }
    world.setClock(by: .zero - .days(3650))
    let corrected = try request(world)
    #expect(corrected.window.opens <= world.now.wall + .days(11))
    if hasCalendar {
      #expect(corrected.namedEarliest == nil)
    } else {
      #expect(corrected.namedEarliest == corrected.window.opens)
    }
  }

  @Test func anotherSubmissionOfTheSameRhythmKeepsItOrNamesItsOwn() throws {
    var world = World(.power(.battery), .battery(80))
    func submit(_ earliest: Moment?) {
      world.submit("backup") {
        $0.terms.every = .days(1)
        $0.terms.requires = .power
        $0.earliest = earliest
      }
    }
    let date = world.now.wall + .hours(5)
    submit(.at(date))
    #expect(try request(world).namedEarliest == date)
    world.pass(.hours(1))
    submit(nil)
    #expect(try request(world).namedEarliest == date)
    #expect(try request(world).window.opens == date)
    submit(.at(date + .days(1)))
    #expect(try request(world).namedEarliest == date + .days(1))
    #expect(try request(world).window.opens == date)
  }

  @Test func aRetriedRequestHasNone() throws {
    var world = World(.power(.ac))
    world.submit("backup") {
      $0.terms.requires = .power
      $0.terms.retries = 0
    }
    world.passUntilRunning("backup")
    world.finish("backup", exit: 1)
    world.pass(.hours(1))
    world.set(.power(.battery))
    world.send(.retry(world.key("backup"), world.ticket()))
    #expect(try request(world).namedEarliest == nil)
  }
}
