/// The maximum frequency of an event, in text form.
package enum Frequency {
  package static let allowed =
    "immediately, hourly, daily, weekly, or 'every' and a duration, such as 'every 90m'"

  private static let named: [(word: String, interval: Duration?)] = [
    ("immediately", nil), ("hourly", .seconds(3600)), ("daily", .days(1)), ("weekly", .days(7)),
  ]

  /// The frequencies with a word of their own.
  package static var names: [String] { named.map(\.word) }

  /// Parses a frequency such as `daily` or `every 90m`. Returns the least time between two events; `nil` for
  /// `immediately`, which sets none.
  ///
  /// - Throws: A refusal with the name of the field if `text` is no frequency.
  package static func read(_ text: String, field: String) throws(Refusal) -> Duration? {
    if let known = named.first(where: { $0.word == text }) { return known.interval }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "every",
      let interval = DurationNotation.parse(String(words[1])), interval > .zero
    else { throw Refusal(field: field, value: text, allowed: allowed) }
    return interval
  }

  /// Returns the interval in the form that `read` parses.
  package static func words(_ interval: Duration?) -> String {
    named.first { $0.interval == interval }?.word ?? "every \(interval?.notation ?? "")"
  }
}
