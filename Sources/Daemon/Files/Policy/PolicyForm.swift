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
      parse: { $0 == word ? .some(nil) : parse($0).map { .some($0) } },
      text: { $0.map(text) ?? word }, allowed: "\(allowed), or \(word)")
  }
}

extension PolicyForm<Duration> {
  /// Returns the form of a duration in `range`.
  static func duration(_ range: ClosedRange<Duration>) -> PolicyForm {
    PolicyForm(
      parse: { DurationNotation.parse($0).flatMap { range.contains($0) ? $0 : nil } },
      text: { $0.notation },
      allowed: "\(range.lowerBound.notation) to \(range.upperBound.notation)")
  }
}

extension PolicyForm<Int> {
  /// Returns the form of a whole number in `range`.
  static func count(_ range: ClosedRange<Int>) -> PolicyForm {
    PolicyForm(
      parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" },
      allowed: "\(range.lowerBound) to \(range.upperBound)")
  }

  /// Returns the form of a number of bytes in `range`.
  static func size(_ range: ClosedRange<Int>) -> PolicyForm {
    PolicyForm(
      parse: { text in
        SizeNotation.parse(text).flatMap { Int(exactly: $0) }.flatMap {
          range.contains($0) ? $0 : nil
        }
      }, text: { SizeNotation.text(Int64($0)) },
      allowed:
        "\(SizeNotation.text(Int64(range.lowerBound))) to \(SizeNotation.text(Int64(range.upperBound)))"
    )
  }

  /// Whole percent, with or without the sign.
  static let percent = PolicyForm(
    parse: { Int($0.withoutPercent).flatMap { (0...100).contains($0) ? $0 : nil } },
    text: { "\($0)%" }, allowed: "0% to 100%")
}

extension PolicyForm<Double> {
  /// Returns the form of a decimal number in `range`.
  static func number(_ range: ClosedRange<Double>) -> PolicyForm {
    PolicyForm(
      parse: { Double(decimal: $0).flatMap { range.contains($0) ? $0 : nil } },
      text: { $0.short }, allowed: "\(range.lowerBound.short) to \(range.upperBound.short)")
  }

  /// Returns the form of a share in `range`, from 0 to 1: a percentage with the sign, or a decimal number.
  static func share(_ range: ClosedRange<Double> = 0...1) -> PolicyForm {
    PolicyForm(
      parse: { Self.share(of: $0).flatMap { range.contains($0) ? $0 : nil } },
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
  fileprivate var withoutPercent: String {
    hasSuffix("%") ? String(dropLast().trimmed) : self
  }
}

extension Double {
  /// Parses digits with at most one point; `nil` for other notations, such as `0x1p3`, `nan` or `inf`.
  init?(decimal text: String) {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }) else {
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
