/// A day and a time of day as people write them, in any order: `tomorrow 3am`, `9:30pm fri`, `noon`, `tonight`,
/// `2026-03-01 03:00`.
struct WrittenTime {
  /// The midnight that a day without a time of day means.
  enum Midnight {
    case beginning
    /// The midnight after the day.
    case end
  }

  private enum Day {
    case today
    case tonight
    case tomorrow
  }

  private var near: Day?
  private var weekday: Int?
  private var date: CivilTime?
  private var clock: ClockTime?

  /// Whether it names one date, such as `tomorrow`, and no weekday or time of day that comes again.
  var namesDate: Bool { date != nil || near != nil }

  /// Reads the whole of `text`; returns `nil` for other text, and for a day or a time of day that is given twice.
  init?(_ text: String) {
    var scanner = Scanner(text)
    while !scanner.isAtEnd {
      guard readDate(&scanner) || readClock(&scanner) || readWord(&scanner) else { return nil }
      scanner.skipSpaces()
    }
    // `tomorrow` already names the day. A date can have its weekday, which is checked later.
    guard near == nil || (weekday == nil && date == nil) else { return nil }
    // An empty text names nothing.
    guard clock != nil || near != nil || weekday != nil || date != nil else { return nil }
  }

  /// Reads a date, also with a time of day after `T`. Returns false, also if a date was read before.
  private mutating func readDate(_ scanner: inout Scanner) -> Bool {
    var ahead = scanner
    guard date == nil, let read = CivilTime(date: &ahead) else { return false }
    (date, scanner) = (read, ahead)
    return !scanner.consume("T") || readClock(&scanner)
  }

  /// Reads a time of day. Returns false for other text, and if a time of day was read before.
  private mutating func readClock(_ scanner: inout Scanner) -> Bool {
    var ahead = scanner
    guard clock == nil, let read = ClockTime(written: &ahead) else { return false }
    (clock, scanner) = (read, ahead)
    return true
  }

  /// Reads a near day, `noon`, `midnight`, or at least three letters of a weekday. Returns false for other text, and if
  /// such a day or a time of day was read before.
  private mutating func readWord(_ scanner: inout Scanner) -> Bool {
    let nearDays: [String: Day] = ["today": .today, "tonight": .tonight, "tomorrow": .tomorrow]
    let word = scanner.word().lowercased()
    if let day = nearDays[word] {
      guard near == nil else { return false }
      near = day
      return true
    }
    switch word {
    case "noon", "midnight":
      guard clock == nil else { return false }
      clock = ClockTime(hour: word == "noon" ? 12 : 0, minute: 0, second: 0)
    default:
      let index = CivilTime.weekdayNames.firstIndex { $0.hasPrefix(word) && word.count >= 3 }
      guard weekday == nil, let index else { return false }
      weekday = index
    }
    return true
  }

  /// Returns the date on the clocks of `zone`. `nil` for a date whose weekday is not the written one, for `tonight`
  /// with a time that is not in the night, and for `today` without a time, whose beginning has passed.
  ///
  /// - Parameters:
  ///   - after: Without a day, it is the next such time after this.
  ///   - now: The time that `today` and `tomorrow` are counted from.
  ///   - midnight: The meaning of a day without a time of day.
  func civil(
    after: WallTime, now: WallTime, midnight: Midnight, zone: some ZoneRules
  ) -> CivilTime? {
    // The midnight at the end of a day is the beginning of the next day.
    let daysLater: Int64 = clock == nil && midnight == .end ? 1 : 0
    let clock = clock ?? ClockTime(hour: 0, minute: 0, second: 0)
    if let date {
      if let weekday, weekday != date.weekday { return nil }
      return date.addingDays(daysLater).with(clock)
    }
    let today = zone.civil(at: now)
    switch near {
    case nil: return next(clock, daysLater: daysLater, after: after, zone: zone)
    case .today:
      // The beginning of today has passed.
      let isBeginning = self.clock == nil && daysLater == 0
      return isBeginning ? nil : today.addingDays(daysLater).with(clock)
    case .tomorrow: return today.addingDays(1 + daysLater).with(clock)
    case .tonight:
      let isNight = self.clock.map { $0.hour < Self.morning || $0.hour >= Self.evening } ?? true
      return isNight ? night(of: today) : nil
    }
  }

  /// The hour before which a time of day belongs to the night of the day before.
  private static let morning = 6
  /// The hour from which a time of day belongs to the night of its day. `tonight 8:30` can mean the evening or not.
  private static let evening = 17

  /// Returns the time in the night that begins on the day of `now`, or that lasts at `now`. Without a time of day it is
  /// 22:00, or `now` after that.
  private func night(of now: CivilTime) -> CivilTime {
    let clock = clock ?? ClockTime(hour: 22, minute: 0, second: 0)
    let isNightNow = now.hour < Self.morning
    let isAfterMidnight = clock.hour < Self.morning && !isNightNow
    let time = (isAfterMidnight ? now.addingDays(1) : now).with(clock)
    return self.clock == nil ? max(now, time) : time
  }

  /// Returns the next date after `moment` at which the clocks of `zone` show the time of day `clock`, `daysLater` days
  /// after the weekday if one is given.
  private func next(
    _ clock: ClockTime, daysLater: Int64, after moment: WallTime, zone: some ZoneRules
  ) -> CivilTime? {
    let today = zone.civil(at: moment)
    // The date is today, or at most a week ahead if its time has passed today. One day is spare.
    for offset in 0...8 {
      let day = today.addingDays(Int64(offset)).with(clock)
      if let weekday, day.weekday != weekday { continue }
      let date = day.addingDays(daysLater)
      if zone.wall(at: date) > moment { return date }
    }
    return nil
  }
}

extension ClockTime {
  /// Reads `HH:MM`, `HH:MM:SS`, `3am` or `9:30 pm`; returns `nil` for other text, of which a part may be read then.
  fileprivate init?(written scanner: inout Scanner) {
    // Both copies are tries: `halfOfDay` also reads other words.
    var short = scanner
    if let hour = short.number(digits: 1...2), let hoursToAdd = short.halfOfDay() {
      scanner = short
      self.init(hour: hour, minute: 0, second: 0, hoursToAdd: hoursToAdd)
      return
    }
    self.init(&scanner)
    var ahead = scanner
    guard let hoursToAdd = ahead.halfOfDay() else { return }
    scanner = ahead
    self.init(hour: hour, minute: minute, second: second, hoursToAdd: hoursToAdd)
  }

  /// Creates a time of a clock with twelve hours, 0 to add for `am` and 12 for `pm`; `nil` if the hour is not on it.
  private init?(hour: Int, minute: Int, second: Int, hoursToAdd: Int) {
    guard (1...12).contains(hour) else { return nil }
    // 12 am is 0:00, and 12 pm is 12:00.
    self.init(hour: hour % 12 + hoursToAdd, minute: minute, second: second)
  }
}

extension Scanner {
  /// Reads `am` or `pm`, also after spaces, and returns the hours to add, 0 or 12; `nil` if there is neither.
  fileprivate mutating func halfOfDay() -> Int? {
    skipSpaces()
    return ["am": 0, "pm": 12][word().lowercased()]
  }
}
