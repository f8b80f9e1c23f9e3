extension JSONScanner {
  /// Reads a string with its quotes and records it, as `escapedString` if it contains an escape. Throws an error if an
  /// escape or the UTF-8 is invalid.
  mutating func readString() throws(InvalidJSON) {
    let start = position
    var kind = JSONKind.string
    guard consume(UInt8(ascii: "\"")) else { throw violation("expected a string") }
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return record(kind, from: start)
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try readEscape()
      case 0..<0x20: throw violation("control character in a string")
      case 0x20..<0x80: position += 1
      default: try readMultibyteCharacter(byte)
      }
    }
    throw violation("string without end")
  }

  /// Reads an escape from its backslash. Throws an error for an escape that RFC 8259 does not define.
  private mutating func readEscape() throws(InvalidJSON) {
    position += 1
    guard let byte = peek else { throw violation("string without end") }
    position += 1
    if byte == UInt8(ascii: "u") { return try readUnicodeEscape() }
    guard #""\/bfnrt"#.utf8.contains(byte) else { throw violation("unknown escape") }
  }

  /// Reads the four digits of an escape `\uXXXX`. If they are a high surrogate, also reads the escape of the low one
  /// that must follow: neither is a character without the other.
  private mutating func readUnicodeEscape() throws(InvalidJSON) {
    let unit = try readFourDigits()
    if 0xDC00...0xDFFF ~= unit { throw violation("lone surrogate") }
    guard 0xD800...0xDBFF ~= unit else { return }
    guard consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")),
      0xDC00...0xDFFF ~= (try readFourDigits())
    else { throw violation("lone surrogate") }
  }

  /// Reads four hexadecimal digits and returns their value, a UTF-16 code unit.
  private mutating func readFourDigits() throws(InvalidJSON) -> Int {
    var unit = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(JSONEscapes.hexadecimal) else {
        throw violation("expected four hexadecimal digits")
      }
      unit = unit << 4 | Int(digit)
      position += 1
    }
    return unit
  }

  /// Consumes one character beyond ASCII that begins with the byte `first`. Throws an error if it is overlong, a
  /// surrogate, or above U+10FFFF (Unicode, table 3-7).
  private mutating func readMultibyteCharacter(_ first: UInt8) throws(InvalidJSON) {
    let (length, secondByte): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      // A lower second byte would be overlong.
      case 0xE0: (3, 0xA0...0xBF)
      // A higher second byte would be a surrogate.
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      // A lower second byte would be overlong.
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      // A higher second byte would be above U+10FFFF.
      case 0xF4: (4, 0x80...0x8F)
      // The second to fourth byte of a character, an overlong one, or one above U+10FFFF.
      default: throw violation("not UTF-8")
      }
    guard position + length <= bytes.count, secondByte ~= bytes[position + 1],
      bytes[(position + 2)..<(position + length)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { throw violation("not UTF-8") }
    position += length
  }
}
