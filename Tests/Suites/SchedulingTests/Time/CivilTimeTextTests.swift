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
}
