// A clock that was ahead and is set right leaves moments behind that lie ahead of it. A request must not
// wait for them.
extension Request {
  /// The request as it would be by the clock that shows `now`; nil where nothing in it shows that it was
  /// made by one that was far ahead.
  ///
  /// What was named as a date by a clock that is right stays, however far ahead it lies. By a clock that
  /// was a little ahead, it was meant as well.
  func broughtBack(to now: WallTime, zoneSeconds: Int, _ settings: Settings) -> Request? {
    if isObserver { return withChangesBroughtBack(to: now, settings.horizon) }
    var request = self
    // The date of an alarm or a notification is by the wall clock, whatever that shows.
    if terms.task?.due == nil || period != nil && (period?.unit == nil || period?.after != nil) {
      request.bringWindowBack(to: now, zoneSeconds: zoneSeconds, settings)
    }
    if request.window == window { request.bringLatestBack(to: now) }
    let noted = max(submitted, progress.lastSuccess ?? submitted)
    guard request.window != window || noted - now >= .days(1) else { return nil }
    request.submitted = min(submitted, now)
    request.progress.lastSuccess = progress.lastSuccess.map { min($0, now) }
    // It was missed by a clock that was wrong.
    request.progress.missed = nil
    return request
  }

  private mutating func bringWindowBack(
    to now: WallTime, zoneSeconds: Int, _ settings: Settings
  ) {
    guard window.opens > now else { return }
    if window.opens == submitted {
      beginNow(now)
    } else if let period, let after = period.after {
      if period.isFarAhead(window, after: after, at: now) {
        let resumed = period.moved(to: zoneSeconds).begun(by: now).renewed(after: now)
        self.period = resumed
        window = resumed.window(
          atLatest: window.atLatest, rest: rest(in: resumed.every, settings))
      }
    } else {
      bringFirstWindowBack(to: now, zoneSeconds: zoneSeconds, settings.horizon)
    }
  }

  /// What was to begin when it was submitted begins now. A latest date moves along where the clock was
  /// wrong by a day and more: it was reckoned by that clock.
  private mutating func beginNow(_ now: WallTime) {
    let ahead = submitted - now
    // Who named no time of day has no rhythm yet.
    if progress.lastSuccess == nil { period?.anchor = now }
    period = period?.begun(by: now)
    window.opens = now
    if ahead >= .days(1), let latest = window.latest { window.latest = latest - ahead }
  }

  /// A first window opens as long after now as it was to open after the submission, at its time of day:
  /// no later than that, or else within an interval.
  private mutating func bringFirstWindowBack(
    to now: WallTime, zoneSeconds: Int, _ horizon: Duration
  ) {
    let (ahead, every) = (submitted - now, period?.every ?? .days(1))
    let lead = max(.zero, window.opens - submitted)
    // A beginning that was named beyond the first interval is a date: its time of day is kept.
    let unit = lead > every ? max(every, .days(1)) : every
    // No clock that is right lets anybody name a date beyond the horizon.
    guard ahead >= min(unit, .days(1)) || window.opens > now + horizon + every else { return }
    let moved = period?.moved(to: zoneSeconds)
    let shift = moved.flatMap { moved in period.map { moved.anchor - $0.anchor } } ?? .zero
    let opens = (window.opens + shift) - now
    let excess = opens.excess(over: ahead > .zero ? max(lead, unit) : unit, in: unit)
    guard excess > .zero else { return }
    period = moved?.earlier(by: excess)
    window.opens = window.opens + shift - excess
    window.latest = window.latest.map { $0 + shift - excess }
  }

  /// A latest date that was named for a window that is open already, by a clock that was ahead by days.
  private mutating func bringLatestBack(to now: WallTime) {
    let ahead = submitted - now
    guard ahead >= .days(1), let latest = window.latest, latest > submitted else { return }
    let wholeDays = ahead.nanoseconds / Duration.days(1).nanoseconds
    window.latest = latest - .days(1) * wholeDays
  }
}

extension Period {
  /// Whether a window that came `after` was made by a clock that was ahead by more than an interval. One
  /// that was ahead by less leaves the interval done that it showed, or a run would be repeated.
  fileprivate func isFarAhead(_ window: Window, after: WallTime, at now: WallTime) -> Bool {
    // Two intervals and a rest are the most by a clock that is right, and a day where zones change.
    let isAhead = unit == nil && window.opens > now + every * 3 + .days(2)
    return after > now + every || isAhead
  }

  fileprivate func earlier(by duration: Duration) -> Period {
    var earlier = self
    earlier.anchor = anchor - duration
    earlier.begins = begins - duration
    return earlier
  }
}

extension Duration {
  /// The fewest whole units without which it is no more than `limit`, which is at least a unit.
  fileprivate func excess(over limit: Duration, in unit: Duration) -> Duration {
    let excess = (self - limit).nanoseconds
    let length = max(1, unit.nanoseconds)
    return excess > 0 ? .nanoseconds(((excess - 1) / length + 1) * length) : .zero
  }
}
