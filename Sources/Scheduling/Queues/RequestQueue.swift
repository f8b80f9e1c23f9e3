/// Requests that only their identifiers and windows tell apart: one gate profile, one app, one group.
struct RequestQueue: Sendable {
  struct Key: Hashable, Sendable {
    var profile: Int
    var owner: UInt32
    var app: String?
    var group: String?
  }

  let key: Key
  /// Slots of the request table, in no order that means anything.
  private(set) var slots: [Int] = []
  /// The slot whose request comes first, where that is known.
  var first: Int?
  /// What keeps all of it waiting for the sake of its app, as it was last seen.
  private var hold: QueueHold?
  /// Whether that is so still, as far as anybody knows.
  private var isHeld = false

  init(key: Key) {
    self.key = key
  }

  var app: AppKey? {
    key.app.map { AppKey(owner: key.owner, id: $0) }
  }

  /// What keeps it waiting; nil where that has to be seen.
  var knownHold: QueueHold? { isHeld ? hold : nil }

  /// Takes what keeps it waiting. Returns whether that is something new.
  mutating func hold(_ hold: QueueHold) -> Bool {
    defer { (self.hold, isHeld) = (hold, true) }
    return hold != self.hold
  }

  /// What keeps it waiting has to be seen anew.
  mutating func wake() { isHeld = false }

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
