import HeapModule

/// The moments at which requests must be checked again, on two clocks. A request is given by its slot, its place in
/// `RequestsByKey`. An outdated entry is left in the heap: the check that it causes is harmless.
struct Agenda: Sendable {
  private struct Item<Reading: ClockReading>: Comparable, Sendable {
    var moment: Timestamp<Reading>
    var slot: Int

    /// Returns whether `left` comes first: by the moment, then by the slot, so that the order is always the same.
    static func < (left: Self, right: Self) -> Bool {
      (left.moment, left.slot) < (right.moment, right.slot)
    }
  }

  private var wall = Heap<Item<WallReading>>()
  private var awake = Heap<Item<AwakeReading>>()

  /// The number of entries, including outdated ones.
  var count: Int { wall.count + awake.count }

  var nextWall: WallTime? { wall.min?.moment }
  var nextAwake: AwakeTime? { awake.min?.moment }

  /// Adds a check of the request in `slot` at a moment of the wall clock.
  mutating func add(_ slot: Int, at moment: WallTime) {
    wall.insert(Item(moment: moment, slot: slot))
  }

  /// Adds a check of the request in `slot` at a moment of the awake clock, such as the end of a delay after a failure.
  mutating func add(_ slot: Int, at moment: AwakeTime) {
    awake.insert(Item(moment: moment, slot: slot))
  }

  /// Removes the entries whose moment has come on their clock. Returns the slots of their requests, some more than
  /// once.
  mutating func removeDue(at now: Instant) -> [Int] {
    var slots: [Int] = []
    while let item = wall.min, item.moment <= now.wall {
      slots.append(wall.removeMin().slot)
    }
    while let item = awake.min, item.moment <= now.awake {
      slots.append(awake.removeMin().slot)
    }
    return slots
  }
}
