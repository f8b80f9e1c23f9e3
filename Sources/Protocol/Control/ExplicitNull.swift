/// An optional field that is written as `null` if it is absent, so that JSON output always has the same keys. Reading
/// treats an absent field as null, as Varlink does.
@propertyWrapper
package struct ExplicitNull<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  /// Encodes the value, or null if there is none. The key is never left out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a field of this type; one without a key is `nil`. The synthesized decoding of a structure calls this
  /// overload.
  package func decode<Value>(_ type: ExplicitNull<Value>.Type, forKey key: Key) throws
    -> ExplicitNull<Value>
  {
    try decodeIfPresent(type, forKey: key) ?? ExplicitNull(wrappedValue: nil)
  }
}
