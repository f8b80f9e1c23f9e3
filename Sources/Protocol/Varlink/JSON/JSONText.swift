import FoundationEssentials

/// A JSON value as text, decoded when its type is known.
package struct JSONText: Sendable, Equatable {
  /// The text in UTF-8.
  package let bytes: ArraySlice<UInt8>

  package static let emptyObject = JSONText(bytes: Array("{}".utf8)[...])

  /// Decodes the text as a value. Throws a `DecodingError` if it does not match.
  package func decode<Value: Decodable>(as _: Value.Type = Value.self) throws -> Value {
    try Coding.decoder.decode(Value.self, from: Data(bytes))
  }
}

extension JSONText: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
