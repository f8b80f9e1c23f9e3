import OrderedCollections

/// Values that are written once and then referred to by their place.
struct Places<Value: Hashable> {
  private(set) var values: OrderedSet<Value> = []

  mutating func place(of value: Value) -> Int {
    values.append(value).index
  }
}
