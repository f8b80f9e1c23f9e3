/// Reads a JSON text by RFC 8259 and notes where its values stand.
struct JSONScanner {
  private typealias Node = JSONDocument.Node

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0
  private var nodes: [JSONDocument.Node] = []

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 8 + 4)
  }

  /// The index of the text. Throws `invalidJSON` with the offset where it stops being one.
  static func nodes(of bytes: UnsafeRawBufferPointer) throws(ProtocolViolation) -> [JSONDocument
    .Node]
  {
    var scanner = JSONScanner(bytes)
    try scanner.value()
    scanner.skipWhitespace()
    guard scanner.position == bytes.count else { throw scanner.violation("text after the end") }
    return scanner.nodes
  }

  private mutating func value() throws(ProtocolViolation) {
    skipWhitespace()
    switch peek {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true", .bool)
    case UInt8(ascii: "f"): try word("false", .bool)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
  }

  private mutating func object() throws(ProtocolViolation) {
    let node = try enter(.object)
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipWhitespace()
        try string()
        skipWhitespace()
        guard take(UInt8(ascii: ":")) else { throw violation("expected ':'") }
        try value()
        skipWhitespace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw violation("expected ',' or '}'") }
    }
    leave(node)
  }

  private mutating func array() throws(ProtocolViolation) {
    let node = try enter(.array)
    if !take(UInt8(ascii: "]")) {
      repeat {
        try value()
        skipWhitespace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw violation("expected ',' or ']'") }
    }
    leave(node)
  }

  private mutating func enter(_ kind: Node.Kind) throws(ProtocolViolation) -> Int {
    depth += 1
    guard depth <= JSONDocument.maximumDepth else { throw violation("nested too deeply") }
    nodes.append(Node(kind: kind, start: position, end: position, next: 0))
    position += 1
    skipWhitespace()
    return nodes.count - 1
  }

  private mutating func leave(_ node: Int) {
    depth -= 1
    nodes[node].end = position
    nodes[node].next = nodes.count
  }

  private mutating func note(_ kind: Node.Kind, from start: Int) {
    nodes.append(Node(kind: kind, start: start, end: position, next: nodes.count + 1))
  }

  private mutating func word(
    _ text: StaticString, _ kind: Node.Kind
  ) throws(ProtocolViolation) {
    let start = position
    let matches = text.withUTF8Buffer { expected in
      bytes.dropFirst(position).prefix(expected.count).elementsEqual(expected)
    }
    guard matches else { throw violation("expected a value") }
    position += text.utf8CodeUnitCount
    note(kind, from: start)
  }

  private mutating func number() throws(ProtocolViolation) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    // No number but zero itself starts with a zero.
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    note(.number, from: start)
  }

  private mutating func digits() throws(ProtocolViolation) {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else {
      throw violation(start == bytes.count ? "unexpected end" : "expected a value")
    }
  }
}

// MARK: - Strings

extension JSONScanner {
  private mutating func string() throws(ProtocolViolation) {
    let start = position
    var kind = Node.Kind.string
    guard take(UInt8(ascii: "\"")) else { throw violation("expected a string") }
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return note(kind, from: start)
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try escape()
      case 0..<0x20: throw violation("control character in a string")
      case 0x20..<0x80: position += 1
      default: try multibyte(byte)
      }
    }
    throw violation("string without end")
  }

  private mutating func escape() throws(ProtocolViolation) {
    position += 1
    guard let byte = peek else { throw violation("string without end") }
    position += 1
    if byte == UInt8(ascii: "u") { return try unicodeEscape() }
    guard #""\/bfnrt"#.utf8.contains(byte) else { throw violation("unknown escape") }
  }

  /// A high surrogate must be followed by a low one: alone, neither is a character.
  private mutating func unicodeEscape() throws(ProtocolViolation) {
    let unit = try hexadecimal()
    if 0xDC00...0xDFFF ~= unit { throw violation("lone surrogate") }
    guard 0xD800...0xDBFF ~= unit else { return }
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), 0xDC00...0xDFFF ~= (try hexadecimal())
    else { throw violation("lone surrogate") }
  }

  private mutating func hexadecimal() throws(ProtocolViolation) -> Int {
    var unit = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw violation("expected four hexadecimal digits")
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  /// One character beyond ASCII: neither overlong, nor a surrogate, nor above U+10FFFF (Unicode, table 3-7).
  private mutating func multibyte(_ first: UInt8) throws(ProtocolViolation) {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw violation("not UTF-8")
      }
    guard position + length <= bytes.count, second ~= bytes[position + 1],
      bytes[(position + 2)..<(position + length)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { throw violation("not UTF-8") }
    position += length
  }
}

// MARK: - Bytes

extension JSONScanner {
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private func violation(_ problem: String) -> ProtocolViolation {
    .invalidJSON(offset: position, problem: problem)
  }
}
