/// A JSON text with an index of where its values stand.
///
/// JSONDecoder alone is too lax for a protocol: it looks at strings and numbers only when they are decoded, takes trailing
/// commas and silently keeps one of two members with the same name. So each message is first read by RFC 8259 to the letter.
/// The index tells headers and types apart without building anything, in about a nanosecond a byte.
package struct JSONDocument: Sendable {
  /// Deeper nesting is refused; JSONDecoder has such a limit as well.
  package static let maximumDepth = 128

  /// A value and the bytes it takes, quotes and brackets included. The nodes of its parts follow it: in an array the elements,
  /// in an object names and values by turns. There may be one for every other byte, so they are small.
  struct Node: Sendable {
    let kind: Kind
    private let start32: UInt32
    private var end32: UInt32
    private var next32: UInt32

    enum Kind: Sendable {
      case object, array, string, escapedString, number, bool, null
    }

    init(kind: Kind, start: Int, end: Int, next: Int) {
      self.kind = kind
      start32 = UInt32(start)
      end32 = UInt32(end)
      next32 = UInt32(next)
    }

    var start: Int { Int(start32) }
    var end: Int { Int(end32) }
    /// The index of the first node that is no part of it.
    var next: Int { Int(next32) }

    /// All its parts are known.
    mutating func close(end: Int, next: Int) {
      end32 = UInt32(end)
      next32 = UInt32(next)
    }
  }

  let bytes: [UInt8]
  let nodes: [Node]

  /// Reads one JSON text in UTF-8; throws if that is not exactly what `bytes` are.
  package init(_ bytes: [UInt8]) throws(ProtocolViolation) {
    self.bytes = bytes
    // Array's accessor does not carry the error's type.
    nodes = try bytes.withUnsafeBytes { bytes in
      Result { () throws(ProtocolViolation) in try JSONScanner.nodes(of: bytes) }
    }.get()
  }

  /// The outermost value.
  var root: JSONElement { JSONElement(document: self, index: 0) }
}

/// A value in a document.
struct JSONElement: Sendable {
  let document: JSONDocument
  let index: Int

  var node: JSONDocument.Node { document.nodes[index] }
  var kind: JSONDocument.Node.Kind { node.kind }

  /// Its bytes.
  var text: ArraySlice<UInt8> { document.bytes[node.start..<node.end] }

  /// Whether it is a string that says `name`.
  func says(_ name: String) -> Bool {
    switch kind {
    case .string:
      node.end - node.start - 2 == name.utf8.count
        && text.dropFirst().dropLast().elementsEqual(name.utf8)
    case .escapedString: string == name
    default: false
    }
  }

  /// What it says if it is a string.
  var string: String? {
    switch kind {
    case .string: String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    case .escapedString: try? JSONText(bytes: text).decode(as: String.self)
    default: nil
    }
  }

  /// Calls `body` with each member of an object, in the order of the text.
  func forEachMember<Failure: Error>(
    _ body: (_ name: JSONElement, _ value: JSONElement) throws(Failure) -> Void
  ) throws(Failure) {
    var member = index + 1
    while member < node.next {
      let value = JSONElement(document: document, index: member + 1)
      try body(JSONElement(document: document, index: member), value)
      member = value.node.next
    }
  }

  /// Calls `body` with each element of an array, in the order of the text.
  func forEachElement<Failure: Error>(
    _ body: (_ position: Int, _ value: JSONElement) throws(Failure) -> Void
  ) throws(Failure) {
    var element = index + 1
    var position = 0
    while element < node.next {
      let value = JSONElement(document: document, index: element)
      try body(position, value)
      element = value.node.next
      position += 1
    }
  }
}
