/// Text that equals other text only where all bytes are the same, and is ordered by them: what the
/// kernel takes paths for. Two strings of Swift's are equal as well where the one has a letter with its
/// accent and the other the letter, then the accent.
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

  @inlinable package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No byte of a text, so that of two in a row it is seen where the first ends.
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

// By bytes, too: to Swift, a slash with an accent behind it is another character than a slash.
extension ExactString {
  /// What is behind `prefix`; nil where the text does not begin so.
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
  /// As a sentence names them: with commas.
  package var listed: String { map(\.text).joined(separator: ", ") }
}

extension [String] {
  /// The same texts, to be compared by their bytes.
  package var exact: [ExactString] { map { ExactString($0) } }
}
