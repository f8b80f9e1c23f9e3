/// Lists and maps of strings as JSON text, and back.
///
/// JSONEncoder costs several times what SQLite's insertion of the row does, and this is all that is
/// needed of JSON here.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  init(_ list: [String]) {
    bytes.reserveCapacity(2 + list.reduce(0) { $0 + $1.utf8.count + 3 })
    bytes.append(UInt8(ascii: "["))
    for element in list {
      separate()
      append(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Keys come in order, so that the same map is always the same text.
  init(_ map: [String: String]) {
    bytes.reserveCapacity(2 + map.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 6 })
    bytes.append(UInt8(ascii: "{"))
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      separate()
      append(key)
      bytes.append(UInt8(ascii: ":"))
      append(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func separate() {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { characters in
      if characters.allSatisfy({ !Self.isEscaped($0) }) {
        bytes.append(contentsOf: characters)
      } else {
        for character in characters { append(character) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ character: UInt8) {
    guard Self.isEscaped(character) else { return bytes.append(character) }
    bytes.append(UInt8(ascii: "\\"))
    if character >= 0x20 {
      bytes.append(character)
    } else {
      let digits = Array("0123456789abcdef".utf8)
      bytes += "u00".utf8
      bytes.append(digits[Int(character >> 4)])
      bytes.append(digits[Int(character & 15)])
    }
  }

  private static func isEscaped(_ character: UInt8) -> Bool {
    character < 0x20 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\")
  }
}
