/// The members of an object by their names. A search in the order of the text finds each one immediately.
package struct JSONMembers: Sendable {
  private let object: JSONElement
  /// The index of the name after the last value that was found.
  private var place: Int

  /// Creates the members of an object; `nil` if `element` is not an object.
  @usableFromInline
  package init?(_ element: JSONElement) {
    guard element.kind == .object else { return nil }
    object = element
    place = element.index + 1
  }

  /// Returns the value of the first member of that name, searching first after the last member found and then before
  /// it; `nil` if there is none.
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

  /// Returns whether a node is a string equal to `name`, without building the string. A string with escapes is never
  /// equal.
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
