import Scheduling
import Testing

@testable import Terminal

struct WallClockTests {
  @Test func saysTimesOfErrors() {
    let clock = Screen.sample().clock
    let text = "run 3 ended at 2026-03-02T11:00:00.000Z: it was due 2026-03-06T17:00:00Z, or later."
    #expect(clock.withLocalDates(text) == "run 3 ended at 12:00: it was due Fri 18:00, or later.")
    #expect(clock.withLocalTimes(text).hasSuffix("it was due Fri 18:00 (in 4 d), or later."))
    #expect(
      clock.withLocalDates("use RFC 3339 (2026-03-02T18:00:00Z), or")
        == "use RFC 3339 (2026-03-02T18:00:00Z), or")
    #expect(
      clock.withLocalDates("--start '2026-03-02T11:00:00Z'.") == "--start '2026-03-02T11:00:00Z'.")
  }

  private let clock = WallClock.sample

  @Test(arguments: [
    ("2026-03-02T17:00:00Z", "18:00"), ("2026-03-02T23:30:00Z", "Tue 00:30"),
    ("2026-03-06T17:00:00Z", "Fri 18:00"), ("2026-02-25T17:00:00Z", "Wed 18:00"),
    ("2026-03-09T17:00:00Z", "9 Mar 18:00"), ("2026-12-31T22:59:59Z", "31 Dec 23:59"),
    ("2026-12-31T23:00:00Z", "1 Jan 2027 00:00"), ("soon", "soon"),
  ])
  func saysDatesAsCloseAsTheyAre(time: String, words: String) {
    #expect(clock.date(time) == words)
  }

  @Test(arguments: [
    ("2026-03-02T12:00:00Z", "now"), ("2026-03-02T12:00:00.400Z", "now"),
    ("2026-03-02T12:00:59Z", "in 59 s"), ("2026-03-02T12:01:59Z", "in 2 min"),
    ("2026-03-02T13:10:00Z", "in 70 min"), ("2026-03-02T14:59:00Z", "in 3 h"),
    ("2026-03-05T11:00:00Z", "in 3 d"), ("2026-03-02T11:59:59.500Z", "1 s ago"),
    ("2026-03-02T11:55:00Z", "5 min ago"), ("2025-03-02T12:00:00Z", "365 d ago"),
  ])
  func saysHowFarAwayATimeIs(time: String, words: String) {
    #expect(clock.relative(time) == words)
  }

  @Test func saysTimesInSentences() {
    #expect(
      clock.withLocalTimes("the window opens at 2026-03-06T17:00:00Z; so it waits")
        == "the window opens at Fri 18:00 (in 4 d); so it waits")
  }

  @Test func saysBoth() {
    #expect(clock.full("2026-03-06T17:00:00Z") == "Fri 18:00 (in 4 d)")
    #expect(clock.day("2026-03-02T12:00:00Z") == "Mon 2 Mar 2026")
    #expect(clock.time("2026-03-02T12:00:07Z") == "13:00:07")
  }

  @Test(arguments: [
    (0.0, "0 ms"), (0.25, "250 ms"), (1, "1 s"), (2.5, "2.5 s"), (30, "30 s"), (59.96, "1 min"),
    (90, "1 min 30 s"), (1800, "30 min"), (5400, "1 h 30 min"), (86_400, "1 d"),
    (93_600, "1 d 2 h"), (86_430, "1 d"),
  ])
  func saysLengths(seconds: Double, words: String) {
    #expect(DurationText.exact(seconds) == words)
  }
}

extension WallClock {
  /// Monday, 13:00, in a zone one hour ahead of UTC.
  static var sample: WallClock {
    WallClock(now: UniversalTime.parse("2026-03-02T12:00:00Z") ?? WallTime(seconds: 0)) {
      CivilTime(universalSeconds: $0.nanoseconds / 1_000_000_000 + 3600)
    }
  }
}

extension Screen {
  static func sample(width: Int? = nil, isColoured: Bool = false) -> Screen {
    Screen(style: Style(isColoured: isColoured), width: width, clock: .sample)
  }
}
