// Durations as people write them: `90s`, `30m`, `2h`, `1d`, `1w`, `500ms`, `1h30m`.
extension Duration {
  /// What `init(text:)` takes, for refusals.
  package static let allowedText = "a duration such as 500ms, 90s, 30m, 2h, 1d, 1w or 1h30m"

  /// Reads whole numbers with units, largest unit first, each unit at most once. Nil for anything
  /// else, negative numbers and numbers without a unit included.
  package init?(text: String) {
    var rest = text[...]
    var sum = Int64(0)
    var previous = Int64.max
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
      guard let count = Int64(digits), let length = Self.milliseconds(in: unit), length < previous
      else { return nil }
      let (product, tooLong) = count.multipliedReportingOverflow(by: length)
      let (total, overflow) = sum.addingReportingOverflow(product)
      guard !tooLong, !overflow else { return nil }
      (sum, previous) = (total, length)
      rest = rest.dropFirst(digits.count + unit.count)
    } while !rest.isEmpty
    self = .milliseconds(sum)
  }

  private static func milliseconds(in unit: Substring) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m", "min": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    case "w": 604_800_000
    default: nil
    }
  }
}
