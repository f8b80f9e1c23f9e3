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
      let ends = text.components(between: " to ").map { Self.duration($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
        return nil
      }
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

  private static func duration(_ text: String) -> Duration? {
    (ISODuration.parse(text) ?? DurationNotation.parse(text)).flatMap {
      $0 >= .zero && $0 <= .days(36_600) ? $0 : nil
    }
  }
}

/// A duration in the notation of ISO 8601 without months and years, as java.time writes it: `PT6H`, `P1DT12H`, `PT0.5S`.
enum ISODuration {
  private static let units: [(letter: Character, seconds: Double, isTime: Bool)] = [
    ("D", 86_400, false), ("H", 3600, true), ("M", 60, true), ("S", 1, true),
  ]

  /// Parses a duration; `nil` if `text` has another form.
  static func parse(_ text: String) -> Duration? {
    guard text.first == "P" else { return nil }
    var rest = text.dropFirst()
    var units = units[...]
    var (isTime, seconds, count) = (false, 0.0, 0)
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), let letter = rest.popFirst(),
        digits.allSatisfy(\.isNumber) || letter == "S",
        let unit = units.firstIndex(where: { $0.letter == letter && $0.isTime == isTime })
      else { return nil }
      // Each unit occurs once, the largest first.
      (seconds, count) = (seconds + number * units[unit].seconds, count + 1)
      units = units[(unit + 1)...]
    }
    return count > 0 && seconds <= 1e10
      ? .milliseconds(Int64(bounded: (seconds * 1000).rounded())) : nil
  }
}
