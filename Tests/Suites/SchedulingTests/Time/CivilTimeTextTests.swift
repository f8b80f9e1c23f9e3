import Testing

@testable import Scheduling

struct CivilTimeTextTests {
  @Test(arguments: ["2026-03-02T05:30:00", "2024-02-29T23:59:59", "2000-02-29T00:00:00"])
  func readsWhatItWrites(text: String) {
    #expect(CivilTime(text: text)?.text == text)
  }

  @Test(arguments: [
    "2026-02-29T05:30", "1900-02-29T00:00", "2026-04-31T00:00", "2026-13-01T00:00",
    "2026-03-02T24:00", "2026-03-02T05:60", "2026-03-02T05", "2026-03-02T+5:30",
    "2026-03-02T05:30Z", "٢٠٢٦-03-02T05:30", "2026-03-02", "",
  ])
  func refusesWhatNoClockShows(text: String) {
    #expect(CivilTime(text: text) == nil)
  }

  @Test func countsFromMidnight() {
    #expect(CivilTime.secondsOfDay(text: "07:00:15") == 25_215)
    #expect(CivilTime.secondsOfDay(text: "07:00:15 ") == nil)
  }

  @Test func writesAlsoYearsWithoutFourDigits() {
    #expect(CivilTime(year: 12_345, month: 1, day: 2, hour: 3).text == "12345-01-02T03:00:00")
    #expect(CivilTime(year: 7, month: 12, day: 31, second: 9).text == "0007-12-31T00:00:09")
    #expect(UniversalTime.text(WallTime(seconds: -1)) == "1969-12-31T23:59:59.000Z")
    #expect(UniversalTime.text(WallTime(nanoseconds: 123_456_789)) == "1970-01-01T00:00:00.123Z")
  }
}
