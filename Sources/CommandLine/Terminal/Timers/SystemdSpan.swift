import Vocabulary

/// Moments in systemd's format, such as `Mon 2026-11-23 00:00:00 UTC`.
enum SystemdDate {
  /// Reads the clock time as UTC whatever its zone; `nil` if it is not a moment.
  static func parse(_ text: some StringProtocol) -> WallTime? {
    let words = text.split(separator: " ")
    guard words.count >= 3 else { return nil }
    let (date, timeOfDay) = (words[1], words[2])
    return UniversalTime.parse("\(date)T\(timeOfDay)Z")
  }
}

/// Durations in systemd's format, such as `1w 2d 30min` (systemd.time(7)).
enum SystemdSpan {
  /// The seconds of each unit. As in systemd, a year has 365.25 days, and a month a twelfth of that.
  private static let units: [String: Double] = [
    "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
    "month": 2_629_800, "y": 31_557_600,
  ]

  /// Reads a duration in seconds; `nil` if the text is not a duration, or an endless one.
  static func seconds(_ text: String) -> Double? {
    // systemd writes no unit after zero.
    if text == "0" { return 0 }
    let words = text.split(separator: " ")
    guard !words.isEmpty else { return nil }
    var sum = 0.0
    for word in words {
      let digits = word.prefix { $0.isNumber || $0 == "." }
      guard let number = Double(digits), let unit = units[String(word.dropFirst(digits.count))]
      else { return nil }
      sum += number * unit
    }
    return sum
  }
}
