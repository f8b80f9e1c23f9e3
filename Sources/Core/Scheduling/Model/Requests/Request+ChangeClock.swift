// A clock that was ahead and is set right, of a request that waits for changes: what has changed, has changed now, and
// nothing waits for a moment that the clock will not show again for long.
extension Request {
  /// The request as it would be by the clock that shows `now`; nil where it is that.
  func withChangesBroughtBack(to now: WallTime, _ horizon: Duration) -> Request? {
    guard var changes = progress.changes else { return nil }
    var request = self
    if changes.earliest > now { changes.earliest = earliestBroughtBack(to: now, horizon) }
    changes.noted?.bringBack(to: now)
    changes.begun?.bringBack(to: now)
    changes.woken = changes.woken.map { min($0, now) }
    request.progress.changes = changes
    if changes.begun != nil {
      let excess = max(.zero, window.opens - max(now, changes.earliest))
      request.window.opens = window.opens - excess
      request.window.latest = window.latest.map { $0 - excess }
    } else {
      (request.window.opens, request.window.latest) = (changes.earliest, nil)
      request.openWindow()
    }
    guard request != self else { return nil }
    request.submitted = min(submitted, now)
    request.progress.lastSuccess = progress.lastSuccess.map { min($0, now) }
    request.progress.missed = nil
    return request
  }

  /// What was to begin when it was submitted begins now. A date that was named by a clock that is right stays; by one
  /// that was ahead by a day or more, it was meant as long after the submission.
  private func earliestBroughtBack(to now: WallTime, _ horizon: Duration) -> WallTime {
    guard let earliest = progress.changes?.earliest else { return now }
    let lead = max(.zero, earliest - submitted)
    if lead == .zero { return now }
    let isFarAhead = submitted - now >= .days(1) || earliest > now + horizon
    return isFarAhead ? now + min(lead, horizon) : earliest
  }
}

extension NotedChange {
  fileprivate mutating func bringBack(to now: WallTime) {
    (first, last) = (min(first, now), min(last, now))
  }
}
