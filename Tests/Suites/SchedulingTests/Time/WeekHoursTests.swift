import Testing

@testable import Scheduling

struct WeekHoursTests {
  /// A time in the week that begins on Monday, 2 March 2026.
  private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> LocalTime {
    LocalTime(seconds: Int64(20_514 + day) * 86400 + Int64(hour * 3600 + minute * 60))
  }

  @Test func hoursOfWeekdays() throws {
    let hours = try #require(WeekHours("Mon..Fri 08:00..18:00"))
    #expect(!hours.contains(time(0, 7, 59)) && hours.contains(time(0, 8)))
    #expect(hours.contains(time(4, 17, 59)) && !hours.contains(time(4, 18)))
    #expect(!hours.contains(time(5, 12)))
    #expect(hours.nextChange(after: time(0, 7)) == time(0, 8))
    #expect(hours.nextChange(after: time(0, 8)) == time(0, 18))
    #expect(hours.nextChange(after: time(4, 18)) == time(7, 8))
  }

  @Test func hoursOverMidnightBelongToTheDayOnWhichTheyBegin() throws {
    let hours = try #require(WeekHours("Fri, Sun 22:00..06:00"))
    #expect(hours.contains(time(4, 23)) && hours.contains(time(5, 5, 59)))
    #expect(!hours.contains(time(5, 6)) && !hours.contains(time(5, 23)))
    #expect(hours.contains(time(6, 22)) && hours.contains(time(7, 5)))
    #expect(hours.nextChange(after: time(6, 23)) == time(7, 6))
  }

  @Test func everyDayWithoutWeekdays() throws {
    let hours = try #require(WeekHours("06:00..24:00"))
    #expect(!hours.contains(time(6, 5)) && hours.contains(time(6, 23, 59)))
    #expect(hours.nextChange(after: time(6, 6)) == time(7, 0))
  }

  @Test func severalAreOne() throws {
    let hours = try #require(WeekHours("08:00..12:00, 12:00..14:00,Sat 20:00..23:00"))
    #expect(hours.nextChange(after: time(0, 9)) == time(0, 14))
    #expect(hours.contains(time(5, 21)) && !hours.contains(time(0, 21)))
    #expect(hours.text == "08:00..12:00, 12:00..14:00, Sat 20:00..23:00")
    #expect(WeekHours(hours.text) == hours)
  }

  @Test func awholeWeekHasNoEnd() throws {
    let all = try #require(WeekHours("00:00..24:00"))
    #expect(all.contains(time(3, 3)) && all.nextChange(after: time(3, 3)) == nil)
    #expect([all].end(after: time(3, 3)) == nil)
  }

  @Test func hoursThatFollowEachOtherEndTogether() throws {
    let hours = try ["08:00..12:00", "11:00..15:00", "20:00..21:00"].map {
      try #require(WeekHours($0))
    }
    #expect(hours.end(after: time(0, 9)) == time(0, 15))
    #expect(hours.end(after: time(0, 16)) == time(0, 16))
    #expect(hours.nextChange(after: time(0, 9)) == time(0, 11))
    // Two spans that alternate leave no gap in a week.
    let halves = try ["00:00..12:00", "12:00..24:00"].map { try #require(WeekHours($0)) }
    #expect(halves.end(after: time(0, 9)) == nil)
  }

  @Test func leaveAPartOfEachHourOpen() throws {
    let hours = try ["22:15..06:00", "Mon 12:00..12:30", "Mon 12:20..12:45"].map {
      try #require(WeekHours($0))
    }
    let open = hours.openShares
    #expect(open.count == 168)
    #expect(open[0...6] == [0, 0, 0, 0, 0, 0, 1])
    #expect(open[12] == 0.25 && open[24 + 12] == 1)
    #expect(open[22] == 0.25 && open[23] == 0 && open[167] == 0)
    #expect([WeekHours]().openShares == Array(repeating: 1, count: 168))
  }

  @Test(arguments: [
    "", "8", "08:00", "08:00..", "08:00..08:00", "25:00..26:00", "24:00..25:00", "08:60..09:00",
    "Mo 08:00..09:00", "Mon", "08:00..09:00, Mon", "08:00..09:00,", "Mon 08:00..09:00 UTC",
    "08:00-09:00",
  ])
  func refusesOtherText(text: String) {
    #expect(WeekHours(text) == nil)
  }
}
