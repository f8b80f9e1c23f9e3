import Files
import Scheduling

// Values as an Android app writes them.
extension Fields {
  private static let durations = "a duration from 0 to 36600d, such as PT6H, PT1M30S or 6h"

  /// Reads a duration in the notation of java.time or of Rubato; `nil` if the key is absent.
  func delay(_ key: String) throws(FileError) -> Duration? {
    try value(key, allowed: Self.durations) { Self.duration($0) }
  }

  /// Reads a duration, or two with `to` between them; `nil` if the key is absent.
  func delays(_ key: String) throws(FileError) -> ClosedRange<Duration>? {
    try value(key, allowed: "\(Self.durations), or two, such as PT30S to PT5M") { text in
      let words = text.components(between: " to ")
      let ends = words.compactMap { Self.duration($0) }
      guard ends.count == words.count, ends.count <= 2, let first = ends.first, let last = ends.last
      else { return nil }
      return first <= last ? first...last : nil
    }
  }

  /// Reads `true` or `false`, without quotes; `nil` if the key is absent.
  func boolean(_ key: String) throws(FileError) -> Bool? {
    let isQuoted = node(key)?.scalar.map { !$0.isPlain } ?? false
    return try value(key, allowed: "true or false, without quotes") { text in
      isQuoted ? nil : ["true": true, "false": false][text]
    }
  }

  /// Reads the value of a word; `nil` if the key is absent. Any other word throws an error that lists the allowed ones.
  func word<Value>(
    _ key: String, _ words: [(word: String, value: Value)]
  ) throws(FileError) -> Value? {
    try value(key, allowed: words.map(\.word).listed) { text in
      words.first { $0.word == text }?.value
    }
  }

  /// Parses a duration in either notation; `nil` for other text, and for a duration that is out of range.
  private static func duration(_ text: String) -> Duration? {
    (ISODuration.parse(text) ?? DurationNotation.parse(text)).flatMap {
      $0 >= .zero && $0 <= .days(36_600) ? $0 : nil
    }
  }
}

/// A duration in the notation of ISO 8601 without months and years, as java.time writes it: `PT6H`, `P1DT12H`,
/// `PT0.5S`.
enum ISODuration {
  /// The units from the largest to the smallest. Those of a time follow the letter `T`.
  private static let units: [(letter: Character, seconds: Double, isTime: Bool)] = [
    ("D", 86_400, false), ("H", 3600, true), ("M", 60, true), ("S", 1, true),
  ]

  /// Parses a duration; `nil` if `text` has another form.
  static func parse(_ text: String) -> Duration? {
    guard text.first == "P" else { return nil }
    var rest = text.dropFirst()
    // Each unit occurs once, the largest first.
    var allowedUnits = units[...]
    var isTime = false
    var seconds = 0.0
    var partCount = 0
    while let first = rest.first {
      if first == "T", !isTime {
        // After the T, M means minutes, and one unit at least must follow.
        isTime = true
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), let letter = rest.popFirst(),
        // Only seconds can have a fraction.
        digits.allSatisfy(\.isNumber) || letter == "S",
        let place = allowedUnits.firstIndex(where: { $0.letter == letter && $0.isTime == isTime })
      else { return nil }
      seconds += number * allowedUnits[place].seconds
      partCount += 1
      allowedUnits = allowedUnits[(place + 1)...]
    }
    // More seconds are out of every allowed range.
    guard partCount > 0, seconds <= 1e10 else { return nil }
    return .milliseconds(Int64(bounded: (seconds * 1000).rounded()))
  }
}
