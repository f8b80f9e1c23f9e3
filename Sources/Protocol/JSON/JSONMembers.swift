/// The members of an object by their names. A search in the order of the text finds each one immediately.
@usableFromInline
package struct JSONMembers: Sendable {
  private let object: JSONElement
  /// The index of the first node after the object.
  private let end: Int
  /// The index of the name after the last value that was found, with which the next search begins.
  private var searchStart: Int
  /// The bits of all names, each chosen by the length and the first byte of the name. Most names that are searched are
  /// missing. For most of these the bit is not set, so that no search is needed.
  private let bitsOfNames: UInt64

  /// Creates the members of an object; `nil` if `element` is not an object.
  @usableFromInline
  package init?(_ element: JSONElement) {
    guard element.kind == .object else { return nil }
    object = element
    end = element.node.next
    searchStart = element.index + 1
    bitsOfNames = Self.bitsOfNames(of: element, end: end)
  }

  /// Returns the bits of all names of an object whose nodes end before `end`. A name whose bit is not set is missing.
  /// All bits are set if a name has escapes, which hide its length and its first byte.
  private static func bitsOfNames(of object: JSONElement, end: Int) -> UInt64 {
    object.document.nodes.withUnsafeBufferPointer { nodes in
      object.document.bytes.withUnsafeBufferPointer { bytes in
        var bits: UInt64 = 0
        var index: Int = object.index + 1
        while index < end {
          // The node of a name includes its two quotes. The node of its value follows.
          let node = nodes[index]
          if node.kind == .escapedString { return UInt64.max }
          bits |= bit(length: node.end - node.start - 2, firstByte: bytes[node.start + 1])
          index = nodes[index + 1].next
        }
        return bits
      }
    }
  }

  /// Returns the bit of a name, one of 64. The first byte of an empty name is the quote behind it. The factor 7 gives
  /// different bits to names with the same first letter and almost the same length.
  @inline(__always)
  private static func bit(length: Int, firstByte: UInt8) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (length &* 7 &+ Int(firstByte)) & 63)
  }

  /// Returns the value of the first member of that name, searching first after the last member found and then before
  /// it; `nil` if there is none.
  @usableFromInline
  package mutating func value(_ name: StaticString) -> JSONElement? {
    guard let index = index(of: name) else { return nil }
    searchStart = object.document.nodes[index + 1].next
    return JSONElement(document: object.document, index: index + 1)
  }

  /// Returns the node's index of a member's name; `nil` if there is no such member. Searches from `searchStart` to the
  /// end of the object, and then from its first name to `searchStart`.
  private func index(of name: StaticString) -> Int? {
    let count = name.utf8CodeUnitCount
    // In the document, the quote follows an empty name.
    let firstByte = count == 0 ? UInt8(ascii: "\"") : name.utf8Start[0]
    let mayExist = bitsOfNames & Self.bit(length: count, firstByte: firstByte) != 0
    if !mayExist { return nil }
    let end = end
    let first = object.index + 1
    let start = searchStart
    return object.document.nodes.withUnsafeBufferPointer { nodes in
      object.document.bytes.withUnsafeBufferPointer { bytes in
        var index = start
        repeat {
          if index >= end {
            // Continues before `start`, up to which the search then goes.
            index = first
            if index >= end || index == start { return nil }
          }
          if Self.isEqual(nodes[index], name, bytes) { return index }
          index = nodes[index + 1].next
        } while index != start
        return nil
      }
    }
  }

  /// Returns whether a node is a string equal to `name`. Builds the string only if it has escapes.
  @inline(__always)
  private static func isEqual(
    _ node: JSONDocument.Node, _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard node.kind == .string else { return isUnescapedEqual(node, name, bytes) }
    let count = name.utf8CodeUnitCount
    guard node.end - node.start - 2 == count else { return false }
    return count == 0
      || bytes.baseAddress.map { start in
        JSONElement.areEqual(start + node.start + 1, name.utf8Start, count: count)
      } ?? false
  }

  /// Returns whether a node is a string with escapes whose text is equal to `name`.
  private static func isUnescapedEqual(
    _ node: JSONDocument.Node, _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard node.kind == .escapedString else { return false }
    let text = JSONEscapes.text(of: ArraySlice(bytes[(node.start + 1)..<(node.end - 1)]))
    return name.withUTF8Buffer { text.utf8.elementsEqual($0) }
  }
}
