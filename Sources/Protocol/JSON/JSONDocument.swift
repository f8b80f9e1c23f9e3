/// A JSON text with an index of where its values stand.
///
/// It is read by RFC 8259 to the letter, in UTF-8. JSONDecoder alone is too lax for that: it looks at strings
/// and numbers only when they are decoded, takes trailing commas and silently keeps one of two members with
/// the same name. The index tells names and types apart without building anything, in about a nanosecond a
/// byte.
package final class JSONDocument: Sendable {
  /// Deeper nesting is refused; JSONDecoder has such a limit as well.
  package static let maximumDepth = 128

  /// A value and the bytes it takes, quotes and brackets included. The nodes of its parts follow it: in an array the elements,
  /// in an object names and values by turns. There may be one for every other byte, so they are small.
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

  package let bytes: [UInt8]
  let nodes: [Node]

  /// Reads one JSON text in UTF-8; throws if that is not exactly what `bytes` are.
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

/// What a value is.
@usableFromInline
package enum JSONKind: Sendable {
  case object, array, string, escapedString, number, bool, null
}
