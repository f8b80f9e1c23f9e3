import Testing

@testable import Scheduling

/// The dates of several calendar events together.
struct CalendarDatesTests {
  private static let start = WallTime(seconds: 1_772_433_000)

  @Test(arguments: [
    ["09:00"], ["09:00", "9,17:00"], ["Mon *-02-29", "Tue *-02-29", "*-02~1"],
    ["*:02:00 Europe/Berlin", "02:30 Europe/Berlin", "03:00"], ["2026-04-01", "2027-*-01"],
    ["Fri *-*-13 12:00", "Mon..Fri *-*~1..7/2 12:00", "Sun 2100-*-*"],
  ])
  func areThoseOfEachInTheirOrder(texts: [String]) throws {
    let events = try texts.map { text in
      var event = try #require(CalendarEvent(text))
      if event.zone != nil { event.rule = ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3") }
      return event
    }
    var expected: [WallTime] = []
    var moment = Self.start
    while expected.count < 2000, let next = events.next(after: moment, zoneSeconds: 3600) {
      expected.append(next)
      moment = next
    }
    let dates = CalendarDates(of: events, after: Self.start) {
      [$0].next(after: $1, zoneSeconds: 3600)
    }
    #expect(Array(dates.prefix(2000)) == expected)
  }

  /// Each search can try all years, and a batch has thousands of submissions with this number of events.
  @Test func theNumberOfEventsDoesNotMultiplyTheSearches() throws {
    let events = try (0..<16).map { try #require(CalendarEvent("Mon *-02-29 \($0):00")) }
    var searches = 0
    let dates = CalendarDates(of: events, after: Self.start) { event, moment in
      searches += 1
      return [event].next(after: moment, zoneSeconds: 0)
    }
    #expect(Array(dates.prefix(64)).count == 64)
    #expect(searches < 16 + 64)
  }

  @Test func thereAreNoneWithoutEvents() {
    #expect(CalendarDates(of: [], after: Self.start) { _, _ in nil }.map(\.self).isEmpty)
  }
}
