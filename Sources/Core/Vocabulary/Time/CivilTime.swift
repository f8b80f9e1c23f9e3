/// A date and time of day as a calendar shows it, without a zone.
package struct CivilTime: Hashable, Comparable, Sendable {
  package var year: Int
  /// The month, 1 to 12.
  package var month: Int
  /// The day of the month, 1 to 31.
  package var day: Int
  package var hour = 0
  package var minute = 0
  package var second = 0

  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Creates the date and time of day in UTC, `universalSeconds` after the beginning of 1970.
  package init(universalSeconds: Int64) {
    self.init(dayNumber: floorDivide(universalSeconds, 86400))
    let rest = Int(floorRemainder(universalSeconds, 86400))
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// Creates the day at that many days after the first of January 1970, at midnight.
  ///
  /// Counts from a first of March, so that the leap day is the last of its year. Five months of these years, such as
  /// March to July, have 153 days.
  package init(dayNumber: Int64) {
    let shifted = dayNumber + Self.daysBefore1970
    let era = floorDivide(shifted, Self.daysOfEra)
    let dayOfEra = shifted - era * Self.daysOfEra
    // The leap days before the day are subtracted, so that each year has 365 days: every 1460 days there is one, but
    // none at the end of 100 years (36,524 days), except at the end of the era.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (Self.daysOfEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5) + 1
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// Days since the first of January 1970.
  package var dayNumber: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    return era * Self.daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.daysBefore1970
  }

  /// The days of 400 years, after which the calendar repeats.
  private static let daysOfEra: Int64 = 146_097
  /// The days from the first of March of the year 0 to the first of January 1970.
  private static let daysBefore1970: Int64 = 719_468

  /// Seconds since the beginning of 1970, if this time is UTC.
  package var universalSeconds: Int64 {
    dayNumber * 86400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// The names of weekdays, from Monday on.
  static let weekdayNames = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The weekday, 0 Monday to 6 Sunday.
  package var weekday: Int {
    // The first of January 1970 was a Thursday.
    Int(floorRemainder(dayNumber + 3, 7))
  }

  /// The text form `2026-03-02T06:30:00`.
  package var text: String {
    if let text = text(adding: 0, { _ in }) { return text }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// Returns `text` and the bytes that `add` writes after it; `nil` if the year has not four digits. Written byte by byte:
  /// interpolation takes fifty times as long, and an answer contains several times.
  ///
  /// - Parameter count: The number of added bytes.
  func text(
    adding count: Int, _ add: (UnsafeMutableBufferPointer<UInt8>.SubSequence) -> Void
  ) -> String? {
    guard 0...9999 ~= year, 0...99 ~= month, 0...99 ~= day, 0...99 ~= hour, 0...99 ~= minute,
      0...99 ~= second
    else { return nil }
    // The length of `2026-03-02T06:30:00`.
    let length = 19
    return String(unsafeUninitializedCapacity: length + count) { bytes in
      bytes[0...].write(year, digits: 4)
      bytes[4] = UInt8(ascii: "-")
      bytes[5...].write(month, digits: 2)
      bytes[7] = UInt8(ascii: "-")
      bytes[8...].write(day, digits: 2)
      bytes[10] = UInt8(ascii: "T")
      bytes[11...].write(hour, digits: 2)
      bytes[13] = UInt8(ascii: ":")
      bytes[14...].write(minute, digits: 2)
      bytes[16] = UInt8(ascii: ":")
      bytes[17...].write(second, digits: 2)
      add(bytes[length...])
      return length + count
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.universalSeconds < right.universalSeconds
  }

  /// Whether the calendar has this day.
  package var isReal: Bool {
    let day = CivilTime(dayNumber: dayNumber)
    return (day.year, day.month, day.day) == (year, month, self.day)
  }

  /// Returns this day at the time of day `clock`.
  func with(_ clock: ClockTime) -> CivilTime {
    var civil = self
    (civil.hour, civil.minute, civil.second) = (clock.hour, clock.minute, clock.second)
    return civil
  }

  /// Returns the same time of day, `count` days later.
  package func addingDays(_ count: Int64) -> CivilTime {
    CivilTime(dayNumber: dayNumber + count).with(
      ClockTime(hour: hour, minute: minute, second: second))
  }
}

extension Slice where Base == UnsafeMutableBufferPointer<UInt8> {
  /// Writes `number` at the beginning, with zeros before it up to `digits` digits.
  func write(_ number: Int, digits: Int) {
    var rest = number
    for place in (0..<digits).reversed() {
      base[startIndex + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
