import Testing

@testable import Scheduling

struct UniversalTimeTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("2026-03-02T06:30:00.000Z", 1_772_433_000_000_000_000),
      ("2026-03-02T06:30:00.250Z", 1_772_433_000_250_000_000),
      ("1969-12-31T23:59:59.999Z", -1_000_000),
      ("2000-02-29T12:00:00.000Z", 951_825_600_000_000_000),
    ] as [(String, Int64)])
  func writesAndReadsTheSame(text: String, nanoseconds: Int64) {
    #expect(UniversalTime.text(WallTime(nanoseconds: nanoseconds)) == text)
    #expect(UniversalTime.parse(text)?.nanoseconds == nanoseconds)
  }

  @Test(
    arguments: [
      ("2026-03-02T06:30:00+00:00", 1_772_433_000), ("2026-03-02T07:30:00+01:00", 1_772_433_000),
      ("2026-03-02T00:00:00-06:30", 1_772_433_000), ("2026-03-02t06:30:00z", 1_772_433_000),
      ("2026-03-02T06:30Z", 1_772_433_000), ("2026-03-02T06:30:00.9999999999Z", 1_772_433_000),
    ] as [(String, Int64)])
  func readsOffsets(text: String, seconds: Int64) {
    #expect(UniversalTime.parse(text).map { $0.nanoseconds / 1_000_000_000 } == seconds)
  }

  @Test(arguments: [
    "", "now", "2026-03-02", "2026-03-02T06:30:00", "2026-02-29T06:30:00Z",
    "2026-13-01T06:30:00Z", "2026-00-10T06:30:00Z", "2026-01-32T06:30:00Z",
    "2026-03-02T24:00:00Z", "2026-03-02T06:60:00Z", "2026-03-02T06:30:60Z",
    "2026-03-02T06:30:00.Z", "2026-03-02T06:30:00+1:00", "2026-03-02T06:30:00+24:00",
    "2026-03-02T06:30:00Zx", " 2026-03-02T06:30:00Z", "26-03-02T06:30:00Z",
    "２０２６-03-02T06:30:00Z", "2026-03-02 06:30:00Z", "2026-02-29T06:30:00.000Z",
    "2026-13-01T06:30:00.000Z", "2026-00-10T06:30:00.000Z", "2026-01-00T06:30:00.000Z",
    "2026-03-02T24:00:00.000Z", "2026-03-02T06:60:00.000Z", "2026-03-02T06:30:60.000Z",
    "2026-03-02T06:30:00.0:0Z", "2026-03-02T06:30:00.000z0",
  ])
  func refusesEverythingElse(text: String) {
    #expect(UniversalTime.parse(text) == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func writesWhatItReadsForRandomMoments(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: -9_000_000_000_000...9_000_000_000_000, using: &random)
      let time = WallTime(nanoseconds: milliseconds * 1_000_000)
      #expect(UniversalTime.parse(UniversalTime.text(time)) == time)
    }
  }

  /// Otherwise these dates would silently be taken for the end of time.
  @Test(arguments: [
    "9999-12-31T23:59:59Z", "2262-04-12T00:00:00Z", "0000-01-01T00:00:00Z", "1677-09-01T00:00:00Z",
  ])
  func centuriesThatCannotBeCountedAreRefused(text: String) {
    #expect(UniversalTime.parse(text) == nil)
  }

  @Test(arguments: [
    (WallTime(nanoseconds: .max), "2262-04-11T23:47:16.854Z"),
    (WallTime(nanoseconds: .min), "1677-09-21T00:12:43.145Z"),
  ])
  func theEndsOfTimeCanBeWrittenAndRead(time: WallTime, text: String) {
    #expect(UniversalTime.text(time) == text)
    #expect(UniversalTime.parse(text)?.wholeSeconds == time.wholeSeconds)
  }
}
