import Foundation

/// The alignment of a value in a log message, with the name of Apple's type.
public struct OSLogStringAlignment: Sendable {
  private let columns: Int
  private let isLeft: Bool

  /// As long as the value.
  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isLeft: true) }

  /// At the left of at least `columns` columns.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: true)
  }

  /// At the right of at least `columns` columns.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: false)
  }

  /// Returns the text with spaces.
  func apply(_ text: String) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - text.count))
    return isLeft ? text + spaces : spaces + text
  }
}

/// The notation of an integer in a log message, with the name of Apple's type.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let prefix: String
  let isUppercase: Bool

  /// Decimal.
  public static var decimal: OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false)
  }

  /// Hexadecimal, without a prefix.
  public static var hex: OSLogIntegerFormatting { hex() }

  /// Hexadecimal.
  public static func hex(
    includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase)
  }

  /// Octal, without a prefix.
  public static var octal: OSLogIntegerFormatting { octal() }

  /// Octal.
  public static func octal(includePrefix: Bool = false) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 8, prefix: includePrefix ? "0o" : "", isUppercase: false)
  }

  /// Returns the number in this notation.
  func text(_ number: some FixedWidthInteger) -> String {
    prefix + String(number, radix: radix, uppercase: isUppercase)
  }
}

/// The notation of a number with a fraction in a log message, with the name of Apple's type.
public struct OSLogFloatFormatting: Sendable {
  private let format: String

  /// Six digits after the point.
  public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }

  /// With `precision` digits after the point.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(format: "%.\(precision)f")
  }

  /// With an exponent.
  public static var exponential: OSLogFloatFormatting { exponential(precision: 6) }

  /// With an exponent, and `precision` digits after the point.
  public static func exponential(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(format: "%.\(precision)e")
  }

  /// The shorter of fixed and exponential.
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

  /// Returns the number in this notation.
  func text(_ number: Double) -> String { String(format: format, number) }
}

/// The notation of a truth value in a log message, with the name of Apple's type.
public enum OSLogBoolFormat: Sendable {
  /// `true` or `false`.
  case truth
  /// `yes` or `no`.
  case answer

  /// Returns the value in this notation.
  func text(_ value: Bool) -> String {
    switch self {
    case .truth: "\(value)"
    case .answer: value ? "yes" : "no"
    }
  }
}
