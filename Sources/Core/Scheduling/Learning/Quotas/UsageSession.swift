/// A time in which an app used the device in the background: one run, or several that overlapped or followed each other
/// closely.
package struct UsageSession: Hashable, Sendable {
  package var start: WallTime
  package var end: WallTime
  /// The charged time; less than its length if sessions were joined. It counts as if it lay at the end.
  package var used: Duration {
    get { .nanoseconds(usedNanoseconds) }
    set { usedNanoseconds = newValue.nanoseconds }
  }
  package var runs: Int
  /// `used` in 64 bits, since sums over all sessions are made constantly.
  private var usedNanoseconds: Int64

  package init(start: WallTime, length: Duration, runs: Int = 1) {
    self.start = start
    end = start + length
    usedNanoseconds = length.nanoseconds
    self.runs = runs
  }

  /// Returns the charged time after `moment`.
  func used(after moment: WallTime) -> Duration { .nanoseconds(nanosecondsUsed(after: moment)) }

  /// Returns the same in nanoseconds.
  @inline(__always)
  func nanosecondsUsed(after moment: WallTime) -> Int64 {
    if end <= moment { return 0 }
    let (distance, overflow) = end.nanoseconds.subtractingReportingOverflow(moment.nanoseconds)
    return max(0, overflow ? usedNanoseconds : min(usedNanoseconds, distance))
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
