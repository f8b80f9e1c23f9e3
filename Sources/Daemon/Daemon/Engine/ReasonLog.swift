import Scheduling
import VarlinkServer

/// The reasons why each request waits, in the order of their last change.
///
/// A reader that continues after some change receives the newest reasons of each request that has changed since,
/// once per request. The log therefore keeps no state per reader.
struct ReasonLog {
  struct Entry {
    /// The number of the change, counted from one.
    let change: Int
    let key: RequestKey
    /// The notice for watchers; `nil` if the request waits for nothing, which is not reported.
    let notice: EncodedReply?
  }

  private struct Current {
    var change: Int
    var reasons: [Reason]
    var notice: EncodedReply?
  }

  private var current: [RequestKey: Current] = [:]
  /// The changes in order. Superseded ones are skipped, and removed from time to time.
  private var changes: [(change: Int, key: RequestKey)] = []
  private var newest = 0

  /// Records the reasons why a request waits. Returns whether they have changed; only then, `notice` makes the notice
  /// for watchers.
  mutating func record(_ key: RequestKey, _ reasons: [Reason], notice: () -> EncodedReply?) -> Bool
  {
    guard current[key]?.reasons != reasons else { return false }
    newest += 1
    current[key] = Current(
      change: newest, reasons: reasons, notice: reasons.isEmpty ? nil : notice())
    changes.append((newest, key))
    // Once superseded changes are the majority: the removal then costs little for each recorded change.
    if changes.count > 2 * current.count + 64 { removeOldChanges() }
    return true
  }

  /// Forgets a request that no longer exists or does not wait.
  mutating func forget(_ key: RequestKey) {
    current[key] = nil
  }

  /// Returns the first change with a number above `change` that is still the newest of its request; `nil` if there is
  /// none.
  func next(after change: Int) -> Entry? {
    guard change < newest else { return nil }
    for (number, key) in changes[firstIndex(after: change)...] {
      // A change that a newer one of the same request has replaced is skipped.
      guard let latest = current[key], latest.change == number else { continue }
      return Entry(change: number, key: key, notice: latest.notice)
    }
    return nil
  }

  /// Returns the index of the first entry with a higher number than `change`, by binary search; the end index if there
  /// is none.
  private func firstIndex(after change: Int) -> Int {
    var candidates = changes.indices
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      let isTooEarly = changes[middle].change <= change
      candidates =
        isTooEarly ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
    }
    return candidates.lowerBound
  }

  /// Removes the changes that a newer change of the same request has replaced.
  private mutating func removeOldChanges() {
    changes.removeAll { current[$0.key]?.change != $0.change }
  }
}
