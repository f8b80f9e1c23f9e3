import FoundationEssentials

/// Replies as JSON for programs: members in alphabetical order, absent values as null.
package enum JSONLayout {
  /// Returns the JSON on one line.
  package static func compact(_ value: some Encodable) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// Returns the JSON with a line for each member.
  package static func indented(_ value: some Encodable) -> String {
    var layout = Indentation()
    layout.add(bytes(value))
    return String(decoding: layout.text, as: UTF8.self)
  }

  /// Returns whether the bytes are one JSON value. Used for the output of `rubatoctl` on other machines.
  static func isValid(_ json: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(AnyValue.self, from: Data(json))) != nil
  }

  /// Returns an object of these members in their order, each with valid JSON in any layout, with a line for each
  /// member.
  static func object(_ members: [(name: String, json: [UInt8])]) -> String {
    var text = Array("{".utf8)
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += bytes(member.name) + [UInt8(ascii: ":")] + withoutSpaces(member.json)
    }
    var layout = Indentation()
    layout.add(escapingTerminalControls(text + [UInt8(ascii: "}")]))
    return String(decoding: layout.text, as: UTF8.self)
  }

  /// Returns JSON without white space between its tokens, as `Indentation` requires it.
  private static func withoutSpaces(_ json: [UInt8]) -> [UInt8] {
    var (isInString, isEscaped) = (false, false)
    return json.filter { byte in
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        return true
      }
      isInString = byte == UInt8(ascii: "\"")
      // Space, tab, line feed and carriage return.
      return ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }

  /// Any JSON value, of which only the syntax matters.
  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Encodes a value as JSON on one line, with sorted members and escaped control characters; `null` if the value
  /// cannot be encoded.
  private static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Replies were JSON before: only a number that JSON cannot write could fail here.
    return (try? encoder.encode(value)).map { escapingTerminalControls(Array($0)) }
      ?? Array("null".utf8)
  }

  /// Escapes the control characters that JSON allows in strings and a terminal obeys: U+007F to U+009F. In UTF-8, those
  /// from U+0080 on are the byte C2 and a byte of the same value as the character.
  private static func escapingTerminalControls(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 }) else { return json }
    var text: [UInt8] = []
    var index = 0
    while index < json.count {
      let next = index + 1 < json.count ? json[index + 1] : 0
      if json[index] == 0x7F {
        text += #"\u007f"#.utf8
      } else if json[index] == 0xC2, (0x80...0x9F).contains(next) {
        text += (#"\u00"# + String(next, radix: 16)).utf8
        index += 1
      } else {
        text.append(json[index])
      }
      index += 1
    }
    return text
  }
}

/// A layout for JSON text without white space between its tokens.
private struct Indentation {
  private(set) var text: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Adds JSON text, with a line for each member and two spaces for each level.
  mutating func add(_ compact: [UInt8]) {
    for (index, byte) in compact.enumerated() {
      if isInString {
        addInString(byte)
      } else {
        add(byte, isEmptyAhead: index + 1 < compact.count && Self.isClosing(compact[index + 1]))
      }
    }
  }

  /// Adds a byte inside a string, and detects the quote that ends the string.
  private mutating func addInString(_ byte: UInt8) {
    text.append(byte)
    isInString = isEscaped || byte != UInt8(ascii: "\"")
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
  }

  /// Adds a byte outside strings, with the line ends, the indentation and the spaces that the layout needs.
  ///
  /// - Parameter isEmptyAhead: Whether the next byte ends an object or array, so that an opened one is empty and stays
  ///   on one line.
  private mutating func add(_ byte: UInt8, isEmptyAhead: Bool) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      text.append(byte)
      depth += 1
      if !isEmptyAhead { startLine() }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      // Directly after the opening byte, this one ends an empty object or array.
      if let last = text.last, !Self.isOpening(last) { startLine() }
      text.append(byte)
    case UInt8(ascii: ","):
      text.append(byte)
      startLine()
    case UInt8(ascii: ":"):
      text += ": ".utf8
    default:
      text.append(byte)
      isInString = byte == UInt8(ascii: "\"")
    }
  }

  /// Adds a line end and the indentation for the present depth.
  private mutating func startLine() {
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
