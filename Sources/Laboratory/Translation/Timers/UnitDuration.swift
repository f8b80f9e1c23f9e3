/// Durations in the files of units (systemd.time(7)).
enum UnitDuration {
  /// The seconds of each unit; a number without a unit has seconds.
  private static let units: [String: Double] = [
    "": 1, "usec": 1e-6, "us": 1e-6, "msec": 1e-3, "ms": 1e-3, "seconds": 1, "second": 1,
    "sec": 1, "s": 1, "minutes": 60, "minute": 60, "min": 60, "m": 60, "hours": 3600,
    "hour": 3600, "hr": 3600, "h": 3600, "days": 86_400, "day": 86_400, "d": 86_400,
    "weeks": 604_800, "week": 604_800, "w": 604_800, "months": 2_629_800, "month": 2_629_800,
    "M": 2_629_800, "years": 31_557_600, "year": 31_557_600, "y": 31_557_600,
  ]

  /// Reads a duration in seconds; `nil` for other text, and for one that is not longer than zero.
  static func seconds(_ text: String) -> Double? {
    var rest = Substring(text).drop { $0 == " " }
    var sum = 0.0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest[digits.endIndex...].drop { $0 == " " }
      let word = rest.prefix { $0.isLetter }
      rest = rest[word.endIndex...].drop { $0 == " " }
      guard let number = Double(digits), let unit = units[String(word)] else { return nil }
      sum += number * unit
    }
    // About 300 years: no timer has a longer duration.
    let longest = 1e10
    return sum > 0 && sum < longest ? sum : nil
  }
}
