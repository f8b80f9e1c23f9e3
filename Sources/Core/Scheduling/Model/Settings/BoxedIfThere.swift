/// An optional property that is `nil` in most values: it takes the size of a pointer, and copies share its value. To
/// read `nil` takes almost no time, unlike with `Boxed`, which passes on the place of the value.
@propertyWrapper
package struct BoxedIfThere<Value: Hashable & Sendable>: Hashable, Sendable {
  private var box: Shared<Value>?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map { Shared($0) } }
  }
}
