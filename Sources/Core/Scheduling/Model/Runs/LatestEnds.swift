import OrderedCollections

/// Facts about recently ended runs or processes that are not stored. If the commit of an end fails, the run or process
/// exists again until its end is reported again, and these facts apply again.
struct LatestEnds<Value: Sendable>: Sendable {
  /// More than the ends of one commit.
  private static var limit: Int { 256 }

  private var values: OrderedDictionary<RunID, Value> = [:]

  subscript(id: RunID) -> Value? { values[id] }

  /// Records `value` for the ended run or process `id`. Beyond the limit, the older half of all values is removed.
  mutating func note(_ value: Value, of id: RunID) {
    values[id] = value
    if values.count > Self.limit { values.removeFirst(Self.limit / 2) }
  }
}
