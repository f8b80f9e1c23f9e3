/// A value in a document.
@usableFromInline
package struct JSONElement: Sendable {
  let document: JSONDocument
  let index: Int

  /// An object without members.
  package static let emptyObject = JSONElement(
    document: JSONDocument(
      bytes: Array("{}".utf8), nodes: [JSONDocument.Node(kind: .object, start: 0, end: 2, next: 1)]),
    index: 0)

  var node: JSONDocument.Node { document.nodes[index] }
  @usableFromInline
  package var kind: JSONKind { node.kind }

  /// Where it stands in the bytes of its document.
  package var range: Range<Int> { node.start..<node.end }

  /// Its bytes.
  package var text: ArraySlice<UInt8> { document.bytes[range] }

  /// Whether it is a string that says `name`.
  package func says(_ name: String) -> Bool {
    switch kind {
    case .string:
      range.count - 2 == name.utf8.count
        && text.dropFirst().dropLast().elementsEqual(name.utf8)
    case .escapedString: string == name
    default: false
    }
  }

  /// What it says if it is a string.
  @usableFromInline
  package var string: String? {
    switch kind {
    case .string: String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    case .escapedString: JSONEscapes.text(of: text.dropFirst().dropLast())
    default: nil
    }
  }

  /// What it is if it is true or false.
  @usableFromInline
  package var bool: Bool? {
    kind == .bool ? text.first == UInt8(ascii: "t") : nil
  }

  /// What it is if it is a whole number, written without fraction and exponent, that 64 bits hold.
  @usableFromInline
  package var integer: Int64? {
    guard kind == .number else { return nil }
    var number: Int64 = 0
    let isNegative = text.first == UInt8(ascii: "-")
    for byte in isNegative ? text.dropFirst() : text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, isTooMuch) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooMuch || overflows { return nil }
      number = sum
    }
    return number
  }

  /// What it is if it is a number; infinite where it is one that a Double has no room for.
  @usableFromInline
  package var double: Double? {
    kind == .number ? Double(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Calls `body` with each member of an object, in the order of the text.
  package func forEachMember<Failure: Error>(
    _ body: (_ name: JSONElement, _ value: JSONElement) throws(Failure) -> Void
  ) throws(Failure) {
    var name = first
    while let member = name, let value = member.following {
      try body(member, value)
      name = value.next(in: self)
    }
  }

  /// Calls `body` with each element of an array, in the order of the text.
  package func forEachElement<Failure: Error>(
    _ body: (_ position: Int, _ value: JSONElement) throws(Failure) -> Void
  ) throws(Failure) {
    var (element, position) = (first, 0)
    while let value = element {
      try body(position, value)
      element = value.next(in: self)
      position += 1
    }
  }
}

// Steps from one value to another.
extension JSONElement {
  /// The first of its parts.
  @usableFromInline
  package var first: JSONElement? {
    index + 1 < node.next ? JSONElement(document: document, index: index + 1) : nil
  }

  /// The value behind the name of a member.
  @usableFromInline
  package var following: JSONElement? {
    index + 1 < document.nodes.count ? JSONElement(document: document, index: index + 1) : nil
  }

  /// What stands behind it among the parts of `whole`.
  @usableFromInline
  package func next(in whole: JSONElement) -> JSONElement? {
    node.next < whole.node.next ? JSONElement(document: document, index: node.next) : nil
  }
}
