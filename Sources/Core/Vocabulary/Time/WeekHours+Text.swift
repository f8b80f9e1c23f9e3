// The notation of hours: `Mon..Fri 08:00..18:00`, `22:00..06:00`, `Sat, Sun 00:00..24:00`, or several with commas.
extension WeekHours {
  /// Examples for a refusal.
  package static let allowed = "'Mon..Fri 08:00..18:00', '22:00..06:00'"

  /// Reads hours; returns `nil` for other text. An end that is not after its beginning is on the next day. Weekdays
  /// without hours belong to the next hours.
  package init?(_ text: String) {
    // The named days without hours so far, bit 0 for Monday.
    var days: UInt8 = 0
    var minutes: [Range<Int>] = []
    var items: [String] = []
    var hasHours = false
    // An item has days and hours, only hours (every day), or only days, which belong to the hours of a later item.
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = item.split(separator: " ")
      guard (1...2).contains(words.count), let last = words.last else { return nil }
      items.append(words.joined(separator: " "))
      hasHours = words.count == 2 || last.contains(":")
      if words.count == 2 || !hasHours {
        guard let named = CalendarEvent.weekdays(words[0]) else { return nil }
        days |= named
      }
      // The hours of these days follow in a later item.
      if !hasHours { continue }
      guard let hours = Self.hours(last) else { return nil }
      let areAllDays = days == 0
      for day in 0..<7 where areAllDays || days & 1 << day != 0 {
        let startOfDay = day * Self.minutesOfDay
        minutes.append(hours.lowerBound + startOfDay..<hours.upperBound + startOfDay)
      }
      days = 0
    }
    guard hasHours else { return nil }
    self.init(text: items.joined(separator: ", "), minutes: minutes)
  }

  /// Reads `08:00..18:00` as minutes of a day, of which the end can be on the next day; returns `nil` for other text,
  /// and if both are the same.
  private static func hours(_ word: Substring) -> Range<Int>? {
    var scanner = Scanner(word)
    guard let begin = minute(&scanner), begin < minutesOfDay, scanner.consume(".."),
      let end = minute(&scanner), scanner.isAtEnd, begin != end
    else { return nil }
    return begin..<(end > begin ? end : end + minutesOfDay)
  }

  /// Reads `HH:MM` up to `24:00` as a minute of a day; returns `nil` for other text.
  private static func minute(_ scanner: inout Scanner) -> Int? {
    guard let hour = scanner.number(digits: 1...2), scanner.consume(":"),
      let minute = scanner.number(digits: 2...2), minute < 60
    else { return nil }
    let time = hour * 60 + minute
    return time <= minutesOfDay ? time : nil
  }
}
