/// A filter for text to a terminal. Line ends, tabs and colours pass. Every other control character is written as an
/// escape, so that text of other users cannot control the terminal.
package struct TerminalFilter {
  private let overwrites: Bool
  /// A sequence that has begun and may become a colour.
  private var pending: [Unicode.Scalar] = []

  private static let escape: Unicode.Scalar = "\u{1B}"
  /// The longest allowed sequence; the longest colour in use has 19.
  private static let longestSequence = 32

  /// - Parameter overwrites: Whether a carriage return and a backspace pass, for progress bars.
  package init(overwrites: Bool = false) {
    self.overwrites = overwrites
  }

  /// Returns the text with its control characters escaped.
  package static func filtered(_ text: String) -> String {
    // Almost all texts pass. In UTF-8, the control characters from U+0080 on begin with the byte C2.
    let isHarmless = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && byte != 0xC2 || byte == UInt8(ascii: "\n")
    }
    if isHarmless { return text }
    var filter = TerminalFilter()
    return filter.pass(text) + filter.end()
  }

  /// Filters the next piece of a text. An incomplete sequence at its end is kept for the next piece.
  package mutating func pass(_ piece: String) -> String {
    var passed = ""
    for scalar in piece.unicodeScalars { addFiltered(scalar, to: &passed) }
    return passed
  }

  /// Removes and returns the incomplete sequence that is pending, with its control characters escaped; empty if none is
  /// pending.
  package mutating func end() -> String {
    defer { pending = [] }
    return Self.escaped(pending)
  }

  /// Adds a character to the passed text, escaped if it is not harmless, or holds it while it can belong to a colour.
  private mutating func addFiltered(_ scalar: Unicode.Scalar, to passed: inout String) {
    if pending.isEmpty || !canBeColour(with: scalar) {
      // The pending characters are no colour, so they pass with their control characters escaped.
      passed += end()
      if scalar == Self.escape {
        pending = [scalar]
      } else {
        passed += isHarmless(scalar) ? String(scalar) : Self.escaped([scalar])
      }
      return
    }
    pending.append(scalar)
    // The last character of a colour.
    guard scalar == "m" else { return }
    passed.unicodeScalars += pending
    pending = []
  }

  /// Whether the pending sequence can be a colour (ECMA-48, 8.3.117) with this scalar after it.
  private func canBeColour(with scalar: Unicode.Scalar) -> Bool {
    if pending.count == 1 { return scalar == "[" }
    if pending.count == Self.longestSequence { return false }
    return ("0"..."9").contains(scalar) || [";", ":", "m"].contains(scalar)
  }

  /// Whether the character passes unchanged outside of a colour.
  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t": true
    case "\r", "\u{8}": overwrites
    default: scalar.properties.generalCategory != .control
    }
  }

  /// Returns the characters as text, with control characters written as escapes.
  private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
    scalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
