/// The identifier of a listener, for its removal.
package struct ListenerID: Hashable, Sendable {
  fileprivate var number: UInt64
}

/// Listeners, in the order in which they were added.
package struct Listeners<Value> {
  private var all = [(id: ListenerID, handler: (Value) -> Void)]()
  /// The number of the last added listener. Numbers are not used again.
  private var lastNumber: UInt64 = 0

  package init() {}

  /// Adds a listener after all earlier listeners. Returns its identifier, which `remove` and `notify(to:)` need.
  package mutating func add(_ handler: @escaping (Value) -> Void) -> ListenerID {
    lastNumber += 1
    let id = ListenerID(number: lastNumber)
    all.append((id, handler))
    return id
  }

  package mutating func remove(_ id: ListenerID) {
    all.removeAll { $0.id == id }
  }

  package mutating func removeAll() {
    all = []
  }

  /// Calls one listener, unless it has been removed.
  package func notify(to id: ListenerID, _ value: Value) {
    all.first { $0.id == id }?.handler(value)
  }

  /// Calls all present listeners; also one that another listener removes meanwhile.
  package func notify(_ value: Value) {
    for listener in all { listener.handler(value) }
  }
}
