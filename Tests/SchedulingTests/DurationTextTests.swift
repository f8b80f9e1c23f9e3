import Testing

@testable import Scheduling

struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("90s", .seconds(90)), ("30m", .minutes(30)),
    ("30min", .minutes(30)), ("2h", .hours(2)), ("1d", .days(1)), ("1w", .days(7)),
    ("1h30m", .minutes(90)), ("1w2d3h4m5s6ms", .days(9) + .hours(3) + .milliseconds(245_006)),
    ("0s", .zero),
  ])
  func readsWholeNumbersWithUnits(text: String, duration: Duration) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: [
    "", "s", "90", "-3s", "+3s", "1.5h", "3 h", "1y", "30m1h", "1h1h", "1h ", "９０s",
    "99999999999999999999s", "9223372036854775807w", "1e3s", "inf", "nan",
  ])
  func refusesEverythingElse(text: String) {
    #expect(Duration(text: text) == nil)
  }
}
