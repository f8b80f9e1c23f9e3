import HeapModule

/// The moments at which requests must be checked again. An outdated entry is left in the heap: the check that it
/// causes is harmless.
struct Agenda: Sendable {
  private struct Item<Reading: ClockReading>: Comparable, Sendable {
    var moment: Timestamp<Reading>
    var slot: Int

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

  mutating func add(_ slot: Int, at moment: WallTime) {
    wall.insert(Item(moment: moment, slot: slot))
  }

  mutating func add(_ slot: Int, at moment: AwakeTime) {
    awake.insert(Item(moment: moment, slot: slot))
  }

  /// Removes the entries whose moment has come on their clock. Returns their slots, the places of requests in the
  /// table.
  mutating func due(at now: Instant) -> [Int] {
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
