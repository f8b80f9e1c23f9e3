import OrderedCollections

/// Facts that are not stored, about the runs or processes that have ended last. If the commit of an end fails, the run or
/// process is there again until its end is reported once more, and these facts hold again.
struct LatestEnds<Value: Sendable>: Sendable {
  /// More than end in one commit.
  private static var limit: Int { 256 }

  private var values: OrderedDictionary<RunID, Value> = [:]

  subscript(id: RunID) -> Value? { values[id] }

  mutating func note(_ value: Value, of id: RunID) {
    values[id] = value
    if values.count > Self.limit { values.removeFirst(Self.limit / 2) }
  }
}
