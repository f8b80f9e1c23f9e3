/// A type with a value that most requests have.
package protocol Defaulted: Hashable {
  static var usual: Self { get }
}

extension Array: Defaulted where Element: Hashable {
  package static var usual: Self { [] }
}

/// A property of which most values are the usual one: it takes the size of a pointer, and copies share its value.
@propertyWrapper
package struct Boxed<Value: Defaulted & Sendable>: Hashable, Sendable {
  /// The value; `nil` exactly if it is the usual one, so that equal values have equal boxes.
  private var box: Shared<Value>?

  /// Creates the usual value.
  package init() {}

  package init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The value of the property; a usual value is not stored.
  package var wrappedValue: Value {
    _read {
      if let box { yield box.value } else { yield Value.usual }
    }
    set { box = newValue == .usual ? nil : Shared(newValue) }
  }
}
