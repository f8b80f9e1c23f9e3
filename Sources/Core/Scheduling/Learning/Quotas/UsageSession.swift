/// A time in which an app used the device in the background: one run, or several that overlapped or followed each other
/// closely.
package struct UsageSession: Hashable, Sendable {
  package var start: WallTime
  package var end: WallTime
  /// The charged time; less than its length if sessions were joined. It counts as if it lay at the end.
  package var used: Duration
  package var runs: Int

  package init(start: WallTime, length: Duration, runs: Int = 1) {
    self.start = start
    end = start + length
    used = length
    self.runs = runs
  }

  /// Returns the charged time after `moment`.
  func used(after moment: WallTime) -> Duration {
    max(.zero, min(used, end - moment))
  }

  /// Returns the union of this session and `later`, with the runs and the used time of both.
  func joined(with later: UsageSession) -> UsageSession {
    var joined = self
    joined.start = min(start, later.start)
    joined.end = max(end, later.end)
    joined.used = min(used + later.used, joined.end - joined.start)
    joined.runs = runs + later.runs
    return joined
  }
}
