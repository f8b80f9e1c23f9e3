/// The order of items in which each follows its predecessors.
package struct PredecessorOrder {
  /// The state of an item: not visited, on the present path of items whose predecessors are being visited, or placed.
  private enum Visit { case new, open, done }

  /// The positions of all items, in their order, but each after those of its predecessors.
  package private(set) var positions: [Int] = []
  /// The positions of the items of each cycle, each before the position of its predecessor. The predecessor of the last
  /// is the first.
  package private(set) var cycles: [[Int]] = []

  /// Finds the order of items. Visits each item after its predecessors, depth first, and finds a cycle where a
  /// predecessor is already on the path to the item.
  ///
  /// - Parameters:
  ///   - keys: The key of each item, by which others name it; `nil` if it has none. The first item with a key is meant.
  ///   - predecessors: Returns the keys of the predecessors of the item at a position. Unknown keys are ignored.
  package init<Key: Hashable>(_ keys: [Key?], predecessors: (Int) -> [Key]) {
    var positionOf: [Key: Int] = [:]
    // In reverse, so that the first item with a key replaces the later ones.
    for (position, key) in keys.enumerated().reversed() {
      if let key { positionOf[key] = position }
    }
    var visits = [Visit](repeating: .new, count: keys.count)
    // The open items, each with the predecessors that are not visited yet. A chain can have ten thousand items.
    var path: [(position: Int, rest: ArraySlice<Key>)] = []
    for start in keys.indices where visits[start] == .new {
      visits[start] = .open
      path.append((start, predecessors(start)[...]))
      while let last = path.indices.last {
        guard let key = path[last].rest.popFirst() else {
          // All predecessors of the item have their positions.
          let position = path.removeLast().position
          visits[position] = .done
          positions.append(position)
          continue
        }
        guard let next = positionOf[key] else { continue }
        switch visits[next] {
        case .new:
          visits[next] = .open
          path.append((next, predecessors(next)[...]))
        // The item follows itself: the open items from there form a cycle.
        case .open: cycles.append(path.drop { $0.position != next }.map(\.position))
        case .done: break
        }
      }
    }
  }
}
