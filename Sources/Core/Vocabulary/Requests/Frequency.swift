/// How often something happens at most, as people write it.
package enum Frequency {
  package static let allowed =
    "immediately, hourly, daily, weekly, or 'every' and a duration, such as 'every 90m'"

  private static let named: [(word: String, interval: Duration?)] = [
    ("immediately", nil), ("hourly", .seconds(3600)), ("daily", .days(1)), ("weekly", .days(7)),
  ]

  /// Those that have a word of their own.
  package static var names: [String] { named.map(\.word) }

  /// The least time between two; nil is none.
  ///
  /// - Throws: Where `text` says no frequency, with the name of the field.
  package static func read(_ text: String, field: String) throws(Refusal) -> Duration? {
    if let known = named.first(where: { $0.word == text }) { return known.interval }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "every",
      let interval = DurationNotation.parse(String(words[1])), interval > .zero
    else { throw Refusal(field: field, value: text, allowed: allowed) }
    return interval
  }

  /// As `read` takes it.
  package static func words(_ interval: Duration?) -> String {
    named.first { $0.interval == interval }?.word ?? "every \(interval?.notation ?? "")"
  }
}
