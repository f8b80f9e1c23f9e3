/// A large part of a structure, kept outside of it: copies of the structure are small, and share the part. The
/// scheduler reads its settings and its context at each step, which moves the whole structure. A change of one field
/// copies the whole part, so a part is a value that is copied more often than it changes.
@propertyWrapper
package struct Apart<Value: Hashable & Sendable>: Hashable, Sendable {
  private(set) var shared: Shared<Value>

  package init(wrappedValue: Value) {
    shared = Shared(wrappedValue)
  }

  package var wrappedValue: Value {
    _read { yield shared.value }
    set { shared = Shared(newValue) }
  }
}

/// The stored form is that of the value.
extension Apart: Codable where Value: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
