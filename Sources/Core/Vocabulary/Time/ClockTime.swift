/// A time of day.
struct ClockTime: Hashable {
  var hour: Int
  var minute: Int
  var second: Int
}

extension ClockTime {
  /// Reads `HH:MM` or `HH:MM:SS`; returns `nil` for other text, of which a part may be read then.
  init?(_ scanner: inout Scanner) {
    guard let hour = scanner.number(digits: 1...2), hour < 24, scanner.consume(":"),
      let minute = scanner.number(digits: 2...2), minute < 60
    else { return nil }
    var second = 0
    if scanner.consume(":") {
      guard let read = scanner.number(digits: 2...2), read < 60 else { return nil }
      second = read
    }
    self.init(hour: hour, minute: minute, second: second)
  }
}

extension CivilTime {
  /// Reads `YYYY-MM-DD`; returns `nil` for other text, of which a part may be read then, and for a day that does not
  /// exist.
  init?(date scanner: inout Scanner) {
    guard let year = scanner.number(digits: 4...4), scanner.consume("-"),
      let month = scanner.number(digits: 2...2), scanner.consume("-"),
      let day = scanner.number(digits: 2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard (1...12).contains(month), isReal else { return nil }
  }
}

/// Reads a text from left to right.
struct Scanner {
  private var rest: Substring

  init(_ text: some StringProtocol) {
    rest = Substring(text)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The text that has not been read.
  var unread: String { String(rest) }

  /// Skips `prefix` and returns true if the unread text begins with it; otherwise skips nothing and returns false.
  mutating func consume(_ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest.removeFirst(prefix.count)
    return true
  }

  /// Skips the text up to and including `end`; returns false, and skips nothing, if it does not occur.
  mutating func skip(through end: Character) -> Bool {
    guard let place = rest.firstIndex(of: end) else { return false }
    rest = rest[rest.index(after: place)...]
    return true
  }

  mutating func skipSpaces() {
    rest = rest.drop { $0 == " " }
  }

  /// Reads the ASCII letters at the beginning of the unread text; returns an empty text if there are none.
  mutating func word() -> String {
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest.removeFirst(letters.count)
    return String(letters)
  }

  /// Reads a number that has a count of digits within `digits`; otherwise reads nothing and returns `nil`.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let read = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.contains(read.count), let number = Int(read) else { return nil }
    rest.removeFirst(read.count)
    return number
  }

  /// Reads a decimal number without sign or exponent; returns `nil` if there is none.
  mutating func decimal() -> Double? {
    let read = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(read), number.isFinite else { return nil }
    rest.removeFirst(read.count)
    return number
  }

  /// Reads a point and the digits after it as a fraction of a second, in nanoseconds. Returns 0 if there is no point,
  /// and `nil` if no digit follows it.
  mutating func fraction() -> Int64? {
    guard consume(".") else { return 0 }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    // Nanoseconds have nine digits: zeros replace missing ones, further ones are left out.
    let nineDigits = (digits + "000000000").prefix(9)
    return Int64(nineDigits)
  }

  /// Reads a difference to UTC, `Z`, `+HH:MM` or `-HH:MM`. Returns the seconds ahead of UTC; `nil` if there is none.
  mutating func offset() -> Int64? {
    if consume("Z") || consume("z") { return 0 }
    let sign: Int64 = rest.hasPrefix("-") ? -1 : 1
    guard consume("+") || consume("-"), let hour = number(digits: 2...2), hour < 24, consume(":"),
      let minute = number(digits: 2...2), minute < 60
    else { return nil }
    return sign * Int64(hour * 3600 + minute * 60)
  }
}
