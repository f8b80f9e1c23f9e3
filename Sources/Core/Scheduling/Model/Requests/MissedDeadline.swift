/// The latest dates of a request that have passed since its last success. They are reported once, when this is put into
/// the request. The next success removes it.
package struct MissedDeadline: Hashable, Codable, Sendable {
  /// The first of these dates.
  package var since: WallTime
  /// The last window that was skipped; `nil` if the request still waits at its latest date.
  package var skip: Skip?
  /// Whether its owner has acknowledged it. It is then no longer shown, and not reported again for the present window.
  package var isAcknowledged = false

  /// The skipped windows.
  package struct Skip: Hashable, Codable, Sendable {
    /// The number of windows in a row.
    package var count: Int
    /// The run that records the last of them.
    package var run: RunID
    /// The time when the last of them was skipped.
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
  /// Returns the time at which the request is reported as overdue without a success. `nil` if it has no latest date,
  /// was reported, or is dropped at its latest date.
  func overdueMoment(_ settings: Settings) -> WallTime? {
    guard progress.missed == nil, window.atLatest != .drop else { return nil }
    return window.latest.map { $0 + settings.overdueDelay }
  }

  /// Returns the first latest date that has passed since the last success; `nil` if there is none, or it was
  /// acknowledged.
  package func overdueSince(at now: WallTime) -> WallTime? {
    if let missed = progress.missed { return missed.isAcknowledged ? nil : missed.since }
    return window.isOverdue(at: now) ? window.latest : nil
  }

  /// The windows that were skipped since the last success; `nil` if there are none, or they were acknowledged.
  package var skippedWindows: MissedDeadline.Skip? {
    progress.missed.flatMap { $0.isAcknowledged ? nil : $0.skip }
  }

  /// Returns the request with one more skipped window, which `run` records. Windows that its owner has acknowledged are
  /// not counted.
  func skipping(_ run: Run, at now: WallTime) -> Request {
    var skipped = self
    let earlier = progress.missed.flatMap { $0.isAcknowledged ? nil : $0 }
    let count = (earlier?.skip?.count ?? 0) + 1
    skipped.progress.missed = MissedDeadline(
      since: earlier?.since ?? window.latest ?? now,
      skip: MissedDeadline.Skip(count: count, run: run.id, at: now))
    return skipped
  }

  /// Returns the request after its owner has acknowledged its failures and that it is overdue; `nil` if it has neither.
  func acknowledged(at now: WallTime) -> Request? {
    let since = overdueSince(at: now)
    guard progress.failures > 0 || failedWindow != nil || since != nil else { return nil }
    var known = self
    known.progress.failures = 0
    known.progress.windowFailure = nil
    if let since {
      // If the present window is overdue, the record stays, so that it is not reported again.
      let isPresentWindowMissed = window.isOverdue(at: now)
      known.progress.missed =
        isPresentWindowMissed ? progress.missed ?? MissedDeadline(since: since) : nil
      known.progress.missed?.isAcknowledged = true
    }
    return known
  }

  /// Throws a refusal if the request names a command for a missed latest date, but has no latest date.
  func checkOverdueCommand() throws(Refusal) {
    // A request that waits for an event has no latest date yet, but a time from the event to its latest date.
    guard let line = terms.run.onOverdueCommand, window.latest == nil, latestAfterOpening == nil
    else {
      return
    }
    throw Refusal(
      .invalid, field: "onOverdueCommand", value: String(line.prefix(80)),
      message:
        "onOverdueCommand requires a latest date, and the request has none; also give `latest`"
    )
  }

  /// Keeps the missed dates of `old`, the request that this one replaces, if this is the same work, in the same window
  /// or in one that has also closed. A change of the request also keeps skipped windows, which stay skipped.
  mutating func keepMissedDeadline(of old: Request?, isAmended: Bool, at now: WallTime) {
    guard let old, isAmended || isStanding && isSameStandingWork(as: old) else { return }
    let hasSameDates = window.opens == old.window.opens && window.latest == old.window.latest
    let hasSkippedWindows = isAmended && old.progress.missed?.skip != nil
    guard hasSameDates || hasSkippedWindows || window.isOverdue(at: now) else { return }
    progress.missed = old.progress.missed
  }
}

// The notification that a request has not succeeded for long.
extension Request {
  /// The time at which its owner is notified that it has not succeeded for long; `nil` if the request does not ask for
  /// it, or its owner was notified since its last success. Never before its window opens: until then it could not run.
  var notificationMoment: WallTime? {
    guard let limit = terms.run.notifyAfter, progress.notified == nil else { return nil }
    return max(awaitedSince + limit, window.opens)
  }

  /// The time since which its next success is awaited: its last success or, without one, its first submission.
  private var awaitedSince: WallTime {
    if let success = progress.lastSuccess { return success }
    if let since = progress.awaitedSince, period == nil { return since }
    // Work that runs once can have a date long after its submission.
    return isStanding ? firstSubmitted : max(submitted, window.opens)
  }

  /// The time of its first submission. Periodic work that was submitted again keeps its intervals: then the beginning
  /// of the first of them.
  var firstSubmitted: WallTime {
    min(submitted, period?.anchor ?? progress.awaitedSince ?? submitted)
  }

  /// Removes the record that its owner was notified (`Progress.notified`) if it is of a time after `now`: a clock that
  /// was ahead has caused that notification.
  mutating func forgetFutureNotification(at now: WallTime) {
    if let timeOfNotification = progress.notified, timeOfNotification > now {
      progress.notified = nil
    }
  }

  /// Keeps the time since which a success of `old` is awaited, which this request replaces, if both have the same
  /// command and no intervals. Otherwise a script that submits the same each day would put the notification off. Does
  /// nothing if `old` could not run before `now`, or if this request has a last success.
  mutating func keepAwaitedSince(of old: Request, at now: WallTime) {
    guard terms.run.notifyAfter != nil, progress.lastSuccess == nil, period == nil,
      old.period == nil, old.awaitedSince <= now,
      terms.command.executesSame(as: old.terms.command)
    else { return }
    progress.awaitedSince = old.awaitedSince
    keepNotification(of: old)
  }

  /// Keeps the record that the owner of `old`, which this request replaces, was notified since its last success.
  /// If this request has another time limit, its owner may be notified again.
  mutating func keepNotification(of old: Request) {
    if terms.run.notifyAfter == old.terms.run.notifyAfter {
      progress.notified = old.progress.notified
    }
  }
}
