import Terminal

/// One of the five fields of an entry of a crontab.
struct CrontabField {
  /// The name of the field, its numbers, and the names of its numbers.
  struct Form {
    var name: String
    var range: ClosedRange<Int>
    /// Names for the first numbers; the first one is for `firstNamed`.
    var names: [String] = []
    var firstNamed = 0
    var example: String

    /// The allowed values, which complete "use ...".
    var allowed: String {
      let named = names.isEmpty ? "" : ", or \(names[0]) to \(names[names.count - 1])"
      return "\(range.lowerBound) to \(range.upperBound)\(named), such as \(example)"
    }
  }

  static let minute = Form(name: "minute", range: 0...59, example: "*/15")
  static let hour = Form(name: "hour", range: 0...23, example: "8-18")
  static let day = Form(name: "day of the month", range: 1...31, example: "1,15")
  static let month = Form(
    name: "month", range: 1...12,
    names: [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ], firstNamed: 1, example: "jan or 1-6")
  static let weekday = Form(
    name: "day of the week", range: 0...7,
    names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"], example: "mon-fri or 0")

  /// The numbers that match, in order.
  var numbers: [Int]
  /// Whether the field begins with `*`, so that cron does not treat it as a restriction of days.
  var isStar: Bool

  /// Reads a field. Throws an error that names the field, its value and the allowed values.
  init(_ text: Substring, _ form: Form) throws(InputError) {
    isStar = text.first == "*"
    var allNumbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let numbers = Self.numbers(part, form) else {
        throw InputError(
          "\(form.name) '\(String(text).visible)' is not allowed; use \(form.allowed)")
      }
      allNumbers.formUnion(numbers)
    }
    numbers = allNumbers.sorted()
  }

  /// Returns the numbers of `*`, a number, a range or one of these with a step; `nil` for other text.
  private static func numbers(_ part: Substring, _ form: Form) -> [Int]? {
    let parts = part.split(separator: "/", omittingEmptySubsequences: false)
    guard let base = parts.first, parts.count <= 2 else { return nil }
    let isRange = base == "*" || base.contains("-")
    var step = 1
    if parts.count == 2 {
      // A single number has no steps.
      guard isRange, let value = digits(parts[1]), value > 0 else { return nil }
      step = value
    }
    if base == "*" {
      return Array(stride(from: form.range.lowerBound, through: form.range.upperBound, by: step))
    }
    let ends = base.split(separator: "-", omittingEmptySubsequences: false)
    let endNumbers = ends.compactMap { number($0, form) }
    guard endNumbers.count == ends.count, endNumbers.count <= 2,
      let first = endNumbers.first, let last = endNumbers.last,
      first <= last
    else { return nil }
    return Array(stride(from: first, through: last, by: step))
  }

  /// Returns the number of a name or of digits; `nil` for other text.
  private static func number(_ text: Substring, _ form: Form) -> Int? {
    if let index = form.names.firstIndex(of: text.lowercased()) { return index + form.firstNamed }
    return digits(text).flatMap { form.range.contains($0) ? $0 : nil }
  }

  /// Returns the value of at most four digits; `nil` for other text.
  private static func digits(_ text: Substring) -> Int? {
    let isNumber =
      !text.isEmpty && text.utf8.count <= 4
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isNumber ? Int(text) : nil
  }
}
