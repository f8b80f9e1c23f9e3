/// The rule of a time zone in the notation of the variable TZ: `CET-1CEST,M3.5.0,M10.5.0/3` (tzset(3)). Files of the
/// time zone database end with the rule of the present and the future (RFC 8536, "Footer").
package struct ZoneRule: Hashable, Sendable {
  package let text: String
  /// Seconds ahead of UTC.
  private let standard: Int
  private let summer: Summer?

  fileprivate struct Summer: Hashable {
    var ahead: Int
    var begins: Day
    var ends: Day
  }

  /// A day of each year, and the seconds from its midnight to the change.
  fileprivate struct Day: Hashable {
    enum Sort: Hashable {
      /// The week of a month, of which 5 is the last, and the day, 0 for Sunday.
      case weekday(month: Int, week: Int, day: Int)
      /// The number of the day, from 0 on.
      case number(Int)
      /// The number of the day, from 1 on, without the leap day.
      case numberWithoutLeapDay(Int)
    }

    var sort: Sort
    var seconds: Int
  }

  /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; returns `nil` for other text.
  package init?(_ text: String) {
    var scanner = Scanner(text)
    // In this notation, hours west of UTC are positive.
    guard scanner.skipZoneName(), let west = scanner.ruleTime() else { return nil }
    var summer: Summer?
    if scanner.skipZoneName() {
      // If no difference is named, summer time is an hour ahead of standard time.
      let ahead = scanner.ruleTime().map { -$0 } ?? (3600 - west)
      guard scanner.consume(","), let begins = Day(&scanner), scanner.consume(","),
        let ends = Day(&scanner)
      else { return nil }
      summer = Summer(ahead: ahead, begins: begins, ends: ends)
    }
    guard scanner.isAtEnd else { return nil }
    (self.text, standard, self.summer) = (text, -west, summer)
  }
}

extension ZoneRule: ZoneRules {
  /// Returns the date and time of day that the zone's clocks show at `time`.
  package func civil(at time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: time.wholeSeconds + Int64(secondsFromUTC(at: time)))
  }

  /// Returns how many seconds the zone's clocks are ahead of UTC at `time`, in summer or standard time.
  package func secondsFromUTC(at time: WallTime) -> Int {
    guard let summer else { return standard }
    let seconds = time.wholeSeconds
    let year = CivilTime(universalSeconds: seconds + Int64(standard)).year
    let begins = summer.begins.universalSeconds(year, ahead: standard)
    let ends = summer.ends.universalSeconds(year, ahead: summer.ahead)
    let isSummer: Bool
    if begins < ends {
      isSummer = begins <= seconds && seconds < ends
    } else {
      // In the south the summer is at both ends of a year.
      let isWinter = ends <= seconds && seconds < begins
      isSummer = !isWinter
    }
    return isSummer ? summer.ahead : standard
  }
}

/// Clocks with a constant difference to UTC.
package struct FixedZone: ZoneRules {
  private let seconds: Int

  /// - Parameter seconds: Seconds ahead of UTC.
  package init(secondsFromUTC seconds: Int) { self.seconds = seconds }

  package func civil(at time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: time.wholeSeconds + Int64(seconds))
  }
}

extension ZoneRule.Day {
  /// Reads a day such as `M3.5.0/2`, `J60` or `59`, with the time of day of the change after a slash; without one it is
  /// 02:00. Returns `nil` for other text.
  fileprivate init?(_ scanner: inout Scanner) {
    if scanner.consume("M") {
      guard let month = scanner.number(1...12), scanner.consume("."),
        let week = scanner.number(1...5), scanner.consume("."), let day = scanner.number(0...6)
      else { return nil }
      sort = .weekday(month: month, week: week, day: day)
    } else if scanner.consume("J") {
      guard let day = scanner.number(1...365) else { return nil }
      sort = .numberWithoutLeapDay(day)
    } else {
      guard let day = scanner.number(0...365) else { return nil }
      sort = .number(day)
    }
    seconds = 7200
    if scanner.consume("/") {
      guard let read = scanner.ruleTime() else { return nil }
      seconds = read
    }
  }

  /// Returns the moment of the change in `year`, in seconds since 1970 UTC. Before the change, clocks are `ahead`
  /// seconds ahead of UTC.
  fileprivate func universalSeconds(_ year: Int, ahead: Int) -> Int64 {
    dayNumber(year) * 86400 + Int64(seconds - ahead)
  }

  /// Returns the day of the change in `year`, in days since the first of January 1970.
  private func dayNumber(_ year: Int) -> Int64 {
    let first = CivilTime(year: year, month: 1, day: 1).dayNumber
    switch sort {
    case .number(let day): return first + Int64(day)
    case .numberWithoutLeapDay(let day):
      // From the first of March on, day 60, a leap day puts off all days by one.
      let isLeapYear = CivilTime.days(ofMonth: 2, year) == 29
      return first + Int64(isLeapYear && day >= 60 ? day : day - 1)
    case .weekday(let month, let week, let day):
      let start = CivilTime(year: year, month: month, day: 1)
      // Monday is 0 in `CivilTime`, Sunday in a rule: the weekday of the rule is `day + 6`, modulo 7.
      let daysToFirst = (day + 6 - start.weekday) % 7
      var daysToDay = daysToFirst + (week - 1) * 7
      // Week 5 is the last week, which is the fourth in some months.
      if daysToDay >= CivilTime.days(ofMonth: month, year) { daysToDay -= 7 }
      return start.dayNumber + Int64(daysToDay)
    }
  }
}

extension Scanner {
  /// Skips the name of a zone: at least three letters, or other text in angle brackets. Returns whether there was one.
  fileprivate mutating func skipZoneName() -> Bool {
    consume("<") ? skip(through: ">") : word().count >= 3
  }

  /// Reads a time such as `-3`, `+05:30` or `2:00:01`, and returns it in seconds; returns `nil` for other text.
  fileprivate mutating func ruleTime() -> Int? {
    let sign = consume("-") ? -1 : 1
    if sign == 1 { _ = consume("+") }
    // Hours up to a week less one are allowed (RFC 8536, "TZ String Extension").
    guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where consume(":") {
      guard let read = number(0...59) else { return nil }
      seconds += read * unit
    }
    return sign * seconds
  }

  /// Reads a number of at most five digits; returns `nil` if there is none within `range`.
  fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int? {
    number(digits: 1...5).flatMap { range.contains($0) ? $0 : nil }
  }
}
