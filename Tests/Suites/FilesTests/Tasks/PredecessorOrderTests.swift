import Files
import Testing

struct PredecessorOrderTests {
  /// Returns the order of items, each written as its key, a colon and its predecessors.
  private func order(_ items: [String]) -> PredecessorOrder {
    let parts = items.map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    return PredecessorOrder(parts.map { $0[0].isEmpty ? nil : $0[0] }) { position in
      parts[position][1].split(separator: " ")
    }
  }

  @Test func eachFollowsItsPredecessors() {
    let found = order(["c:b a", ":c", "b:a other", "d:", "a:"])
    #expect(found.positions == [4, 2, 0, 1, 3])
    #expect(found.cycles.isEmpty)
    #expect(order(["a:", "b:a", "a:b"]).positions == [0, 1, 2])
  }

  @Test func cyclesAreFound() {
    let found = order(["x:a", "a:b", "b:c", "c:a", "d:d"])
    #expect(found.cycles == [[1, 2, 3], [4]])
    #expect(found.positions.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func aLongChainIsOrdered() {
    let count = 10_000
    let keys: [Int?] = (0..<count).map { $0 }
    let found = PredecessorOrder(keys) { $0 + 1 < count ? [$0 + 1] : [] }
    #expect(found.positions == Array((0..<count).reversed()))
  }
}
