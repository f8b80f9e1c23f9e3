/// A JSON text with an index of its values.
///
/// The text is read strictly by RFC 8259, in UTF-8. JSONDecoder is too lax for that: it checks strings and numbers only
/// when they are decoded, takes trailing commas and silently keeps one of two members with the same name. The index
/// separates names from types without building anything, in about a nanosecond a byte.
package final class JSONDocument: Sendable {
  /// The deepest nesting that is accepted; JSONDecoder has such a limit as well.
  package static let maximumDepth = 128

  /// A value and its bytes, including quotes and brackets. The nodes of its parts follow it: the elements of an array,
  /// or the alternating names and values of an object. There may be one for every other byte, so nodes are small.
  struct Node: Sendable {
    let kind: JSONKind
    private let start32: UInt32
    private var end32: UInt32
    private var next32: UInt32

    init(kind: JSONKind, start: Int, end: Int, next: Int) {
      self.kind = kind
      start32 = UInt32(start)
      end32 = UInt32(end)
      next32 = UInt32(next)
    }

    /// The offsets of the first byte, and of the byte after the last.
    var start: Int { Int(start32) }
    var end: Int { Int(end32) }
    /// The index of the first node that is not part of it.
    var next: Int { Int(next32) }

    /// Sets the end when all parts are known.
    mutating func close(end: Int, next: Int) {
      end32 = UInt32(end)
      next32 = UInt32(next)
    }
  }

  package let bytes: [UInt8]
  let nodes: [Node]

  /// Reads one JSON text in UTF-8; throws if `bytes` are anything else.
  @usableFromInline
  package init(_ bytes: [UInt8]) throws(InvalidJSON) {
    self.bytes = bytes
    // Array's accessor does not carry the error's type.
    nodes = try bytes.withUnsafeBytes { bytes in
      Result { () throws(InvalidJSON) in try JSONScanner.nodes(of: bytes) }
    }.get()
  }

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The outermost value.
  package var root: JSONElement { JSONElement(document: self, index: 0) }
}

/// The type of a value.
@usableFromInline
package enum JSONKind: Sendable {
  case object, array, string, escapedString, number, bool, null
}
