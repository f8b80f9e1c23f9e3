import Scheduling
import VarlinkServer

/// What each request waits for, in the order in which that changed last.
///
/// Whoever has read up to some change and goes on later is told the newest reasons of each request that
/// has changed since, once, however often it has. So nothing is kept for each of those who read.
struct ReasonLog {
  struct Entry {
    /// Counts the changes, from one.
    let change: Int
    let key: RequestKey
    /// What is told; nil where it waits for nothing, which nobody is told.
    let notice: EncodedReply?
  }

  private struct Standing {
    var change: Int
    var reasons: [Reason]
    var notice: EncodedReply?
  }

  private var standings: [RequestKey: Standing] = [:]
  /// By change. Those that are not the newest of their request are passed over, and removed by and by.
  private var changes: [(change: Int, key: RequestKey)] = []
  private var newest = 0

  /// Notes what a request waits for. Whether that is something else than before.
  mutating func note(_ key: RequestKey, _ reasons: [Reason], notice: () -> EncodedReply?) -> Bool {
    guard standings[key]?.reasons != reasons else { return false }
    newest += 1
    standings[key] = Standing(
      change: newest, reasons: reasons, notice: reasons.isEmpty ? nil : notice())
    changes.append((newest, key))
    if changes.count > 2 * standings.count + 64 { removeOldChanges() }
    return true
  }

  /// A request that there is no more.
  mutating func forget(_ key: RequestKey) {
    standings[key] = nil
  }

  /// The first change after another that is still the newest of its request; nil where there is none.
  func next(after change: Int) -> Entry? {
    guard change < newest else { return nil }
    for (change, key) in changes[firstIndex(after: change)...] {
      guard let standing = standings[key], standing.change == change else { continue }
      return Entry(change: change, key: key, notice: standing.notice)
    }
    return nil
  }

  private func firstIndex(after change: Int) -> Int {
    var range = changes.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        changes[middle].change <= change
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  private mutating func removeOldChanges() {
    changes.removeAll { standings[$0.key]?.change != $0.change }
  }
}
