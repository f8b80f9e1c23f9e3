import Testing

@testable import Files

struct LocalTimeTests {
  @Test(arguments: ["2026-03-02T05:30", "2024-02-29T23:59", "2000-02-29T00:00"])
  func readsWhatItWrites(text: String) {
    #expect(LocalTime(text: text)?.description == "\(text):00")
  }

  @Test(arguments: [
    "2026-02-29T05:30", "1900-02-29T00:00", "2026-04-31T00:00", "2026-13-01T00:00",
    "2026-03-02T24:00", "2026-03-02T05:60", "2026-03-02T05", "2026-03-02T+5:30",
    "2026-03-02T05:30Z", "٢٠٢٦-03-02T05:30",
  ])
  func refusesWhatNoClockShows(text: String) {
    #expect(LocalTime(text: text) == nil)
  }
}
