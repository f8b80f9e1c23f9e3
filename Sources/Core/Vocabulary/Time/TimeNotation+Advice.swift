// Texts that are no time, with the rule that they break.
extension TimeNotation {
  /// Returns the times to use instead of `text`, which is none, for a refusal: the rule that a day or a time of day in
  /// it breaks, or else examples.
  package static func allowed(for text: String) -> String {
    if isYesterday(text) { return future }
    for word in text.split(separator: " ") {
      var scanner = Scanner(word)
      if let rule = brokenRule(ofDate: &scanner) ?? brokenRule(ofClock: &scanner) {
        return "\(rule), such as Fri 18:00"
      }
    }
    return allowed
  }

  /// Returns the refusal of `text`, which is no time.
  static func refusal(_ text: String, field: String) -> Refusal {
    guard isYesterday(text) else {
      return Refusal(field: field, value: text, allowed: allowed(for: text))
    }
    return Refusal(
      .invalid, field: field, value: text,
      message: "\(field) '\(text)' is in the past; give \(future)")
  }

  /// Returns the rule that `word`, a time of day, breaks; `nil` if it breaks none, or is no time of day.
  static func brokenRule(ofTimeOfDay word: Substring) -> String? {
    var scanner = Scanner(word)
    return brokenRule(ofClock: &scanner)
  }

  private static let future = "a future date, or a duration from now such as 2h"

  private static func isYesterday(_ text: String) -> Bool {
    text.lowercased().hasPrefix("yesterday")
  }

  /// Reads a date that is followed by nothing or by a time of day. Returns the rule that it breaks; `nil` if it exists,
  /// or if there is no date, which is then not read.
  private static func brokenRule(ofDate scanner: inout Scanner) -> String? {
    var ahead = scanner
    guard let year = ahead.number(digits: 4...4), ahead.consume("-"),
      let month = ahead.number(digits: 2...2), ahead.consume("-"),
      let day = ahead.number(digits: 2...2)
    else { return nil }
    guard (1...12).contains(month) else { return "a month from 01 to 12" }
    let days = (28...31).last { CivilTime(year: year, month: month, day: $0).isReal } ?? 31
    guard (1...days).contains(day) else {
      return "a day that exists (\(months[month - 1]) \(year) has \(days) days)"
    }
    scanner = ahead
    if !scanner.consume("T") { scanner.skipSpaces() }
    return nil
  }

  /// Returns the rule that a time of day breaks; `nil` if it exists, or if there is none.
  private static func brokenRule(ofClock scanner: inout Scanner) -> String? {
    guard let hour = scanner.number(digits: 1...2), scanner.consume(":"),
      let minute = scanner.number(digits: 2...2)
    else { return nil }
    if hour == 24, minute == 0 { return "00:00 of the next day, since an hour is 0 to 23" }
    if hour > 23 { return "an hour from 0 to 23" }
    if minute > 59 { return "a minute from 00 to 59" }
    guard scanner.consume(":"), let second = scanner.number(digits: 2...2) else { return nil }
    return second > 59 ? "a second from 00 to 59" : nil
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
