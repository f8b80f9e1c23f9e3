/// Requests that only their identifiers and windows tell apart: one profile, one app, one group.
struct RequestClass: Sendable {
  struct Key: Hashable, Sendable {
    var profile: Int
    var owner: UInt32
    var app: String?
    var group: String?
    /// The policies of apps tell these apart.
    var isObserver: Bool
  }

  let key: Key
  /// Slots of the request table, in no order that means anything.
  private(set) var slots: [Int] = []
  /// The slot whose request comes first, where that is known.
  var first: Int?

  init(key: Key) {
    self.key = key
  }

  var app: AppKey? {
    key.app.map { AppKey(owner: key.owner, id: $0) }
  }

  /// Puts `slot` at the end; returns its position.
  mutating func append(_ slot: Int) -> Int {
    slots.append(slot)
    first = nil
    return slots.count - 1
  }

  /// Takes out the slot at `position`; returns the one that has taken its place, if one has.
  mutating func remove(at position: Int) -> Int? {
    if first == slots[position] { first = nil }
    slots.swapAt(position, slots.count - 1)
    slots.removeLast()
    return position < slots.count ? slots[position] : nil
  }
}
