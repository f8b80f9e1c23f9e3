/// A date and a time of day as a wall clock shows them, in no time zone: who plays a scenario says
/// where the device is.
package struct LocalTime: Hashable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int
  package let day: Int
  /// Since midnight.
  package let seconds: Int

  /// Reads `2026-03-02T05:30` or `2026-03-02T05:30:15`. Nil for anything else, and for a day that
  /// there is not.
  package init?(text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Self.secondsOfDay(parts[1]) else { return nil }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, date[0].utf8.count == 4, let year = Digits.number(date[0]),
      let month = Digits.number(date[1], digits: 2), (1...12).contains(month),
      let day = Digits.number(date[2], digits: 2),
      (1...Self.daysOf(month: month, year: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day, self.seconds) = (year, month, day, seconds)
  }

  /// Seconds since midnight of `07:00` or `07:00:15`; nil for anything else.
  static func secondsOfDay(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { Digits.number($0, digits: 2) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
      let seconds = parts.count == 3 ? parts[2] : 0, hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  private static func daysOf(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package var description: String {
    "\(Digits.padded(year, 4))-\(Digits.padded(month))-\(Digits.padded(day))T"
      + [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Digits.padded($0) }
      .joined(separator: ":")
  }
}

enum Digits {
  /// The number that ASCII digits spell, and nothing but them; exactly `digits` of them where given.
  static func number(_ text: some StringProtocol, digits: Int? = nil) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.map({ text.utf8.count == $0 }) ?? true
    else { return nil }
    return Int(text)
  }

  static func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
