/// The latest dates of a request that have passed since it last succeeded. It is reported once, when it is put into
/// the request; the next success takes it out.
package struct MissedDeadline: Hashable, Codable, Sendable {
  /// The first of these dates.
  package var since: WallTime
  /// The last window that was skipped; `nil` if the request still waits at its latest date.
  package var skip: Skip?
  /// Whether its owner has acknowledged it: it is shown no more, and not reported again for the window that waits.
  package var isAcknowledged = false

  /// Windows that were skipped.
  package struct Skip: Hashable, Codable, Sendable {
    /// The number of windows in a row.
    package var count: Int
    /// The record of the last of them.
    package var run: RunID
    /// When the last of them was skipped.
    package var at: WallTime

    package init(count: Int, run: RunID, at: WallTime) {
      (self.count, self.run, self.at) = (count, run, at)
    }
  }

  package init(since: WallTime, skip: Skip? = nil, isAcknowledged: Bool = false) {
    (self.since, self.skip, self.isAcknowledged) = (since, skip, isAcknowledged)
  }
}

extension Request {
  /// When the request is reported as overdue if it has not succeeded by then. `nil` if it has no latest date, was
  /// reported, or is dropped at its latest date.
  func overdueMoment(_ settings: Settings) -> WallTime? {
    guard progress.missed == nil, window.atLatest != .drop else { return nil }
    return window.latest.map { $0 + settings.overdueDelay }
  }

  /// When its latest date passed: the first since it last succeeded, and `nil` if that is still to come or was
  /// acknowledged.
  package func overdueSince(at now: WallTime) -> WallTime? {
    if let missed = progress.missed { return missed.isAcknowledged ? nil : missed.since }
    return window.isOverdue(at: now) ? window.latest : nil
  }

  /// The windows that were skipped since it last succeeded; `nil` if there are none, or they were acknowledged.
  package var skippedWindows: MissedDeadline.Skip? {
    progress.missed.flatMap { $0.isAcknowledged ? nil : $0.skip }
  }

  /// The request after its window was skipped, which `run` records.
  func skipping(_ run: Run, at now: WallTime) -> Request {
    var skipped = self
    let known = progress.missed.flatMap { $0.isAcknowledged ? nil : $0 }
    let (since, count) = (known?.since ?? window.latest ?? now, (known?.skip?.count ?? 0) + 1)
    skipped.progress.missed = MissedDeadline(
      since: since, skip: MissedDeadline.Skip(count: count, run: run.id, at: now))
    return skipped
  }

  /// The request without what its owner has acknowledged: the count of its failures, and that it is overdue. `nil` if
  /// it has neither.
  func acknowledged(at now: WallTime) -> Request? {
    let since = overdueSince(at: now)
    guard progress.failures > 0 || since != nil else { return nil }
    var known = self
    known.progress.failures = 0
    if let since {
      let isOfWindow = window.isOverdue(at: now)
      known.progress.missed = isOfWindow ? progress.missed ?? MissedDeadline(since: since) : nil
      known.progress.missed?.isAcknowledged = true
    }
    return known
  }

  /// Throws if it names a command for a latest date that it does not have.
  func checkOverdueCommand() throws(Refusal) {
    guard let line = terms.run.onOverdueCommand, window.latest == nil, latestAfterOpening == nil
    else {
      return
    }
    throw Refusal(
      .invalid, field: "onOverdueCommand", value: String(line.prefix(80)),
      message:
        "onOverdueCommand runs once the latest date has passed, and the request has none; give latest too"
    )
  }

  /// Keeps what `old` has missed if this is the same work, in the same window or one that has closed, too.
  mutating func keepMissedDeadline(of old: Request?, isAmended: Bool, at now: WallTime) {
    guard let old, isStanding || isAmended, window == old.window || window.isOverdue(at: now)
    else { return }
    progress.missed = old.progress.missed
  }
}
