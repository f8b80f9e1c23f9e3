import Vocabulary

/// Durations as text for people.
package enum DurationText {
  /// The units of durations, the largest first.
  private static let units: [(seconds: Int64, name: String)] = [
    (86_400, "d"), (3600, "h"), (60, "min"), (1, "s"),
  ]

  /// Formats a duration in seconds with its two largest units that are not zero: `500 ms`, `2.5 s`, `30 min`,
  /// `1 h 30 min`.
  package static func exact(_ seconds: Double) -> String {
    guard seconds >= 1 else { return "\(Int64(bounded: (max(0, seconds) * 1000).rounded())) ms" }
    let tenths = Int64(bounded: (seconds * 10).rounded())
    let isBelowMinute = tenths < 600
    if isBelowMinute, tenths % 10 != 0 { return "\(tenths / 10).\(tenths % 10) s" }
    return whole(Int64(bounded: seconds.rounded()))
  }

  /// Formats a duration in seconds with only one unit, rounded to the nearest: `3 h`. It keeps `80 min` and `30 h`,
  /// since the next unit would be too coarse.
  package static func rough(_ seconds: Double) -> String {
    // The largest unit of which the duration has at least one and a half.
    let unit = units.first { seconds >= Double($0.seconds) * 1.5 } ?? (1, "s")
    return "\(Int64(bounded: (seconds / Double(unit.seconds)).rounded())) \(unit.name)"
  }

  /// Formats whole seconds with the largest unit and the next smaller one, unless its number is 0. Smaller units are
  /// cut off.
  private static func whole(_ seconds: Int64) -> String {
    guard let index = units.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
    let large = units[index]
    let text = "\(seconds / large.seconds) \(large.name)"
    guard index + 1 < units.count else { return text }
    let small = units[index + 1]
    let smallCount = seconds % large.seconds / small.seconds
    return smallCount == 0 ? text : "\(text) \(smallCount) \(small.name)"
  }
}
