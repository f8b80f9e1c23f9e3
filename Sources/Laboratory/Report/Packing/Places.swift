import OrderedCollections

/// Values that are written once and then referred to by their place.
struct Places<Value: Hashable> {
  private(set) var values: OrderedSet<Value> = []

  /// Returns the place of a value, and adds the value if it is new.
  mutating func place(adding value: Value) -> Int {
    values.append(value).index
  }
}
