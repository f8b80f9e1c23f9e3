import Foundation

extension OSLogMessage {
  /// Creates a message from a format, such as `%{public}@ has %d items`, in which the values replace the placeholders
  /// in order. A placeholder without a value stays.
  init(format: String, _ values: [Any]) {
    var (rest, values) = (format[...], values[...])
    parts = []
    // A placeholder is `%{options}`, flags, conversion: `%{public}5.2f` has the flags `5.2` and the conversion `f`.
    while let start = rest.firstIndex(of: "%") {
      parts.append(.text(String(rest[..<start])))
      rest = rest[rest.index(after: start)...]
      if rest.first == "%" {
        parts.append(.text("%"))
        rest = rest.dropFirst()
        continue
      }
      let options = Self.removeOptions(&rest)
      let flags = rest.prefix { !$0.isLetter && $0 != "@" && $0 != "%" }
      rest = rest.dropFirst(flags.count)
      let conversion = Self.removeConversion(&rest)
      guard let value = values.popFirst() else {
        parts.append(.text("%\(flags)\(conversion)"))
        continue
      }
      let isText = conversion == "@" || conversion == "s"
      let isPrivate = options.contains("private") || (isText && !options.contains("public"))
      let text = Self.text(value, "\(flags)", conversion)
      parts.append(.value(text, isPrivate: isPrivate, mask: .none))
    }
    parts.append(.text(String(rest)))
  }

  /// Returns a number in the notation of its placeholder, or the description of another value.
  private static func text(_ value: Any, _ flags: String, _ conversion: Substring) -> String {
    guard let kind = conversion.last else { return "\(value)" }
    let fraction = (value as? Double) ?? (value as? Float).map(Double.init)
    if "eEfFgG".contains(kind), let fraction {
      return String(format: "%\(flags)\(kind)", fraction)
    }
    if "diuxXo".contains(kind), let number = value as? any BinaryInteger {
      // `ll` announces an argument of 64 bits, whatever the size in the placeholder.
      return String(format: "%\(flags)ll\(kind)", Int64(truncatingIfNeeded: number))
    }
    return "\(value)"
  }

  /// Removes the words in braces from the start of `rest`, and returns them; empty if there are none.
  private static func removeOptions(_ rest: inout Substring) -> [Substring] {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return [] }
    defer { rest = rest[rest.index(after: end)...] }
    return rest[..<end].dropFirst().split { $0 == "," || $0 == " " }
  }

  /// Removes a conversion, such as `@` or `llu`, from the start of `rest`, and returns it; empty if there is none.
  private static func removeConversion(_ rest: inout Substring) -> Substring {
    let sizeLetters = rest.prefix { "hlqtzj".contains($0) }
    let conversion = rest.prefix(sizeLetters.count + 1)
    rest = rest.dropFirst(conversion.count)
    return conversion
  }
}
