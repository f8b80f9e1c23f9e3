/// A large part of a structure, kept outside of it: copies of the structure are small, and share the part. The
/// scheduler reads its settings and its context at each step, which moves the whole structure. A change of one field
/// copies the whole part, so a part is a value that rarely changes.
@propertyWrapper
package struct Apart<Value: Hashable & Sendable>: Hashable, Sendable {
  private var shared: Shared<Value>

  package init(wrappedValue: Value) {
    shared = Shared(wrappedValue)
  }

  package var wrappedValue: Value {
    _read { yield shared.value }
    set { shared = Shared(newValue) }
  }
}
