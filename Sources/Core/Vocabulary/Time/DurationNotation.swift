/// A duration in text form: `90s`, `30m`, `1h30m`, `2d`, `1w`, `500ms`, `2 hours`.
package enum DurationNotation {
  package static let allowed =
    "a duration such as 500ms, 90s, 30m, 1h30m, 2d or 1w (at most 100000d)"

  /// Returns the allowed durations for the refusal of `text`: for a number without a unit, the number with one; for
  /// months and years, days.
  package static func allowed(for text: String) -> String {
    let isNumber = !text.isEmpty && text.allSatisfy(\.isNumber)
    if isNumber { return "a number with a unit, such as \(text)s for seconds" }
    return switch unit(of: text) {
    case "month", "months": "days, such as 30d; a month is no duration"
    case "year", "years", "y": "days, such as 365d; a year is no duration"
    default: allowed
    }
  }

  /// Returns the calendar event that `text`, which is no duration, means as an interval: `monthly` for `1month` and
  /// `monthly`; `nil` for other text.
  package static func event(for text: String) -> String? {
    let unit = unit(of: text)
    guard ["", "1"].contains(text.prefix(while: \.isNumber)) else { return nil }
    switch unit {
    case "month": return "monthly"
    case "year", "y": return "yearly"
    default: return CalendarEvent.shorthands[unit] == nil ? nil : unit
    }
  }

  /// Returns the text after a whole number and spaces, in small letters.
  private static func unit(of text: String) -> String {
    text.drop(while: \.isNumber).drop { $0 == " " }.lowercased()
  }

  /// The limit in seconds: 292 years.
  private static let longest = 9.2e9

  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("sec", 1), ("second", 1), ("seconds", 1), ("m", 60), ("min", 60),
    ("minute", 60), ("minutes", 60), ("h", 3600), ("hour", 3600), ("hours", 3600), ("d", 86400),
    ("day", 86400), ("days", 86400), ("w", 604_800), ("week", 604_800), ("weeks", 604_800),
  ]

  /// Returns the sum of all numbers with units in `text`; `nil` if `text` is no duration, or longer than a `Timestamp`
  /// can represent.
  package static func parse(_ text: String) -> Duration? {
    var scanner = Scanner(text)
    var seconds = 0.0
    guard !scanner.isAtEnd else { return nil }
    while !scanner.isAtEnd {
      guard let number = scanner.decimal() else { return nil }
      scanner.skipSpaces()
      let word = scanner.word()
      guard let unit = units.first(where: { $0.name == word }) else { return nil }
      seconds += number * unit.seconds
      scanner.skipSpaces()
    }
    return duration(seconds)
  }

  /// Returns the duration of a text that is a whole number and the letter of a unit, such as `90s` or `24h`, without
  /// building parts of the text; `nil` for other text, also of longer durations.
  static func parse(short text: String) -> Duration? {
    guard 2...7 ~= text.utf8.count else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // A letter without a number is no duration.
    guard let first = text.utf8.first, digits.contains(first) else { return nil }
    var number = 0.0
    var secondsOfUnit: Double?
    for byte in text.utf8 {
      // The letter is the last character.
      if secondsOfUnit != nil { return nil }
      switch byte {
      case digits: number = number * 10 + Double(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "s"): secondsOfUnit = 1
      case UInt8(ascii: "m"): secondsOfUnit = 60
      case UInt8(ascii: "h"): secondsOfUnit = 3600
      case UInt8(ascii: "d"): secondsOfUnit = 86400
      case UInt8(ascii: "w"): secondsOfUnit = 604_800
      default: return nil
      }
    }
    return secondsOfUnit.flatMap { duration(number * $0) }
  }

  /// Returns a duration of `seconds`; `nil` if it is longer than a `Timestamp` can represent.
  private static func duration(_ seconds: Double) -> Duration? {
    guard seconds < Self.longest else { return nil }
    return .nanoseconds(Int64(bounded: (seconds * 1e9).rounded(.toNearestOrAwayFromZero)))
  }
}

extension Duration {
  /// The text form that `DurationNotation` parses: `1d`, `1h30m`, `100ms`; below zero with a sign before it.
  package var notation: String {
    var rest = nanoseconds.magnitude
    var text = ""
    for (name, length) in Self.notationUnits where rest >= length {
      text += "\(rest / length)\(name)"
      rest %= length
    }
    if nanoseconds < 0 { text = "-" + text }
    return text.isEmpty ? "0s" : text
  }

  private static let notationUnits: [(name: String, nanoseconds: UInt64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000),
  ]
}
