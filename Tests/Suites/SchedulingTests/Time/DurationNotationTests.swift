import Testing

@testable import Scheduling

struct DurationNotationTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("90s", .seconds(90)), ("90sec", .seconds(90)),
    ("30m", .minutes(30)), ("30min", .minutes(30)), ("1h30m", .minutes(90)),
    ("1h 30m", .minutes(90)), ("2d", .days(2)), ("1w", .days(7)), ("1.5h", .minutes(90)),
    ("0.1s", .milliseconds(100)), (".5h", .minutes(30)), ("0s", .zero),
    ("1w2d3h4m5s6ms", .days(9) + .hours(3) + .milliseconds(245_006)),
    ("366d", .days(366)), ("90 s", .seconds(90)), ("2 hours", .hours(2)),
    ("1 week 3 days", .days(10)), ("1minute 30seconds", .seconds(90)),
  ])
  func readsNumbersWithUnits(text: String, duration: Duration) {
    #expect(DurationNotation.parse(text) == duration)
  }

  @Test(arguments: [
    "", " ", "s", "90", "-90s", "+90s", "90 ", "2 hour s", "1y", "1..5h", ".s", "1h,30m", "inf",
    "nan",
    "1e3s", "0x1s", "９０s", "99999999999999999999w", "1200y", "1000000w",
    "106752d", "9223372037s",
  ])
  func refusesEverythingElse(text: String) {
    #expect(DurationNotation.parse(text) == nil)
  }

  @Test(
    arguments: [
      ("1month", "monthly", "days, such as 30d; a month is no duration"),
      ("month", "monthly", "days, such as 30d; a month is no duration"),
      ("2 months", nil, "days, such as 30d; a month is no duration"),
      ("1 year", "yearly", "days, such as 365d; a year is no duration"),
      ("Daily", "daily", DurationNotation.allowed), ("soon", nil, DurationNotation.allowed),
      ("1w", nil, DurationNotation.allowed),
    ] as [(String, String?, String)])
  func namesTheEventThatIsMeant(text: String, event: String?, allowed: String) {
    #expect(DurationNotation.event(for: text) == event)
    #expect(DurationNotation.allowed(for: text) == allowed)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func readsWholeSecondsExactly(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let seconds = Int.random(in: 0...31_622_400, using: &random)
      #expect(DurationNotation.parse("\(seconds)s") == .seconds(seconds))
      #expect(DurationNotation.parse("\(seconds)ms") == .milliseconds(seconds))
    }
  }
}
