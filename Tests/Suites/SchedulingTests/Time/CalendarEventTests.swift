import Glibc
import Testing

@testable import Scheduling

/// Calendar events, compared with the output of `systemd-analyze calendar` of systemd 252.
struct CalendarEventTests {
  private static let berlin = ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")

  private func dates(_ text: String, after: String, _ count: Int = 3) throws -> [String] {
    let event = try #require(CalendarEvent(text))
    var moment = try #require(UniversalTime.parse(after + "Z"))
    var dates: [String] = []
    while dates.count < count,
      let next = event.next(after: moment, zone: FixedZone(secondsFromUTC: 0))
    {
      dates.append(String(UniversalTime.text(next).prefix(16)))
      moment = next
    }
    return dates
  }

  @Test(arguments: [
    ("Mon..Fri 09:00", ["2026-03-02T09:00", "2026-03-03T09:00", "2026-03-04T09:00"]),
    ("Mon,Wed..Fri 10:00", ["2026-03-02T10:00", "2026-03-04T10:00", "2026-03-05T10:00"]),
    ("Monday,tue 3:5", ["2026-03-02T03:05", "2026-03-03T03:05", "2026-03-09T03:05"]),
    ("*-*-1", ["2026-04-01T00:00", "2026-05-01T00:00", "2026-06-01T00:00"]),
    ("*-2~1", ["2027-02-28T00:00", "2028-02-29T00:00", "2029-02-28T00:00"]),
    ("*-*~3", ["2026-03-29T00:00", "2026-04-28T00:00", "2026-05-29T00:00"]),
    ("Mon *-05~07/1", ["2026-05-25T00:00", "2027-05-31T00:00", "2028-05-29T00:00"]),
    ("*-*~2..9/3", ["2026-03-24T00:00", "2026-03-27T00:00", "2026-03-30T00:00"]),
    ("*-*~15/13", ["2026-03-17T00:00", "2026-03-30T00:00", "2026-04-16T00:00"]),
    ("*-*-31", ["2026-03-31T00:00", "2026-05-31T00:00", "2026-07-31T00:00"]),
    ("2026,2028-1-1", ["2028-01-01T00:00"]),
    ("*-1/3-1", ["2026-04-01T00:00", "2026-07-01T00:00", "2026-10-01T00:00"]),
    ("5..17/3:00", ["2026-03-01T05:00", "2026-03-01T08:00", "2026-03-01T11:00"]),
    ("22..23,0..5:00", ["2026-03-01T01:00", "2026-03-01T02:00", "2026-03-01T03:00"]),
    ("quarterly", ["2026-04-01T00:00", "2026-07-01T00:00", "2026-10-01T00:00"]),
    ("Weekly", ["2026-03-02T00:00", "2026-03-09T00:00", "2026-03-16T00:00"]),
    ("26-1-2", []), ("*-02-30", []), ("@1700000000", []),
  ])
  func datesAreThoseOfSystemd(text: String, expected: [String]) throws {
    #expect(try dates(text, after: "2026-03-01T00:00:00") == expected)
  }

  @Test func eachWeekdayComesOnceInAWeek() throws {
    let zone = FixedZone(secondsFromUTC: 0)
    for (number, name) in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].enumerated() {
      let event = try #require(CalendarEvent(name))
      // Monday, the 2nd of March 2026.
      var expected = WallTime(seconds: 1_772_409_600) + .days(number)
      for _ in 0..<120 {
        let moment = expected - .nanoseconds(1)
        #expect(event.next(after: moment, zone: zone) == expected)
        expected = expected + .days(7)
      }
    }
  }

  @Test func fractionsOfASecondAreKept() throws {
    let event = try #require(CalendarEvent("*:*:3.33/10.05"))
    let moment = WallTime(seconds: 1_772_323_200)
    let next = try #require(event.next(after: moment, zone: FixedZone(secondsFromUTC: 0)))
    #expect((next - moment) == .milliseconds(3330))
    let second = try #require(event.next(after: next, zone: FixedZone(secondsFromUTC: 0)))
    #expect((second - moment) == .milliseconds(13_380))
  }

  @Test(arguments: [
    "", "*", "10", "10:", "24:00", "23:60", "Sat..Mon", "Fri..Mon", ",Mon", "Mon..", "Mon Tue",
    "mo",
    "*/2-*-*", "*/3:00", "*-*-0", "*-13-1", "2200-1-1", "1969-1-1", "*-*-1,~1", "*-*-1/0",
    "*-*-2..1",
    "*-*~3..1", "*-*~1/2", "*-*~29", "*-*-30/2", "23/1:0", "*:*:5.", "1//2:0", "10:00 Mon", "now",
    "2026-01-01T10:00", "*-*-* 10:00:00 +02:00", "@1.5", "@7258118400", "1:2:3:4", "daily 9:00",
  ])
  func otherTextIsRefused(text: String) { #expect(CalendarEvent(text) == nil) }

  @Test(arguments: [
    ("daily 9:00", "'*-*-* 09:00', since daily"), ("Weekly 17:30", "'Mon 17:30'"),
    ("monthly 9:00 Europe/Berlin", "'*-*-01 09:00 Europe/Berlin'"),
    ("daily 25:00", "an hour from 0 to 23, such as 'Mon..Fri 09:00'"),
    ("Mon 12:60", "a minute from 00 to 59, such as"),
    ("24:00", "00:00 of the next day, since an hour is 0 to 23, such as"),
    ("hourly 9:00", "a calendar event"), ("daily 9am", "a calendar event"),
    ("Mon..Fri 9:00,12:00,17:00", "'Mon..Fri 9,12,17:00'"),
    ("5 3 * * *", "'03:05', since this is an entry of a crontab"),
    ("*/5 * 1 * 1-5", "a calendar event, such as 'Mon..Fri 09:00'; `rubatoctl import --crontab"),
    ("99 3 * * *", "a calendar event, such as 'Mon..Fri 09:00'; `rubatoctl import --crontab"),
    ("9:00,12:30,17:00", "several events: '9:00' and '12:30' and '17:00'"),
  ])
  func theEventThatWasMeantIsNamed(text: String, allowed: String) {
    #expect(CalendarEvent(text) == nil)
    #expect(CalendarEvent.allowed(for: text).hasPrefix(allowed))
  }

  @Test func aListOfTimesOfDayIsWarnedOf() {
    #expect(
      CalendarEvent("Mon..Fri 09:00,17:00")?.warning
        == "'Mon..Fri 09:00,17:00' means 09:00:00 and 09:17:00, as in systemd; for these times of"
        + " day, use 'Mon..Fri 09,17:00'")
    #expect(
      CalendarEvent("09:00,17:30")?.warning?.hasSuffix("several events: '09:00' and '17:30'")
        == true)
    for text in ["09,17:00", "09:00,30", "Mon..Fri 09:00", "*:0/20", "*-*-1,2 09:00:00,30"] {
      #expect(CalendarEvent(text) != nil && CalendarEvent(text)?.warning == nil, "\(text)")
    }
  }

  @Test func aSkippedDateComesAtTheEndOfTheHour() throws {
    let zone = try #require(Self.berlin)
    let event = try #require(CalendarEvent("02:30"))
    let before = WallTime(seconds: 1_774_658_400)  // 28 March 2026, 01:40
    var dates: [String] = []
    var moment = before
    for _ in 1...3 {
      moment = try #require(event.next(after: moment, zone: zone))
      dates.append(UniversalTime.text(moment))
    }
    #expect(
      dates == [
        "2026-03-28T01:30:00.000Z", "2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z",
      ])
  }

  @Test func aRepeatedDateComesOnce() throws {
    let zone = try #require(Self.berlin)
    let event = try #require(CalendarEvent("*:0/20"))
    var moment = WallTime(seconds: 1_792_885_200)  // 25 October 2026, 01:40 in summer time
    var dates: [String] = []
    for _ in 1...5 {
      moment = try #require(event.next(after: moment, zone: zone))
      dates.append(String(UniversalTime.text(moment).dropFirst(11).prefix(5)))
    }
    #expect(dates == ["00:00", "00:20", "00:40", "02:00", "02:20"])
  }

  /// Otherwise a submission with such an event would keep the daemon busy for hours.
  @Test(arguments: ["*:*:0/0.001", "02:*:0/0.001", "02:59:59.999"])
  func theDatesOfARepeatedHourAreNotTriedOneByOne(text: String) throws {
    let zone = CountedZone(try #require(Self.berlin))
    let event = try #require(CalendarEvent(text))
    // 31 October 2027, 02:10, the second time.
    let moment = try #require(UniversalTime.parse("2027-10-31T01:10:00Z"))
    let next = try #require(event.next(after: moment, zone: zone))
    let expected = [
      "*:*:0/0.001": "2027-10-31T02:00:00.000Z", "02:*:0/0.001": "2027-11-01T01:00:00.000Z",
      "02:59:59.999": "2027-11-01T01:59:59.999Z",
    ]
    #expect(UniversalTime.text(next) == expected[text])
    #expect(zone.count < 100)
  }

  @Test func theStoredTextIsReadBack() throws {
    var event = try #require(CalendarEvent("Mon 09:00 Europe/Berlin"))
    event.rule = Self.berlin
    #expect(CalendarEvent(stored: event.stored) == event)
    #expect(CalendarEvent(stored: "Mon 09:00 Europe/Berlin") == nil)
    #expect(CalendarEvent(stored: "daily")?.stored == "daily")
  }

  @Test func theRuleOfEveryZoneIsThatOfTheLibrary() throws {
    // The clocks of these zones follow no rule: they depend on the month of Ramadan, or on decisions until 2085.
    let exceptions: Set = ["Africa/Casablanca", "Africa/El_Aaiun", "Asia/Gaza", "Asia/Hebron"]
    let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
    for name in names + exceptions {
      let rule = ZoneTestFiles.rule(of: name)
      guard let rule else { continue }
      let isSame = ZoneTestFiles.agrees(rule, with: name)
      #expect(isSame != exceptions.contains(name), "\(name) \(rule.text)")
    }
    #expect(ZoneRule("CET-1CEST") == nil)
    #expect(ZoneRule("") == nil)
    #expect(ZoneRule("<+0330>-3:30")?.secondsFromUTC(at: WallTime(seconds: 0)) == 12_600)
  }
}

/// A zone that counts how often its clocks are read.
private final class CountedZone: ZoneRules {
  private let rule: ZoneRule
  private(set) var count = 0

  init(_ rule: ZoneRule) { self.rule = rule }

  func civil(at time: WallTime) -> CivilTime {
    count += 1
    return rule.civil(at: time)
  }
}

/// The zone files of this machine, as its C library reads them.
private enum ZoneTestFiles {
  static func rule(of name: String) -> ZoneRule? {
    guard let file = fopen("/usr/share/zoneinfo/\(name)", "re") else { return nil }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = fread(buffer.baseAddress, 1, 65_536, file)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.last.flatMap { ZoneRule(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether both have the same difference to UTC from 2026 to 2090. The C library knows a zone by the name of its
  /// file.
  static func agrees(_ rule: ZoneRule, with name: String) -> Bool {
    let command =
      "for t in $(seq 1770000000 1000003 3800000000); do echo @$t; done"
      + " | TZ=\(name) date -f - +%s:%::z"
    guard let pipe = popen(command, "re") else { return false }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 100)
    var count = 0
    while fgets(&line, 100, pipe) != nil {
      let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.split(separator: ":")
      guard parts.count == 4, let seconds = Int64(parts[0]), let hours = Int(parts[1]),
        let minutes = Int(parts[2])
      else { return false }
      let sign = parts[1].hasPrefix("-") ? -1 : 1
      let ahead = sign * (abs(hours) * 3600 + minutes * 60)
      if rule.secondsFromUTC(at: WallTime(seconds: seconds)) != ahead { return false }
      count += 1
    }
    return count > 1000
  }
}
