import Files
import Scheduling
import Simulation

/// The start of the times of a scenario.
struct Calendar {
  var start: CivilTime

  private var firstDay: Int64 { start.dayNumber }

  /// Returns the number of days from the first day of the scenario to a date such as `2026-03-23`; `nil` if it is not
  /// a date.
  private func dayNumber(of text: String) -> Int? {
    guard let date = CivilTime(text: "\(text)T00:00") else { return nil }
    return Int(date.dayNumber - firstDay)
  }

  /// Reads a time at `key`: `07:30` of every day, or `+5 07:30` of only the fifth day after the first. `nil` if the
  /// key is absent.
  func time(_ key: String, of fields: Fields) throws(FileError) -> DayTime? {
    try fields.value(
      key, allowed: "a time of day such as \"07:30\", or a time of one day such as \"+5 07:30\""
    ) { Self.time($0) }
  }

  /// Parses a time of day such as `07:30`, or a time of one day such as `+5 07:30`; `nil` if the text has another form.
  /// `24:00` is the end of every day.
  private static func time(_ text: String) -> DayTime? {
    if text == "24:00" { return DayTime(.days(1)) }
    if let seconds = CivilTime.secondsOfDay(text: text) { return DayTime(.seconds(seconds)) }
    let parts = text.components(between: " ")
    guard parts.count == 2, parts[0].hasPrefix("+"), let day = UInt16(parts[0].dropFirst()),
      let seconds = CivilTime.secondsOfDay(text: parts[1])
    else { return nil }
    return DayTime(day: Int(day), .seconds(seconds))
  }

  static let habitKeys = ["on", "jitter", "chance", "since", "before"]

  /// Reads the days, the deviation and the probability of a habit. `since` is the first day with the habit, and
  /// `before` is the first day without it.
  func readHabit(_ fields: Fields) throws(FileError) -> Habit {
    var habit = Habit()
    habit.weekdays = try weekdays(fields) ?? habit.weekdays
    habit.jitter = try fields.duration("jitter") ?? .zero
    habit.chance = try fields.share("chance") ?? 1
    let date = "a date such as 2026-03-23"
    let since = try fields.value("since", allowed: date) { dayNumber(of: $0) }
    let before = try fields.value("before", allowed: date) { dayNumber(of: $0) }
    guard since != nil || before != nil else { return habit }
    // By default, the days include the one before the first, since its night extends into the first day. No scenario
    // has 100000 days.
    let first = since ?? -1
    let end = before ?? 100_000
    guard first < end else {
      throw fields.place.error("'before' is not after 'since'; leave at least one day between them")
    }
    habit.days = first..<end
    return habit
  }

  private static let weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads the weekdays of `on`, 0 for Monday to 6 for Sunday; `nil` if the key is absent. An unknown word throws an
  /// error.
  private func weekdays(_ fields: Fields) throws(FileError) -> Set<Int>? {
    guard let node = fields.node("on"), let words = try fields.words("on") else { return nil }
    var days: Set<Int> = []
    for word in words {
      if word == "daily" {
        days.formUnion(0...6)
      } else if word == "weekdays" {
        days.formUnion(0...4)
      } else if word == "weekends" {
        days.formUnion(5...6)
      } else if let day = Self.weekdayNames.firstIndex(of: word) {
        days.insert(day)
      } else {
        throw fields.error(
          at: node,
          "on '\(word)' is not allowed; use daily, weekdays, weekends, \(Self.weekdayNames.listed)")
      }
    }
    return days
  }

  // MARK: Intervals and rhythms

  static let periodKeys = ["from", "until", "for"] + habitKeys

  /// Reads an interval that begins at the time `from`, and ends at the time `until` or after the duration `for`.
  /// Throws an error unless exactly one of `until` and `for` is given.
  func period(_ fields: Fields) throws(FileError) -> DailyPeriod {
    try fields.require("from", example: "\"22:45\"")
    let from = try time("from", of: fields) ?? DayTime(.zero)
    let habit = try readHabit(fields)
    if let length = try fields.duration("for") {
      if let node = fields.node("until") {
        throw fields.error(at: node, "'until' cannot be combined with 'for'; omit one of them")
      }
      return DailyPeriod(from: from, length: length, habit)
    }
    try fields.require("until", example: "\"06:45\"")
    let until = try time("until", of: fields) ?? DayTime(.zero)
    return DailyPeriod(from: from, length: try length(from: from, until: until, fields), habit)
  }

  /// Returns the length of the interval between two times of day. If `until` is not after `from`, it is on the next
  /// day. If `until` is a time of a single day, `from` must be an earlier time of a single day; otherwise an error is
  /// thrown.
  private func length(
    from: DayTime, until: DayTime, _ fields: Fields
  ) throws(FileError) -> Duration {
    let length = until.afterMidnight - from.afterMidnight
    guard let last = until.day else { return length > .zero ? length : length + .days(1) }
    guard let first = from.day, .days(last - first) + length > .zero else {
      throw fields.place.error(
        "'until' is a day, so 'from' must be on a day before it, such as \"+5 07:30\"")
    }
    return .days(last - first) + length
  }

  static let rhythmKeys = ["at", "times", "between", "stays"] + habitKeys

  /// Reads the times of opens or uses, and the length of each stay (by default two minutes). The times are `at` one
  /// time, or a number of `times` a day `between` two times. Throws an error unless exactly one of `at` and `times`
  /// is given, and for stays of no length.
  func rhythm(_ fields: Fields) throws(FileError) -> Rhythm {
    let habit = try readHabit(fields)
    let stay = try fields.durationRange("stays") ?? .minutes(2)...(.minutes(2))
    // A visit without a length would never occur.
    if let node = fields.node("stays"), stay.upperBound == .zero {
      throw fields.error(at: node, "'stays' is 0; use a longer duration, such as 30s")
    }
    if let times = try fields.number("times", in: 0...10_000) {
      if let node = fields.node("at") {
        throw fields.error(at: node, "'at' cannot be combined with 'times'; omit one of them")
      }
      let wholeDay = (start: DayTime(.zero), length: Duration.days(1))
      let between = try readBetween(fields) ?? wholeDay
      let often = Rhythm.Times.often(times, between: between.start, length: between.length)
      return Rhythm(often, stay: stay, habit)
    }

    guard let at = try time("at", of: fields) else {
      throw fields.place.error(
        "no time given; add 'at: \"07:30\"', or 'times: 6' and 'between: 07:00 to 23:00'")
    }
    return Rhythm(.at(at), stay: stay, habit)
  }

  /// Reads `between`, two times of day, and returns the first and the length until the second; `nil` if the key is
  /// absent. A second time that is not after the first is on the next day.
  private func readBetween(
    _ fields: Fields
  ) throws(FileError) -> (start: DayTime, length: Duration)? {
    try fields.value("between", allowed: "two times such as 07:00 to 23:00") { text in
      let times = text.components(between: " to ").map { Self.time($0) }
      guard times.count == 2, let from = times[0], let until = times[1], until.day == nil else {
        return nil
      }
      let length = until.afterMidnight - from.afterMidnight
      return (from, length > .zero ? length : length + .days(1))
    }
  }
}
