import Testing

@testable import Scheduling

struct LocalTimeTests {
  /// Monday 2 March 2026, 06:30 UTC.
  private let wall = WallTime(seconds: 1_772_433_000)

  @Test func itShowsTheHourOfTheZone() {
    let berlin = LocalTime(wall, zoneSeconds: 3600)
    #expect(berlin.hour == 7)
    #expect(berlin.weekday == 0)
    #expect(berlin.hourOfWeek == 7)
    #expect((berlin - berlin.startOfHour) == .minutes(30))
  }

  @Test func theWeekBeginsOnMondayOfTheZone() {
    let honolulu = LocalTime(wall, zoneSeconds: -10 * 3600)
    #expect(honolulu.hour == 20)
    #expect(honolulu.weekday == 6)
    #expect(honolulu.hourOfWeek == 164)
  }

  @Test func itCountsBeforeNineteenSeventyToo() {
    let moment = LocalTime(seconds: -1)
    #expect(moment.hour == 23)
    #expect(moment.weekday == 2)
    #expect(moment.startOfHour == LocalTime(seconds: -3600))
  }
}
