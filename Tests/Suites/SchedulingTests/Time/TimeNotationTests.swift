import Testing

@testable import Scheduling

/// A zone an hour ahead of UTC, two in summer, as in most of Europe; the summer of 2026 only.
private struct Europe: ZoneRules {
  private let summer = WallTime(seconds: 1_774_746_000)..<WallTime(seconds: 1_792_890_000)

  private func offset(at time: WallTime) -> Int64 {
    summer.contains(time) ? 7200 : 3600
  }

  func civil(at time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: time.nanoseconds / 1_000_000_000 + offset(at: time))
  }
}

private struct Universal: ZoneRules {
  func civil(at time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: floorDivide(time.nanoseconds, 1_000_000_000))
  }
}

struct TimeNotationTests {
  /// Monday 2 March 2026, 06:30 UTC.
  private let now = WallTime(seconds: 1_772_433_000)

  private func read(_ text: String, zone: some ZoneRules) throws -> String {
    let moment = try TimeNotation.parse(text, field: "latest", now: now, zone: zone)
    return UniversalTime.text(moment.resolved(from: now))
  }

  /// The short form is read in its own way.
  @Test(arguments: ["0s", "90s", "24h", "007d", "1m", "9w", "99999d", "999999d", "999999w"])
  func aShortDurationIsReadLikeALongOne(text: String) {
    let long = "in \(text.dropLast()) \(text.suffix(1))"
    #expect((try? read(text, zone: Universal())) == (try? read(long, zone: Universal())))
  }

  @Test(arguments: ["s", "h", "5x", "5hh", "-5h", "h5"])
  func noShortDuration(text: String) {
    #expect(throws: Refusal.self) { try read(text, zone: Universal()) }
  }

  @Test(arguments: [
    ("2h", "2026-03-02T04:30:00.000Z"), ("06:30", "2026-03-02T06:30:00.000Z"),
    ("06:31", "2026-03-01T06:31:00.000Z"), ("Fri 18:00", "2026-02-27T18:00:00.000Z"),
    ("Mon", "2026-03-02T00:00:00.000Z"), ("Mon 06:31", "2026-02-23T06:31:00.000Z"),
    ("today 01:00", "2026-03-02T01:00:00.000Z"), ("yesterday 23:00", "2026-03-01T23:00:00.000Z"),
    ("2026-03-01 18:00", "2026-03-01T18:00:00.000Z"),
    ("2026-03-02T06:30:00Z", "2026-03-02T06:30:00.000Z"),
  ])
  func readsATimeThatHasPassed(text: String, expected: String) {
    let time = TimeNotation.past(text, now: now, zone: Universal())
    #expect(time.map(UniversalTime.text) == expected)
  }

  @Test(arguments: ["+2h", "tomorrow 01:00", "today 07:00", "2026-03-03", "yesterday", "soon"])
  func readsNothingThatHasNotPassed(text: String) {
    #expect(TimeNotation.past(text, now: now, zone: Universal()) == nil)
  }

  @Test(arguments: [
    ("22:30", "2026-03-02T22:30:00.000Z"), ("06:31", "2026-03-02T06:31:00.000Z"),
    ("06:30", "2026-03-03T06:30:00.000Z"), ("6:15", "2026-03-03T06:15:00.000Z"),
    ("22:30:15", "2026-03-02T22:30:15.000Z"),
    ("Fri 18:00", "2026-03-06T18:00:00.000Z"), ("fri 18:00", "2026-03-06T18:00:00.000Z"),
    ("Friday 18:00", "2026-03-06T18:00:00.000Z"), ("Fri", "2026-03-06T00:00:00.000Z"),
    ("Mon 06:30", "2026-03-09T06:30:00.000Z"), ("Mon 06:31", "2026-03-02T06:31:00.000Z"),
    ("Mon", "2026-03-09T00:00:00.000Z"), ("Sun 00:00", "2026-03-08T00:00:00.000Z"),
    ("2026-03-06", "2026-03-06T00:00:00.000Z"), ("2026-03-06 18:00", "2026-03-06T18:00:00.000Z"),
    ("2026-03-06T18:00", "2026-03-06T18:00:00.000Z"),
    ("Fri 2026-03-06 18:00", "2026-03-06T18:00:00.000Z"),
    ("  22:30", "2026-03-02T22:30:00.000Z"), ("today 18:00", "2026-03-02T18:00:00.000Z"),
    ("today 01:00", "2026-03-02T01:00:00.000Z"), ("tomorrow 01:00", "2026-03-03T01:00:00.000Z"),
    ("Tomorrow 23:59:59", "2026-03-03T23:59:59.000Z"),
  ])
  func readsCalendarNotation(text: String, expected: String) throws {
    #expect(try read(text, zone: Universal()) == expected)
  }

  @Test(arguments: [
    ("3pm", "2026-03-02T15:00:00.000Z"), ("3 PM", "2026-03-02T15:00:00.000Z"),
    ("9:30pm", "2026-03-02T21:30:00.000Z"), ("12am", "2026-03-03T00:00:00.000Z"),
    ("12pm", "2026-03-02T12:00:00.000Z"), ("noon", "2026-03-02T12:00:00.000Z"),
    ("midnight", "2026-03-03T00:00:00.000Z"), ("tomorrow", "2026-03-03T00:00:00.000Z"),
    ("tomorrow 3am", "2026-03-03T03:00:00.000Z"), ("3am tomorrow", "2026-03-03T03:00:00.000Z"),
    ("noon tomorrow", "2026-03-03T12:00:00.000Z"), ("18:00 Fri", "2026-03-06T18:00:00.000Z"),
    ("fri noon", "2026-03-06T12:00:00.000Z"), ("tonight", "2026-03-02T22:00:00.000Z"),
    ("tonight 23:00", "2026-03-02T23:00:00.000Z"), ("tonight 1am", "2026-03-03T01:00:00.000Z"),
    ("tonight midnight", "2026-03-03T00:00:00.000Z"),
    ("5pm 2026-03-06", "2026-03-06T17:00:00.000Z"),
    ("2026-03-06 18:00 UTC", "2026-03-06T18:00:00.000Z"),
  ])
  func readsTimesAsPeopleWriteThem(text: String, expected: String) throws {
    #expect(try read(text, zone: Universal()) == expected)
  }

  @Test(arguments: [
    ("today", "2026-03-03T00:00:00.000Z"), ("tomorrow", "2026-03-04T00:00:00.000Z"),
    ("Mon", "2026-03-03T00:00:00.000Z"), ("friday", "2026-03-07T00:00:00.000Z"),
    ("Sun", "2026-03-09T00:00:00.000Z"), ("2026-03-06", "2026-03-07T00:00:00.000Z"),
    ("Fri 2026-03-06", "2026-03-07T00:00:00.000Z"), ("tonight", "2026-03-02T22:00:00.000Z"),
    ("Fri 18:00", "2026-03-06T18:00:00.000Z"), ("midnight", "2026-03-03T00:00:00.000Z"),
    ("tomorrow midnight", "2026-03-03T00:00:00.000Z"),
  ])
  func aDayCanMeanItsEnd(text: String, expected: String) throws {
    let moment = try TimeNotation.parse(
      text, field: "latest", now: now, endsDay: true, zone: Universal())
    #expect(UniversalTime.text(moment.resolved(from: now)) == expected)
  }

  @Test func tonightIsNowAfterTenAndBeforeTheMorning() throws {
    for (clock, text, expected) in [
      ("T23:10:00Z", "tonight", "2026-03-02T23:10:00.000Z"),
      ("T23:10:00Z", "tonight 3am", "2026-03-03T03:00:00.000Z"),
      ("T02:00:00Z", "tonight 3am", "2026-03-02T03:00:00.000Z"),
    ] {
      let now = try #require(UniversalTime.parse("2026-03-02\(clock)"))
      let moment = try TimeNotation.parse(text, field: "latest", now: now, zone: Universal())
      #expect(UniversalTime.text(moment.resolved(from: now)) == expected)
    }
  }

  /// A zone whose database contains one other zone.
  private struct Traveller: ZoneRules {
    func civil(at time: WallTime) -> CivilTime { Universal().civil(at: time) }

    func zone(named name: String) -> ZoneRule? {
      name == "Europe/Berlin" ? ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3") : nil
    }
  }

  @Test(arguments: [
    ("2026-03-06 18:00 Europe/Berlin", "2026-03-06T17:00:00.000Z"),
    ("2026-07-06 18:00 Europe/Berlin", "2026-07-06T16:00:00.000Z"),
    ("7:15 Europe/Berlin", "2026-03-03T06:15:00.000Z"),
    ("7:45 Europe/Berlin", "2026-03-02T06:45:00.000Z"),
  ])
  func readsTheZoneThatIsNamed(text: String, expected: String) throws {
    let reading = try TimeNotation.read(text, field: "latest", now: now, zone: Traveller())
    #expect(UniversalTime.text(reading.moment.resolved(from: now)) == expected)
    // The named zone is only for this moment. `zoneSeconds` is still that of the caller.
    #expect(reading.zoneSeconds == 0)
  }

  @Test(arguments: [
    ("18:00", true), ("noon Europe/Berlin", true), ("Fri", true), ("Fri 18:00", true),
    ("tomorrow 18:00", false), ("tonight", false), ("2026-03-06 18:00", false),
    ("Fri 2026-03-06", false), ("2026-03-06T18:00:00Z", false), ("2h", false),
    ("in 2 hours", false),
  ])
  func knowsATimeThatComesAgain(text: String, isNext: Bool) throws {
    let reading = try TimeNotation.read(text, field: "latest", now: now, zone: Traveller())
    #expect(reading.isNext == isNext)
  }

  @Test func anUnknownZoneIsRefusedByName() {
    let refusal = #expect(throws: Refusal.self) {
      _ = try TimeNotation.parse("18:00 Europe/Bern", field: "latest", now: now, zone: Traveller())
    }
    #expect(refusal?.message.contains("unknown time zone") == true)
  }

  @Test(arguments: [
    ("now", "2026-03-02T06:30:00.000Z"), ("in 2h", "2026-03-02T08:30:00.000Z"),
    ("in 2 hours", "2026-03-02T08:30:00.000Z"), ("now + 30 minutes", "2026-03-02T07:00:00.000Z"),
    ("2 days", "2026-03-04T06:30:00.000Z"), ("next week", "2026-03-09T06:30:00.000Z"),
    ("90s", "2026-03-02T06:31:30.000Z"), ("+90s", "2026-03-02T06:31:30.000Z"),
    ("72h", "2026-03-05T06:30:00.000Z"), ("+30d", "2026-04-01T06:30:00.000Z"),
    ("1h 30m", "2026-03-02T08:00:00.000Z"),
    ("2026-03-02T18:00:00+01:00", "2026-03-02T17:00:00.000Z"),
  ])
  func readsDurationsAndInstants(text: String, expected: String) throws {
    #expect(try read(text, zone: Universal()) == expected)
  }

  @Test(arguments: [
    ("22:30", "2026-03-02T21:30:00.000Z"), ("07:31", "2026-03-02T06:31:00.000Z"),
    ("07:29", "2026-03-03T06:29:00.000Z"), ("Fri 18:00", "2026-03-06T17:00:00.000Z"),
    // Summer time begins on 29 March at 02:00, and the hour from there is skipped. When it ends, one hour occurs twice.
    ("2026-03-29 01:30", "2026-03-29T00:30:00.000Z"),
    ("2026-03-29 02:30", "2026-03-29T01:00:00.000Z"),
    ("2026-03-29 03:30", "2026-03-29T01:30:00.000Z"),
    ("2026-07-01 12:00", "2026-07-01T10:00:00.000Z"),
    ("2026-10-25 02:30", "2026-10-25T00:30:00.000Z"),
    ("2026-10-25 03:00", "2026-10-25T02:00:00.000Z"),
  ])
  func readsInTheZoneOfTheMachine(text: String, expected: String) throws {
    #expect(try read(text, zone: Europe()) == expected)
  }

  @Test func aTimeOfDayIsTheNextAfterWhatItFollowsAndTomorrowIsTomorrow() throws {
    let tomorrow = now + .days(1)
    for (text, expected) in [
      ("07:00", "2026-03-03T07:00:00.000Z"), ("tomorrow 07:00", "2026-03-03T07:00:00.000Z"),
      ("Mon 07:00", "2026-03-09T07:00:00.000Z"), ("2h", "2026-03-02T08:30:00.000Z"),
    ] {
      let moment = try TimeNotation.parse(
        text, field: "latest", now: now, after: tomorrow, zone: Universal())
      #expect(UniversalTime.text(moment.resolved(from: now)) == expected)
    }
  }

  @Test(arguments: [
    "", " ", "+", "soon", "today", "noon 3am", "13pm", "0am", "3 xm",
    "in", "in 2 parsecs", "now 2h", "next month", "tomorrow today 3am", "2h UTC", "3am pm",
    "noon + 2h", "fri+2h", "tonight 8:30", "tonight noon",
    "tomorrow Fri 01:00", "18",
    "18:0", "24:00", "18:60", "18:00:60", "Fri18:00x",
    "monkey 18:00", "fr 18:00", "Fridays 18:00", "Fri 25:00", "Tue 2026-03-06", "2026-02-30",
    "2026-03-06T", "2026-3-6", "90", "-90s", "5 parsecs", "1e3s", "0x10s", "∞",
    "Fri T18:00", "22:30\u{0}",
  ])
  func refusesEverythingElseByName(text: String) throws {
    let refusal = #expect(throws: Refusal.self) {
      _ = try TimeNotation.parse(text, field: "latest", now: now, zone: Universal())
    }
    #expect(refusal?.field == "latest")
    #expect(refusal?.value == text)
    #expect(refusal?.message.contains("Fri 18:00") == true)
  }

  @Test(arguments: [
    ("Fri 25:00", "use an hour from 0 to 23, such as Fri 18:00"),
    ("24:00", "use 00:00 of the next day, since an hour is 0 to 23, such as Fri 18:00"),
    ("Fri 18:60", "use a minute from 00 to 59,"), ("18:00:60", "use a second from 00 to 59,"),
    ("2026-02-30", "use a day that exists (February 2026 has 28 days),"),
    ("2028-02-30T10:00:00Z", "(February 2028 has 29 days),"),
    ("2026-13-01 03:00", "use a month from 01 to 12,"),
    ("2026-03-06T25:00", "use an hour from 0 to 23,"),
    ("yesterday 01:00", "latest 'yesterday 01:00' is in the past; give"),
  ])
  func namesTheRuleThatAPartBreaks(text: String, rule: String) throws {
    let refusal = #expect(throws: Refusal.self) {
      _ = try TimeNotation.parse(text, field: "latest", now: now, zone: Europe())
    }
    #expect(refusal?.value == text && refusal?.message.contains(rule) == true, "\(refusal as Any)")
  }

  @Test(arguments: [
    "9999-12-31T23:59:59Z", "2262-04-12T00:00:00+00:00", "9999-01-01", "2262-04-11 12:00",
    "0001-01-01 00:00", "1677-09-20T00:00:00Z", "+90000d", "100000d",
  ])
  func refusesWhatItWouldHaveToBend(text: String) throws {
    for zone in [Europe(), Universal()] as [any ZoneRules] {
      let refusal = #expect(throws: Refusal.self) {
        _ = try TimeNotation.parse(text, field: "until", now: now, zone: zone)
      }
      #expect(refusal?.field == "until")
      #expect(refusal?.value == text)
      #expect(refusal?.message.contains(TimeNotation.range) == true)
    }
  }

  @Test func readsUpToTheLastDays() throws {
    #expect(try read("2262-04-09 12:00", zone: Universal()) == "2262-04-09T12:00:00.000Z")
    #expect(try read("2262-04-11T00:00:00Z", zone: Universal()) == "2262-04-11T00:00:00.000Z")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aTimeOfDayIsAlwaysTheNextOne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = Europe()
    for _ in 0..<500 {
      let now = WallTime(seconds: .random(in: 1_767_225_600...1_798_761_600, using: &random))
      let clock = CivilTime(
        year: 2026, month: 1, day: 1, hour: .random(in: 0...23, using: &random),
        minute: .random(in: 0...59, using: &random))
      let text = String(clock.text.dropFirst(11))
      let moment = try TimeNotation.parse(text, field: "earliest", now: now, zone: zone)
      let time = moment.resolved(from: now)
      #expect(time > now)
      #expect(time - now <= .hours(25))
      let shown = zone.civil(at: time)
      let isSkipped = shown.hour == 3 && clock.hour == 2
      #expect((shown.hour, shown.minute) == (clock.hour, clock.minute) || isSkipped)
    }
  }
}
