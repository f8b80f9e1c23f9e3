// The notation of calendar events.
extension CalendarEvent {
  /// Examples for a refusal.
  package static let allowed =
    "a calendar event (daily, 09:00, Mon..Fri 09:00, *-*-01 03:00, *-*~01, quarterly),"
    + " as systemd.time(7) describes it"

  /// Reads an event; returns `nil` for other text. The name of a zone is not checked.
  package init?(_ text: String) {
    var words = text.split(separator: " ", omittingEmptySubsequences: true)
    self.init(text: words.joined(separator: " "))
    guard let first = words.first else { return nil }
    if let shorthand = Self.shorthands[first.lowercased()] {
      guard words.count == 1 || (words.count == 2 && Self.isZone(words[1])),
        let event = CalendarEvent(shorthand)
      else { return nil }
      self = event
      self.text = words.joined(separator: " ")
      zone = words.count == 2 ? String(words[1]) : nil
      return
    }
    // `@1767225600`: the seconds since 1970.
    if first.first == "@" {
      guard words.count == 1, let seconds = Int64(first.dropFirst()), seconds >= 0 else {
        return nil
      }
      self.init(instant: seconds, text: text)
      return
    }
    if words.count > 1, let last = words.last, Self.isZone(last) {
      zone = String(words.removeLast())
    }
    guard readParts(words) else { return nil }
  }

  private init(text: String) { self.text = text }

  static let shorthands = [
    "minutely": "*:*", "hourly": "*:00", "daily": "00:00", "weekly": "Mon 00:00",
    "monthly": "*-*-01", "quarterly": "*-01,04,07,10-01", "semiannually": "*-01,07-01",
    "semi-annually": "*-01,07-01", "biannually": "*-01,07-01", "bi-annually": "*-01,07-01",
    "yearly": "*-01-01", "annually": "*-01-01", "anually": "*-01-01",
  ]

  /// Creates the event that occurs once, `seconds` after the beginning of 1970 UTC. Returns `nil` for years outside of
  /// 1970 to 2199.
  private init?(instant seconds: Int64, text: String) {
    guard WallTime.holds(seconds) else { return nil }
    let civil = CivilTime(universalSeconds: seconds)
    guard Self.years.contains(civil.year) else { return nil }
    self.init(text: text)
    years = [CalendarRange(civil.year)]
    months = 1 << civil.month
    days = 1 << civil.day
    hours = 1 << civil.hour
    minutes = 1 << civil.minute
    self.seconds = [CalendarRange(civil.second * microsecondsPerSecond)]
    zone = "UTC"
  }

  /// Whether the last word of an event is a zone: it begins with a letter, and is not a weekday.
  private static func isZone(_ word: Substring) -> Bool {
    word.first?.isLetter == true && weekdays(word) == nil
  }

  /// Reads up to three words in this order: weekdays, a date, a time of day. Each can be missing. Returns false if a
  /// word is malformed, or is left over.
  private mutating func readParts(_ words: [Substring]) -> Bool {
    var rest = words[...]
    if let word = rest.first, let namedDays = Self.weekdays(word) {
      weekdays = namedDays
      rest.removeFirst()
    }
    if let word = rest.first, !word.contains(":") {
      guard readDate(word) else { return false }
      rest.removeFirst()
    }
    if let word = rest.first {
      guard readTime(word) else { return false }
      rest.removeFirst()
    }
    return rest.isEmpty
  }

  // MARK: Weekdays

  /// Reads days such as `Mon,Wed..Fri`, and returns them as bits, bit 0 for Monday; returns `nil` for another word.
  static func weekdays(_ word: Substring) -> UInt8? {
    var bits: UInt8 = 0
    var parts = word.split(separator: ",", omittingEmptySubsequences: false)
    // systemd allows one comma at the end.
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    for part in parts {
      let ends = part.contains("..") ? part.split(on: "..") : part.split(on: "-")
      let days = ends.compactMap(weekday)
      guard days.count == ends.count, days.count <= 2, let first = days.first,
        let last = days.last, first <= last
      else { return nil }
      for day in first...last { bits |= 1 << day }
    }
    return bits
  }

  /// Returns the number of a weekday, 0 for Monday, by its full name or its first three letters; `nil` for another
  /// word.
  private static func weekday(_ name: Substring) -> Int? {
    let name = name.lowercased()
    return CivilTime.weekdayNames.firstIndex { $0 == name || $0.prefix(3) == name }
  }

  // MARK: Dates

  /// Sets the years, months and days from `2026-03-01`, `*-03-01`, `03-01`, or `*-03~01` for days from the end of the
  /// month. Returns false for other text.
  private mutating func readDate(_ word: Substring) -> Bool {
    // The fields before the day: the month, or the year and the month. Before `~`, the month has no `-` after it.
    var fields = word.split(on: "-")
    guard let last = fields.popLast() else { return false }
    let monthAndDay = last.split(on: "~")
    guard monthAndDay.count <= 2 else { return false }
    if monthAndDay.count == 2 { fields.append(monthAndDay[0]) }
    countsFromEnd = monthAndDay.count == 2
    guard (1...2).contains(fields.count), let day = monthAndDay.last, readDays(day),
      let month = Self.numbers(fields[fields.count - 1], 1...12)
    else { return false }
    months = month.ranges.map { UInt16(truncatingIfNeeded: Self.bits($0)) } ?? Self.allMonths
    guard fields.count == 2 else { return true }
    guard let year = Self.numbers(fields[0], 0...Self.years.upperBound) else { return false }
    years = year.ranges.map { $0.map(Self.withFourDigits) }
    return years?.allSatisfy { Self.years.contains($0.first) && $0.first <= $0.last } ?? true
  }

  /// Sets the days of the month from `text`, a list as in `numbers`; `*` sets all days. Returns false for other text.
  /// If `countsFromEnd` is set, 1 is the last day of the month.
  private mutating func readDays(_ text: Substring) -> Bool {
    // systemd accepts only days from the end that every month has.
    let allowedDays = countsFromEnd ? 1...28 : 1...31
    guard let day = Self.numbers(text, allowedDays, isDescending: countsFromEnd) else {
      return false
    }
    days = day.ranges.map { UInt32(truncatingIfNeeded: Self.bits($0)) } ?? Self.allDays
    // For all days the direction has no meaning.
    if day.ranges == nil { countsFromEnd = false }
    return true
  }

  /// Returns the years of `range` with four digits: 70 to 99 are 1970 to 1999, and 0 to 69 are 2000 to 2069.
  private static func withFourDigits(_ range: CalendarRange) -> CalendarRange {
    func fullYear(_ year: Int) -> Int {
      switch year {
      case ..<70: year + 2000
      case ..<100: year + 1900
      default: year
      }
    }
    return CalendarRange(fullYear(range.first), to: fullYear(range.last), step: range.step)
  }

  // MARK: Times of day

  /// Sets the time of day from `09:00` or `09:00:30.5`; each part can be a list as in `numbers`. Returns false for
  /// other text.
  private mutating func readTime(_ word: Substring) -> Bool {
    let fields = word.split(on: ":")
    guard (2...3).contains(fields.count), let hour = Self.numbers(fields[0], 0...23),
      let minute = Self.numbers(fields[1], 0...59)
    else { return false }
    hours = hour.ranges.map { UInt32(truncatingIfNeeded: Self.bits($0)) } ?? Self.allHours
    minutes = minute.ranges.map(Self.bits) ?? Self.allMinutes
    guard fields.count == 3 else { return true }
    let microseconds = 0...60 * microsecondsPerSecond - 1
    guard let second = Self.numbers(fields[2], microseconds, .seconds) else { return false }
    // `*` is every whole second.
    seconds =
      second.ranges ?? [CalendarRange(0, to: microseconds.upperBound, step: microsecondsPerSecond)]
    return true
  }

  // MARK: Numbers

  /// The bits that `*` sets.
  private static let allMonths: UInt16 = 0x1ffe
  private static let allDays: UInt32 = 0xffff_fffe
  private static let allHours: UInt32 = 0xff_ffff
  private static let allMinutes: UInt64 = (1 << 60) - 1

  /// Reads `*`, or a list of numbers, of ranges `1..5`, and of steps `1/2` and `1..5/2`. Returns `nil` for other text,
  /// and for numbers that are not allowed.
  ///
  /// - Parameters:
  ///   - allowed: The range that all numbers must be within, in the unit of `form`.
  ///   - form: The notation of the numbers.
  ///   - isDescending: Whether steps go down to 1, as in days from the end of a month.
  private static func numbers(
    _ text: Substring, _ allowed: ClosedRange<Int>, _ form: NumberForm = .whole,
    isDescending: Bool = false
  ) -> NamedNumbers? {
    if text == "*" { return .all }
    var ranges: [CalendarRange] = []
    for part in text.split(on: ",") {
      guard let range = range(part, allowed, form, isDescending) else { return nil }
      ranges.append(range)
    }
    return .listed(ranges)
  }

  /// Reads one part of a list: a number, a range `1..5`, or one of these with a step `/2`. Returns `nil` for other text
  /// and for numbers that are not allowed. The parameters are those of `numbers`.
  private static func range(
    _ text: Substring, _ allowed: ClosedRange<Int>, _ form: NumberForm, _ isDescending: Bool
  ) -> CalendarRange? {
    // A range of days from the end may name days that its steps do not reach.
    let largestEnd = isDescending ? 31 : allowed.upperBound
    let parts = text.split(on: "/")
    let ends = parts[0].split(on: "..")
    guard parts.count <= 2, ends.count <= 2, let first = form.number(in: ends[0]),
      allowed.contains(first)
    else { return nil }
    var last: Int?
    if ends.count == 2 {
      guard let end = form.number(in: ends[1]), end <= largestEnd, first <= end else { return nil }
      last = end
    }
    guard parts.count == 2 else {
      // The step of a range without `/` is one whole number, or one whole second.
      return last.map(allowed.contains) != false
        ? CalendarRange(first, to: last, step: form.unit) : nil
    }
    guard let step = form.number(in: parts[1]), step > 0 else { return nil }
    if let last {
      // The last number of the steps: 7 for `1..9/3`.
      let reached = first + (last - first) / step * step
      return allowed.contains(reached) ? CalendarRange(first, to: reached, step: step) : nil
    }
    // A step that leads to no second number is a mistake, as in systemd. Descending steps from 10 by 3 are 1, 4, 7, 10.
    if isDescending {
      return step < first ? CalendarRange((first - 1) % step + 1, to: first, step: step) : nil
    }
    let hasSecond = first + step <= allowed.upperBound
    return hasSecond ? CalendarRange(first, to: allowed.upperBound, step: step) : nil
  }

  /// Returns the numbers of all `ranges` as bits: the bit 1 for the number 1.
  private static func bits(_ ranges: [CalendarRange]) -> UInt64 {
    var bits: UInt64 = 0
    for range in ranges {
      for number in stride(from: range.first, through: range.last, by: range.step) {
        bits |= 1 << UInt64(number)
      }
    }
    return bits
  }
}

private let microsecondsPerSecond = 1_000_000

/// The notation of the numbers in one part of an event, and their unit.
private enum NumberForm {
  case whole
  /// Seconds that can have a fraction, read as microseconds.
  case seconds

  /// The number that is read from the text `1`.
  var unit: Int { self == .seconds ? microsecondsPerSecond : 1 }

  /// Returns the number in `text`; `nil` for other text.
  func number(in text: Substring) -> Int? {
    switch self {
    case .whole: Self.wholeNumber(text)
    case .seconds: Self.microseconds(text)
    }
  }

  /// Larger numbers are in no allowed range; without a limit, their microseconds could overflow.
  private static let largestNumber = 1_000_000

  /// Returns a number of digits only, up to `largestNumber`; `nil` for other text.
  private static func wholeNumber(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.allSatisfy(\.isDigit), let number = Int(text) else { return nil }
    return number <= largestNumber ? number : nil
  }

  /// Returns the microseconds of seconds such as `30` or `30.5`, rounded; `nil` for other text.
  private static func microseconds(_ text: Substring) -> Int? {
    let parts = text.split(on: ".")
    guard parts.count <= 2, let seconds = wholeNumber(parts[0]) else { return nil }
    guard parts.count == 2 else { return seconds * microsecondsPerSecond }
    let fraction = parts[1]
    guard !fraction.isEmpty, fraction.allSatisfy(\.isDigit) else { return nil }
    // One digit more than microseconds have, and zeros for missing digits: the seventh digit rounds the sixth.
    guard let tenthsOfMicrosecond = Int((fraction + "0000000").prefix(7)) else { return nil }
    return seconds * microsecondsPerSecond + (tenthsOfMicrosecond + 5) / 10
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
  /// Returns the parts between `separator`, empty ones included.
  fileprivate func split(on separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self
    while let found = rest.firstRange(of: separator) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return parts + [rest]
  }
}
