/// A duration as people write it: `90s`, `30m`, `1h30m`, `2d`, `1w`, `500ms`.
package enum DurationNotation {
  package static let allowed = "a duration such as 500ms, 90s, 30m, 1h30m, 2d or 1w"

  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("sec", 1), ("m", 60), ("min", 60), ("h", 3600), ("d", 86400),
    ("w", 604_800),
  ]

  /// Nil where `text` is no duration, or longer than a thousand years.
  package static func parse(_ text: String) -> Duration? {
    var scanner = Scanner(text)
    var seconds = 0.0
    guard !scanner.isAtEnd else { return nil }
    while !scanner.isAtEnd {
      guard let number = scanner.decimal() else { return nil }
      let word = scanner.word()
      guard let unit = units.first(where: { $0.name == word }) else { return nil }
      seconds += number * unit.seconds
      scanner.skipSpaces()
    }
    guard seconds < 3.2e10 else { return nil }
    return .nanoseconds(Int64((seconds * 1e9).rounded(.toNearestOrAwayFromZero).clamped))
  }
}

extension Double {
  /// Within what 64 bits hold.
  fileprivate var clamped: Double { Swift.min(self, 9.2e18) }
}
