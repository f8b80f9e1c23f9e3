import Files
import Scheduling
import Testing

@testable import Translation

/// The events of random entries have the dates at which cron would start them.
struct CrontabDatesTests {
  /// Numbers that are the same for the same seed.
  private struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// A field as text, and its numbers by the rules of crontab(5).
  private struct Field {
    var text: String
    var numbers: Set<Int>

    init(_ range: ClosedRange<Int>, stars: Int, _ random: inout Random) {
      if random.below(4) < stars {
        let step = random.below(3) == 0 ? 2 + random.below(5) : 1
        text = step == 1 ? "*" : "*/\(step)"
        numbers = Set(stride(from: range.lowerBound, through: range.upperBound, by: step))
        return
      }
      (text, numbers) = ("", [])
      for part in 0...random.below(2) {
        let first = range.lowerBound + random.below(range.count)
        let last = first + random.below(range.upperBound - first + 1)
        let step = 1 + random.below(3)
        text += (part == 0 ? "" : ",") + (last == first ? "\(first)" : "\(first)-\(last)/\(step)")
        numbers.formUnion(stride(from: first, through: last, by: step))
      }
    }
  }

  @Test(arguments: 0..<60)
  func randomEntriesHaveTheDatesOfCron(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 0x9e37_79b9 + 1)
    let minute = Field(0...59, stars: 1, &random)
    let hour = Field(0...23, stars: 1, &random)
    let day = Field(1...31, stars: 2, &random)
    let month = Field(1...12, stars: 3, &random)
    let weekday = Field(0...7, stars: 2, &random)
    let line = [minute, hour, day, month, weekday].map(\.text).joined(separator: " ")
    let item = try #require(Samples.crontab("\(line) x").items.first)
    guard let task = item.task else {
      #expect(item.reason?.contains("never") == true, "\(line)")
      return
    }
    let events = task["on"].compactMap { CalendarEvent($0) }
    #expect(events.count == task["on"].count, "\(line): \(task["on"])")
    let weekdays = Set(weekday.numbers.map { $0 % 7 })
    let zone = FixedZone(secondsFromUTC: 0)
    // 2026-01-01 is a Thursday.
    let start = 1_767_225_600 as Int64
    for _ in 0..<3000 {
      let seconds = start + Int64(random.below(366 * 1440)) * 60
      let time = CivilTime(universalSeconds: seconds)
      let isDay = day.numbers.contains(time.day)
      let isWeekday = weekdays.contains(Int((seconds / 86_400 + 4) % 7))
      let isEither = !day.text.hasPrefix("*") && !weekday.text.hasPrefix("*")
      let matches =
        minute.numbers.contains(time.minute) && hour.numbers.contains(time.hour)
        && month.numbers.contains(time.month)
        && (isEither ? isDay || isWeekday : isDay && isWeekday)
      let moment = WallTime(seconds: seconds)
      let next = events.compactMap { $0.next(after: moment - .seconds(1), zone: zone) }.min()
      #expect((next == moment) == matches, "\(line) at \(time.text): \(task["on"])")
    }
  }

  /// Tables of random pieces, and of random bytes, are translated to documents that can be read.
  @Test(arguments: 0..<40)
  func randomTablesBecomeDocuments(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 0x2545_f491 + 3)
    let pieces = [
      "*", "*/5", "1-7", "0", "@daily", "@reboot", "A=b", "MAILTO=x", "%", "\\", "\"", "'", "\n",
      "\r\n", "\t", " ", "#", "root", "sh -c", "ä", "\u{0}", "run-parts /etc/cron.daily",
      "CRON_TZ=UTC",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<400 {
      if random.below(20) == 0 { bytes.append(UInt8(random.below(256))) }
      if random.below(6) == 0 { bytes += Array("\n* * 1 1 * ".utf8) }
      bytes += Array((pieces[random.below(pieces.count)] + " ").utf8)
    }
    let tables = [
      Crontab.translate(bytes, file: "x", .own, Samples.context),
      Crontab.translate(bytes, file: "x", Crontab.Form(path: "/etc/crontab"), Samples.context),
      Anacrontab.translate(bytes, file: "x", Samples.context),
    ]
    for table in tables {
      let tasks = table.items.compactMap(\.task)
      #expect(try table.read.map(\.id) == tasks.map(\.id))
      #expect(Set(tasks.map(\.id)).count == tasks.count)
      #expect(table.items.allSatisfy { $0.task != nil || $0.reason?.isEmpty == false })
    }
  }
}
