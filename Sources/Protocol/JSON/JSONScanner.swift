/// Reads a JSON text by RFC 8259 and records the places of its values.
struct JSONScanner {
  typealias Node = JSONDocument.Node

  let bytes: UnsafeRawBufferPointer
  var position = 0
  private var depth = 0
  private var nodes: [Node] = []

  /// Prepares to read `bytes`. The space for nodes is enough for most texts.
  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 8 + 4)
  }

  /// Reads a whole JSON text, and returns a node for each value and each member's name. Throws the offset and the
  /// problem of the first error.
  static func nodes(of bytes: UnsafeRawBufferPointer) throws(InvalidJSON) -> [Node] {
    var scanner = JSONScanner(bytes)
    try scanner.readValue()
    scanner.skipWhitespace()
    guard scanner.position == bytes.count else { throw scanner.violation("text after the end") }
    return scanner.nodes
  }

  /// Reads one value with the white space before it, and records it. Its first byte determines the type.
  private mutating func readValue() throws(InvalidJSON) {
    skipWhitespace()
    switch peek {
    case UInt8(ascii: "{"): try readObject()
    case UInt8(ascii: "["): try readArray()
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try readWord("true", .bool)
    case UInt8(ascii: "f"): try readWord("false", .bool)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: try readNumber()
    }
  }

  /// Reads an object from its opening brace, and records it and all its parts.
  private mutating func readObject() throws(InvalidJSON) {
    let node = try enter(.object)
    if !consume(UInt8(ascii: "}")) {
      repeat {
        skipWhitespace()
        try readString()
        skipWhitespace()
        guard consume(UInt8(ascii: ":")) else { throw violation("expected ':'") }
        try readValue()
        skipWhitespace()
      } while consume(UInt8(ascii: ","))
      guard consume(UInt8(ascii: "}")) else { throw violation("expected ',' or '}'") }
    }
    leave(node)
  }

  /// Reads an array from its opening bracket, and records it and all its elements.
  private mutating func readArray() throws(InvalidJSON) {
    let node = try enter(.array)
    if !consume(UInt8(ascii: "]")) {
      repeat {
        try readValue()
        skipWhitespace()
      } while consume(UInt8(ascii: ","))
      guard consume(UInt8(ascii: "]")) else { throw violation("expected ',' or ']'") }
    }
    leave(node)
  }

  /// Starts an object or an array: records its node, whose end `leave` sets, and consumes its bracket and white space.
  /// Returns the index of the node. Throws an error beyond `maximumDepth`.
  private mutating func enter(_ kind: JSONKind) throws(InvalidJSON) -> Int {
    depth += 1
    guard depth <= JSONDocument.maximumDepth else { throw violation("nested too deeply") }
    nodes.append(Node(kind: kind, start: position, end: position, next: 0))
    position += 1
    skipWhitespace()
    return nodes.count - 1
  }

  /// Ends the object or the array that `enter` started, after its last bracket.
  private mutating func leave(_ node: Int) {
    depth -= 1
    nodes[node].close(end: position, next: nodes.count)
  }

  /// Records a value that has no parts and ends at the current position.
  mutating func record(_ kind: JSONKind, from start: Int) {
    nodes.append(Node(kind: kind, start: start, end: position, next: nodes.count + 1))
  }

  /// Reads `text`, which is true, false or null, and records it as a value of `kind`.
  private mutating func readWord(
    _ text: StaticString, _ kind: JSONKind
  ) throws(InvalidJSON) {
    let start = position
    let matches = text.withUTF8Buffer { expected in
      bytes.dropFirst(position).prefix(expected.count).elementsEqual(expected)
    }
    guard matches else { throw violation("expected a value") }
    position += text.utf8CodeUnitCount
    record(kind, from: start)
  }

  /// Reads a number by the grammar of RFC 8259, and records it without calculating its value.
  private mutating func readNumber() throws(InvalidJSON) {
    let start = position
    _ = consume(UInt8(ascii: "-"))
    // Only the number zero itself starts with a zero.
    if !consume(UInt8(ascii: "0")) { try readDigits() }
    if consume(UInt8(ascii: ".")) { try readDigits() }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try readDigits()
    }
    record(.number, from: start)
  }

  /// Reads at least one decimal digit.
  private mutating func readDigits() throws(InvalidJSON) {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else {
      throw violation(start == bytes.count ? "unexpected end" : "expected a value")
    }
  }
}

// MARK: - Bytes

extension JSONScanner {
  /// The next byte, which stays unread; `nil` at the end of the text.
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Consumes `byte` if it comes next, and returns whether it did.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Consumes the white space that JSON allows: spaces, line feeds, carriage returns and tabs.
  private mutating func skipWhitespace() {
    // In the order of the sentence above.
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Returns the error that `problem` is found at the current position.
  func violation(_ problem: String) -> InvalidJSON {
    InvalidJSON(offset: position, problem: problem)
  }
}
