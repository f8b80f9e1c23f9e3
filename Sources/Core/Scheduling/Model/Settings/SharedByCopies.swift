/// A large value of a struct that is copied often: it takes the size of a pointer, and copies share it.
struct SharedByCopies<Value: Hashable & Sendable>: Hashable, Sendable {
  private let shared: Shared<Value>

  init(_ value: Value) { shared = Shared(value) }

  @inline(__always) var value: Value { shared.value }

  static func == (one: Self, other: Self) -> Bool {
    one.shared === other.shared || one.shared.value == other.shared.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(shared.value) }
}
