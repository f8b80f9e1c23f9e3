// A request that waits for changes, after a clock that was ahead is corrected: its changes count as made now, and it
// waits for no time in the far future.
extension Request {
  /// Returns the request with no change and no date in the future that only the earlier, wrong clock has set; `nil` if
  /// there is none. A window in the future is a sign of a wrong clock only if its changes do not open it then: a late
  /// request that is submitted again, or hears of an old change, gets a window from that moment on.
  ///
  /// - Parameters:
  ///   - now: The time of the corrected clock.
  ///   - horizon: The furthest allowed date of a request from now.
  func withChangesBroughtBack(to now: WallTime, _ horizon: Duration) -> Request? {
    guard var changes = progress.changes else { return nil }
    var request = self
    if changes.earliest > now { changes.earliest = earliestBroughtBack(to: now, horizon) }
    changes.noted?.bringBack(to: now)
    changes.begun?.bringBack(to: now)
    changes.woken = changes.woken.map { min($0, now) }
    let isOnlyWindow = changes == progress.changes
    let excess = window.opens - max(now, terms.needs.changes.opening(by: changes))
    // A correct clock opens no window beyond the horizon.
    guard !isOnlyWindow || window.opens > now + horizon || excess > .zero else { return nil }
    request.progress.changes = changes
    if isOnlyWindow, excess > .zero {
      request.window.opens = window.opens - excess
      request.window.latest = window.latest.map { $0 - excess }
    } else if changes.begun != nil {
      // The window of the begun changes keeps its length, but opens now or at the earliest date.
      let excess = max(.zero, window.opens - max(now, changes.earliest))
      request.window.opens = window.opens - excess
      request.window.latest = window.latest.map { $0 - excess }
    } else {
      (request.window.opens, request.window.latest) = (changes.earliest, nil)
      request.openWindow()
    }
    request.bringRecordsBack(to: now)
    return request
  }

  /// Returns the corrected earliest date. If it was the time of the submission, it is now. A date from a correct clock
  /// stays. If the clock was a day or more ahead, the time since the submission is kept.
  private func earliestBroughtBack(to now: WallTime, _ horizon: Duration) -> WallTime {
    guard let earliest = progress.changes?.earliest else { return now }
    let lead = max(.zero, earliest - submitted)
    if lead == .zero { return now }
    let isFarAhead = submitted - now >= .days(1) || earliest > now + horizon
    return isFarAhead ? now + min(lead, horizon) : earliest
  }
}

extension NotedChange {
  /// Sets the times of the change to `now` if they are later.
  fileprivate mutating func bringBack(to now: WallTime) {
    (first, last) = (min(first, now), min(last, now))
  }
}
