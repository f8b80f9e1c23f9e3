import Scheduling

/// The notation of a type of value in a policy file, and its allowed values.
package struct PolicyForm<Value>: Sendable {
  /// Parses a text; `nil` if it is no value, or none that is allowed.
  let parse: @Sendable (String) -> Value?
  /// Returns the text from which `parse` makes the same value.
  let text: @Sendable (Value) -> String
  /// The allowed values, which complete "use ...".
  let allowed: String

  /// Returns the form of an optional value; `word` means that there is none.
  func orNone(named word: String = "none") -> PolicyForm<Value?> {
    PolicyForm<Value?>(
      // The outer optional is `nil` if the text is not allowed, the inner one if it is `word`.
      parse: { text in text == word ? .some(nil) : parse(text).map { .some($0) } },
      text: { $0.map(text) ?? word }, allowed: "\(allowed), or \(word)")
  }
}

extension PolicyForm<Duration> {
  /// Returns the form of a duration in `range`.
  static func duration(_ range: ClosedRange<Duration>) -> PolicyForm {
    PolicyForm(
      parse: { text in DurationNotation.parse(text).flatMap { range.contains($0) ? $0 : nil } },
      text: { $0.notation },
      allowed: "\(range.lowerBound.notation) to \(range.upperBound.notation)")
  }
}

extension PolicyForm<Int> {
  /// Returns the form of a whole number in `range`.
  static func count(_ range: ClosedRange<Int>) -> PolicyForm {
    PolicyForm(
      parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" },
      allowed: "\(range.lowerBound) to \(range.upperBound)")
  }

  /// Returns the form of a number of bytes in `range`.
  static func size(_ range: ClosedRange<Int>) -> PolicyForm {
    PolicyForm(
      parse: { text in
        let bytes = SizeNotation.parse(text).flatMap { Int(exactly: $0) }
        return bytes.flatMap { range.contains($0) ? $0 : nil }
      }, text: { SizeNotation.text(Int64($0)) },
      allowed:
        "\(SizeNotation.text(Int64(range.lowerBound))) to \(SizeNotation.text(Int64(range.upperBound)))"
    )
  }

  /// Whole percent, with or without the sign.
  static let percent = PolicyForm(
    parse: { text in Int(text.withoutPercent).flatMap { (0...100).contains($0) ? $0 : nil } },
    text: { "\($0)%" }, allowed: "0% to 100%")
}

extension PolicyForm<Double> {
  /// Returns the form of a decimal number in `range`.
  static func number(_ range: ClosedRange<Double>) -> PolicyForm {
    PolicyForm(
      parse: { text in Double(decimal: text).flatMap { range.contains($0) ? $0 : nil } },
      text: { $0.short }, allowed: "\(range.lowerBound.short) to \(range.upperBound.short)")
  }

  /// Returns the form of a share in `range`, from 0 to 1: a percentage with the sign, or a decimal number.
  static func share(_ range: ClosedRange<Double> = 0...1) -> PolicyForm {
    PolicyForm(
      parse: { text in Self.share(of: text).flatMap { range.contains($0) ? $0 : nil } },
      text: { Self.shareText($0) },
      allowed: "\(shareText(range.lowerBound)) to \(shareText(range.upperBound))")
  }

  /// Parses a share such as `50%` or `0.5`, without a check of its range; `nil` if it is no number.
  static func share(of text: String) -> Double? {
    guard text.hasSuffix("%") else { return Double(decimal: text) }
    return Double(decimal: text.withoutPercent).map { $0 / 100 }
  }

  /// Returns a share as a percentage, if that is exactly the same value; otherwise as a decimal number.
  static func shareText(_ share: Double) -> String {
    let percent = (share * 100).rounded()
    return percent / 100 == share ? "\(percent.short)%" : share.short
  }
}

extension PolicyForm<Bool> {
  static let flag = PolicyForm(
    parse: { text in
      switch text.lowercased() {
      case "yes", "true", "on": true
      case "no", "false", "off": false
      default: nil
      }
    }, text: { $0 ? "yes" : "no" }, allowed: "yes or no")
}

extension String {
  /// The text without the percent sign at its end, if there is one, and without spaces before the sign.
  fileprivate var withoutPercent: String {
    hasSuffix("%") ? String(dropLast().trimmed) : self
  }
}

extension Double {
  /// Parses digits with at most one point; `nil` for other notations, such as `0x1p3`, `nan` or `inf`.
  init?(decimal text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    self.init(text)
  }

  /// The shortest digits for this number, without a point if it is whole.
  var short: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
