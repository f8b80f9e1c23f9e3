// The dates of a calendar event.
extension CalendarEvent {
  /// Returns the first date after `moment`; `nil` if there is none until the end of 2199.
  ///
  /// - Parameter zone: The zone of the event, or of the clocks if it names none.
  package func next(after moment: WallTime, zone: some ZoneRules) -> WallTime? {
    let civil = zone.civil(at: moment)
    let microseconds = floorRemainder(moment.nanoseconds, 1_000_000_000) / 1000
    // Dates have whole microseconds, so the next possible one is a microsecond later.
    var from = CalendarMoment(civil, microseconds: Int(microseconds) + 1)
    while let next = next(from: from) {
      let wall = zone.wall(at: next.civil)
      // If clocks skip the time of day, its fraction of a second is skipped also.
      let isShown = zone.civil(at: wall) == next.civil
      let date = isShown ? wall + .nanoseconds(Int64(next.fraction) * 1000) : wall
      if date > moment { return date }
      // Clocks show this hour a second time. All its dates have passed, and can be as many as it has microseconds.
      from = CalendarMoment(Self.endOfRepetition(after: wall, at: moment, zone), microseconds: 0)
    }
    return nil
  }

  /// Returns the time of day at which clocks were set back between `first` and `moment`: until then, they show a second
  /// time the dates that they have shown from `first` on.
  private static func endOfRepetition(
    after first: WallTime, at moment: WallTime, _ zone: some ZoneRules
  ) -> CivilTime {
    let change = zone.momentOfChange(between: first, and: moment)
    return CivilTime(
      universalSeconds: change.wholeSeconds + Int64(zone.secondsFromUTC(at: first)))
  }

  /// Returns the first date on the calendar, without a zone, at `moment` or later; `nil` if there is none until the end
  /// of 2199.
  private func next(from moment: CalendarMoment) -> CalendarMoment? {
    var from = moment
    var year = max(from.year, Self.years.lowerBound)
    while let next = nextYear(from: year) {
      if next != from.year { from = CalendarMoment(year: next) }
      if let found = date(from: from) { return found }
      year = next + 1
    }
    return nil
  }

  static let years = 1970...2199

  /// A time after all dates, which stands for the date after the last one. The daemon sends it as an earliest date.
  package static let endOfDates = WallTime(seconds: 7_260_000_000)

  /// Returns the first year of the event from `year` on; `nil` if there is none until 2199.
  private func nextYear(from year: Int) -> Int? {
    guard year <= Self.years.upperBound else { return nil }
    guard let years else { return year }
    return years.lazy.compactMap { $0.next(from: year) }.min()
  }

  /// Returns the first date of the event in the year of `moment`, at that moment or later; `nil` if this year has none.
  private func date(from moment: CalendarMoment) -> CalendarMoment? {
    var from = moment
    while let month = Self.firstSetBit(of: UInt64(months), from: from.month) {
      // In a later month or day, the search begins at its start.
      if month != from.month { from = CalendarMoment(year: from.year, month: month) }
      let days = days(ofMonth: month, from.year)
      while let day = Self.firstSetBit(of: UInt64(days), from: from.day) {
        if day != from.day { from = CalendarMoment(year: from.year, month: month, day: day) }
        if let found = time(from: from) { return found }
        from = CalendarMoment(year: from.year, month: month, day: day + 1)
      }
      from = CalendarMoment(year: from.year, month: month + 1)
    }
    return nil
  }

  /// Returns the days of a month on which the event occurs, bit 1 for the first day. Considers the weekdays, and days
  /// that are counted from the end.
  private func days(ofMonth month: Int, _ year: Int) -> UInt32 {
    let length = CivilTime.days(ofMonth: month, year)
    // Bits 1 to `length`.
    let allDays: UInt32 = (2 << length) &- 2
    var wanted = days & allDays
    if countsFromEnd {
      wanted = 0
      for day in 1...length {
        let dayFromEnd = length + 1 - day
        if days & (1 << dayFromEnd) != 0 { wanted |= 1 << day }
      }
    }
    let allWeekdays: UInt8 = 0x7f
    guard wanted != 0, weekdays != allWeekdays else { return wanted }
    let firstWeekday = CivilTime(year: year, month: month, day: 1).weekday
    // The weekdays of two weeks, bit 0 for the one of the first day of the month. Five weeks have all days of a month.
    let weeks = (UInt64(weekdays) | UInt64(weekdays) << 7) >> UInt64(firstWeekday)
    let permitted = (0..<5).reduce(UInt64(0)) { $0 | (weeks & 0x7f) << UInt64(1 + 7 * $1) }
    return wanted & UInt32(truncatingIfNeeded: permitted)
  }

  /// Returns the first date of the event on the day of `moment`, at its time of day or later; `nil` if this day has
  /// none.
  private func time(from moment: CalendarMoment) -> CalendarMoment? {
    var found = moment
    while let hour = Self.firstSetBit(of: UInt64(hours), from: found.hour) {
      // In a later hour or minute, the search begins at its start.
      if hour != found.hour { (found.hour, found.minute, found.microseconds) = (hour, 0, 0) }
      while let minute = Self.firstSetBit(of: minutes, from: found.minute) {
        if minute != found.minute { (found.minute, found.microseconds) = (minute, 0) }
        let candidates = seconds.compactMap { $0.next(from: found.microseconds) }
        if let microseconds = candidates.min() {
          found.microseconds = microseconds
          return found
        }
        // No second of this minute is left.
        (found.minute, found.microseconds) = (minute + 1, 0)
      }
      (found.hour, found.minute, found.microseconds) = (hour + 1, 0, 0)
    }
    return nil
  }

  /// Returns the number of the lowest set bit in `bits` that is `first` or higher; `nil` if there is none.
  private static func firstSetBit(of bits: UInt64, from first: Int) -> Int? {
    guard first < 64 else { return nil }
    let rest = bits >> UInt64(first)
    return rest == 0 ? nil : first + rest.trailingZeroBitCount
  }
}

/// A date and time of day on the calendar, with the microseconds of its minute.
private struct CalendarMoment {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var microseconds = 0

  init(year: Int, month: Int = 1, day: Int = 1) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  init(_ civil: CivilTime, microseconds: Int) {
    (year, month, day) = (civil.year, civil.month, civil.day)
    (hour, minute) = (civil.hour, civil.minute)
    self.microseconds = civil.second * 1_000_000 + microseconds
  }

  /// The date without its fraction of a second.
  var civil: CivilTime {
    CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute,
      second: microseconds / 1_000_000)
  }

  /// The microseconds of its second.
  var fraction: Int { microseconds % 1_000_000 }
}

extension CivilTime {
  /// Returns the number of days of a month.
  static func days(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
