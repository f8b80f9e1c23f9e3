/// The members of an object by their names. A search in the order of the text finds each one immediately.
@usableFromInline
package struct JSONMembers: Sendable {
  private let object: JSONElement
  /// The index of the first node after the object.
  private let end: Int
  /// The index of the name after the last value that was found.
  private var place: Int
  /// A bit for each name, by its length and its first byte. Most names that are searched are missing, and most of these
  /// have a bit that is not set.
  private let marks: UInt64

  /// Creates the members of an object; `nil` if `element` is not an object.
  @usableFromInline
  package init?(_ element: JSONElement) {
    guard element.kind == .object else { return nil }
    object = element
    end = element.node.next
    place = element.index + 1
    marks = Self.marks(of: element, end: end)
  }

  private static func marks(of object: JSONElement, end: Int) -> UInt64 {
    object.document.nodes.withUnsafeBufferPointer { nodes in
      object.document.bytes.withUnsafeBufferPointer { bytes in
        var marks: UInt64 = 0
        var index: Int = object.index + 1
        while index < end {
          let node = nodes[index]
          marks |= mark(node.end - node.start - 2, bytes[node.start + 1])
          index = nodes[index + 1].next
        }
        return marks
      }
    }
  }

  /// Returns the bit of a name. The first byte of an empty one is the quote behind it.
  @inline(__always)
  private static func mark(_ length: Int, _ first: UInt8) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (length &* 7 &+ Int(first)) & 63)
  }

  /// Returns the value of the first member of that name, searching first after the last member found and then before
  /// it; `nil` if there is none.
  @usableFromInline
  package mutating func value(_ name: StaticString) -> JSONElement? {
    guard let index = index(of: name) else { return nil }
    place = object.document.nodes[index + 1].next
    return JSONElement(document: object.document, index: index + 1)
  }

  /// Returns the index of the name that `value` finds.
  private func index(of name: StaticString) -> Int? {
    let count = name.utf8CodeUnitCount
    let mark = Self.mark(count, count == 0 ? UInt8(ascii: "\"") : name.utf8Start[0])
    guard marks & mark != 0 else { return nil }
    let (end, first, start) = (end, object.index + 1, place)
    return object.document.nodes.withUnsafeBufferPointer { nodes in
      object.document.bytes.withUnsafeBufferPointer { bytes in
        var index = start
        repeat {
          if index >= end {
            index = first
            if index >= end || index == start { return nil }
          }
          if Self.says(nodes[index], name, bytes) { return index }
          index = nodes[index + 1].next
        } while index != start
        return nil
      }
    }
  }

  /// Returns whether a node is a string equal to `name`, without building the string. A string with escapes is never
  /// equal.
  @inline(__always)
  private static func says(
    _ node: JSONDocument.Node, _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = name.utf8CodeUnitCount
    guard node.end - node.start - 2 == count, node.kind == .string else { return false }
    return count == 0
      || bytes.baseAddress.map { start in
        JSONElement.areEqual(start + node.start + 1, name.utf8Start, count: count)
      } ?? false
  }
}
