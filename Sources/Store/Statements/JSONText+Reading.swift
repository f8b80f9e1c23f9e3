extension JSONText {
  /// The list that `text` spells; nil if it is anything else.
  static func list(_ text: String) -> [String]? {
    if text == "[]" { return [] }
    var text = text
    return text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      var list: [String] = []
      guard reader.take("[") else { return nil }
      if reader.take("]") { return reader.isAtEnd ? list : nil }
      repeat {
        guard let element = reader.string() else { return nil }
        list.append(element)
      } while reader.take(",")
      return reader.take("]") && reader.isAtEnd ? list : nil
    }
  }

  /// The map that `text` spells; nil if it is anything else.
  static func map(_ text: String) -> [String: String]? {
    if text == "{}" { return [:] }
    var text = text
    return text.withUTF8 { bytes in
      var reader = Reader(bytes: bytes)
      var map: [String: String] = [:]
      guard reader.take("{") else { return nil }
      if reader.take("}") { return reader.isAtEnd ? map : nil }
      repeat {
        guard let key = reader.string(), reader.take(":"), let value = reader.string() else {
          return nil
        }
        map[key] = value
      } while reader.take(",")
      return reader.take("}") && reader.isAtEnd ? map : nil
    }
  }
}

/// Takes JSON apart from its first byte to its last. White space is taken where JSON allows it:
/// somebody may have edited the text.
private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  /// Whether `character` comes next; it is taken if so.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func string() -> String? {
    guard take("\"") else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { return escapedString(from: start) }
      position += 1
    }
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func escapedString(from start: Int) -> String? {
    var characters = Array(bytes[start..<position])
    while position < bytes.count {
      let character = bytes[position]
      position += 1
      switch character {
      case UInt8(ascii: "\""): return String(decoding: characters, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        characters += String(scalar).utf8
      default: characters.append(character)
      }
    }
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    switch Unicode.Scalar(bytes[position]) {
    case let same where same == "\"" || same == "\\" || same == "/": return same
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return codePoint()
    default: return nil
    }
  }

  /// The scalar of `uXXXX`, or of two of them that are a surrogate pair. Ends on the last digit.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = unit() else { return nil }
    guard (0xd800..<0xdc00).contains(first) else { return Unicode.Scalar(first) }
    position += 1
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 1
    guard let second = unit(), (0xdc00..<0xe000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
  }

  /// The four digits behind a `u`, on which it stands.
  private mutating func unit() -> UInt32? {
    guard position + 4 < bytes.count else { return nil }
    var value: UInt32 = 0
    for digit in bytes[(position + 1)...(position + 4)] {
      guard let number = Self.hexadecimal(digit) else { return nil }
      value = value << 4 + number
    }
    position += 4
    return value
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(digit - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(digit - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x09, 0x0a, 0x0d, 0x20: position += 1
      default: return
      }
    }
  }
}
