/// Requests that differ only in identifiers and windows: one profile, one app, one group, one priority.
struct RequestClass: Sendable {
  struct Key: Hashable, Sendable {
    var profile: Int
    var owner: UInt32
    var app: String?
    var group: String?
    var priority: Int
    /// Whether it is an observer; the app policies depend on it.
    var isObserver: Bool
  }

  let key: Key
  /// Slots of the request table, in no particular order.
  private(set) var slots: [Int] = []
  /// The slot of the request whose turn is first; `nil` if it must be found again.
  var cachedFirst: Int?
  /// The last known index of its app in `AppsByKey`.
  var appIndex = 0

  init(key: Key) {
    self.key = key
  }

  /// The app of its requests; `nil` if they are commands without an app.
  var app: AppKey? {
    key.app.map { AppKey(owner: key.owner, id: $0) }
  }

  /// Appends the request in `slot`; returns its position.
  mutating func append(_ slot: Int) -> Int {
    slots.append(slot)
    cachedFirst = nil
    return slots.count - 1
  }

  /// Removes the request at `position`, to which the last one then moves. Returns the slot of the moved request; `nil`
  /// if the last one was removed.
  mutating func remove(at position: Int) -> Int? {
    if cachedFirst == slots[position] { cachedFirst = nil }
    slots.swapAt(position, slots.count - 1)
    slots.removeLast()
    return position < slots.count ? slots[position] : nil
  }
}
