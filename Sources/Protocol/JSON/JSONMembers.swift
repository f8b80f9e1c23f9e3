/// The members of an object by their names. Asked for in the order in which they stand, each is found at once.
package struct JSONMembers: Sendable {
  private let object: JSONElement
  /// The index of the name behind the last value that was found.
  private var place: Int

  /// Nil where `element` is no object.
  @usableFromInline
  package init?(_ element: JSONElement) {
    guard element.kind == .object else { return nil }
    object = element
    place = element.index + 1
  }

  /// The value of the first member of that name behind the last that was asked for, or before it; nil
  /// where there is none.
  package mutating func value(_ name: StaticString) -> JSONElement? {
    let (document, end) = (object.document, object.node.next)
    let start = place
    var index = start
    repeat {
      if index >= end {
        index = object.index + 1
        if index >= end || index == start { return nil }
      }
      let value = document.nodes[index + 1]
      if Self.says(document.nodes[index], name, document.bytes) {
        place = value.next
        return JSONElement(document: document, index: index + 1)
      }
      index = value.next
    } while index != start
    return nil
  }

  private static func says(
    _ node: JSONDocument.Node, _ name: StaticString, _ bytes: [UInt8]
  ) -> Bool {
    let count = node.end - node.start - 2
    guard node.kind == .string, count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<count where bytes[node.start + 1 + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }
}
