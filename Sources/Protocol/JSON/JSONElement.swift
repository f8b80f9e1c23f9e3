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

  /// The entry of the value in the document's index, with its type and its bytes.
  var node: JSONDocument.Node { document.nodes[index] }
  @usableFromInline
  package var kind: JSONKind { node.kind }

  /// The range in the bytes of its document.
  package var range: Range<Int> { node.start..<node.end }

  /// The element's bytes.
  package var text: ArraySlice<UInt8> { document.bytes[range] }

  /// Calls `body` with the bytes of a string between its quotes.
  private func withCharacters<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    let node = node
    return document.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[(node.start + 1)..<(node.end - 1)]))
    }
  }

  /// Returns whether two texts of `count` bytes are equal. Names are short: a call of memcmp(3) would save nothing.
  @inline(__always)
  static func areEqual(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    for index in 0..<count where one[index] != other[index] { return false }
    return true
  }

  /// Whether this value is a string equal to `name`, with its escapes decoded.
  package func equals(_ name: String) -> Bool {
    switch kind {
    case .string:
      withCharacters { characters in
        guard characters.count == name.utf8.count else { return false }
        var name = name
        return name.withUTF8 { name in
          // Empty texts can have no address; their lengths are equal.
          guard let one = characters.baseAddress, let other = name.baseAddress else { return true }
          return Self.areEqual(one, other, count: name.count)
        }
      }
    // Compares bytes: for `==` of texts, the letter K and the sign of the unit Kelvin are equal.
    case .escapedString: string?.utf8.elementsEqual(name.utf8) == true
    default: false
    }
  }

  /// The text of a string; `nil` if it is another type.
  @usableFromInline
  package var string: String? {
    switch kind {
    case .string: withCharacters { String(decoding: $0, as: UTF8.self) }
    case .escapedString: JSONEscapes.text(of: text.dropFirst().dropLast())
    default: nil
    }
  }

  /// The value of true or false; `nil` if it is another type.
  @usableFromInline
  package var bool: Bool? {
    kind == .bool ? text.first == UInt8(ascii: "t") : nil
  }

  /// The value of a whole number without fraction and exponent that fits in 64 bits; `nil` if it is anything else.
  @usableFromInline
  package var integer: Int64? {
    guard kind == .number else { return nil }
    // Digits of a negative number are subtracted: -2^63 has no positive counterpart.
    var number: Int64 = 0
    let isNegative = text.first == UInt8(ascii: "-")
    for byte in isNegative ? text.dropFirst() : text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, tensOverflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if tensOverflow || sumOverflows { return nil }
      number = sum
    }
    return number
  }

  /// The value of a number, infinite if it is out of range for a Double; `nil` if it is another type.
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
    var element = first
    var position = 0
    while let value = element {
      try body(position, value)
      element = value.next(in: self)
      position += 1
    }
  }
}

// Steps from one value to another.
extension JSONElement {
  /// The first of its parts; `nil` if there are none.
  @usableFromInline
  package var first: JSONElement? {
    index + 1 < node.next ? JSONElement(document: document, index: index + 1) : nil
  }

  /// The value after a member's name; `nil` at the end of the document.
  @usableFromInline
  package var following: JSONElement? {
    index + 1 < document.nodes.count ? JSONElement(document: document, index: index + 1) : nil
  }

  /// Returns the next part of `whole`; `nil` after the last.
  @usableFromInline
  package func next(in whole: JSONElement) -> JSONElement? {
    node.next < whole.node.next ? JSONElement(document: document, index: node.next) : nil
  }
}
