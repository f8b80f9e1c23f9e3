/// Text that is compared and ordered by its bytes, as the kernel compares paths. Swift's strings are also equal if one
/// contains an accented letter and the other the letter followed by the accent.
package struct ExactString: Sendable {
  package var text: String

  @inlinable package init(_ text: String) {
    self.text = text
  }
}

extension ExactString: Hashable, Comparable {
  @inlinable package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Hashes the bytes of the text and an end mark, so that equal bytes have equal hashes.
  @inlinable package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // A byte that no text contains, so that the boundary of two adjacent texts is visible.
    hasher.combine(0xff as UInt8)
  }
}

extension ExactString: Codable {
  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ExactString: ExpressibleByStringInterpolation, CustomStringConvertible {
  @inlinable package init(stringLiteral text: String) {
    self.text = text
  }

  package var description: String { text }
}

// Also by bytes: to Swift, a slash with a following accent is a different character than a slash.
extension ExactString {
  /// Returns the text after `prefix`; `nil` if the text does not begin with it.
  package func droppingPrefix(_ prefix: String) -> ExactString? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    return ExactString(String(Substring(text.utf8.dropFirst(prefix.utf8.count))))
  }

  /// The names between the slashes of a path, from the root on.
  package var names: [String] {
    text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }
}

extension Sequence<ExactString> {
  /// The texts in a sentence: with commas.
  package var listed: String { map(\.text).joined(separator: ", ") }
}

extension [String] {
  /// The same texts, compared by their bytes.
  package var exact: [ExactString] { map { ExactString($0) } }
}
