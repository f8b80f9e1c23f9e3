// When a clock that was ahead is corrected, recorded times can lie in the future. A request must not wait for them.
extension Request {
  /// Returns the request with the dates that the corrected clock, which shows `now`, would have given it; `nil` if the
  /// request shows no sign of a clock that was far ahead. A date from a correct clock stays, however far ahead it lies.
  /// A date from a clock that was a little ahead also stays.
  func broughtBack(to now: WallTime, zoneSeconds: Int, _ settings: Settings) -> Request? {
    if isObserver { return withChangesBroughtBack(to: now, settings.horizon) }
    var request = self
    request.bringReleaseBack(to: now)
    // The first date of an alarm or a notification was given by its app, and is right on any clock. The beginning of an
    // interval, and a date that follows an earlier run, were computed from the wrong clock.
    let isComputed = period != nil && (period?.unit == nil || period?.previousStart != nil)
    if terms.task?.due == nil || isComputed {
      request.bringWindowBack(to: now, zoneSeconds: zoneSeconds, settings)
    }
    // A window that opened before now stays, but its latest date may also be of the wrong clock.
    if request.window == window { request.bringLatestBack(to: now) }
    // A recorded event in the future shows a wrong clock, even if no window has to move.
    let lastRecorded = max(
      submitted, progress.lastSuccess ?? submitted, progress.notified ?? submitted)
    let isReleaseMoved = request.progress.predecessors != progress.predecessors
    let wasFarAhead = lastRecorded - now >= .days(1)
    let opens = request.window.opens
    guard request.window != window || isReleaseMoved || wasFarAhead else { return nil }
    if let before = progress.predecessors {
      // Before the release, the earliest date opens the window; also after a release that came before that date. Then
      // it moves with the window.
      let openedWithEarliest = before.released == nil || before.earliest == window.opens
      if openedWithEarliest { request.progress.predecessors?.earliest = opens }
    }
    // A named date after the opening was one of the wrong clock.
    if let named = request.period?.earliest { request.period?.earliest = min(named, opens) }
    request.bringRecordsBack(to: now)
    return request
  }

  /// Moves recorded times that lie after `now` back to it, and removes the records that the wrong clock has caused.
  mutating func bringRecordsBack(to now: WallTime) {
    submitted = min(submitted, now)
    progress.lastSuccess = progress.lastSuccess.map { min($0, now) }
    progress.awaitedSince = progress.awaitedSince.map { min($0, now) }
    // The date was missed by a wrong clock.
    progress.missed = nil
    forgetFutureNotification(at: now)
  }

  /// Moves the release of a request that follows others to `now` if it lies in the future, with the window that it has
  /// opened.
  private mutating func bringReleaseBack(to now: WallTime) {
    guard var known = progress.predecessors, let released = known.released, released > now else {
      return
    }
    let openedWithRelease = window.opens == max(known.earliest, released)
    known.released = now
    // A later date is one that the user gave.
    if known.earliest <= released { known.earliest = min(known.earliest, now) }
    progress.predecessors = known
    guard openedWithRelease else { return }
    window.opens = max(known.earliest, now)
    if let length = known.latestAfter { window.latest = window.opens + length }
  }

  /// Moves a window that opens after `now` and was made by a clock that was ahead. A window that opened with its
  /// submission opens now. Other windows move only if the clock was far ahead.
  private mutating func bringWindowBack(
    to now: WallTime, zoneSeconds: Int, _ settings: Settings
  ) {
    guard window.opens > now else { return }
    if let period, !period.calendar.isEmpty { return bringDateBack(period, to: now, settings) }
    if window.opens == submitted {
      beginNow(now)
    } else if let period, let previousStart = period.previousStart {
      if period.isFarAhead(window, after: previousStart, at: now) {
        let resumed = period.moved(to: zoneSeconds).begun(by: now).inNextInterval(after: now)
        self.period = resumed
        window = resumed.window(
          atLatest: window.atLatest, rest: rest(in: resumed.every, settings))
      }
    } else {
      bringFirstWindowBack(to: now, zoneSeconds: zoneSeconds, settings.horizon)
    }
  }

  /// Moves a window of a calendar to the next date, if a clock that was ahead has chosen a later one.
  private mutating func bringDateBack(_ period: Period, to now: WallTime, _ settings: Settings) {
    guard max(submitted, period.previousStart ?? submitted) > now else { return }
    var resumed = period.begun(by: now).inNextInterval(after: now)
    // A window before the first run stays the first one.
    if period.previousStart == nil { resumed.previousStart = nil }
    resumed.earliest = nil
    self.period = resumed
    window = resumed.window(atLatest: window.atLatest, rest: rest(in: resumed.every, settings))
  }

  /// Moves a window that opened with its submission to now. If the clock was wrong by a day or more, the latest date
  /// also moves, since it was calculated from that clock.
  private mutating func beginNow(_ now: WallTime) {
    let ahead = submitted - now
    // Before the first success, the rhythm has only the time of the submission, which was wrong.
    if progress.lastSuccess == nil { period?.anchor = now }
    period = period?.begun(by: now)
    window.opens = now
    if ahead >= .days(1), let latest = window.latest { window.latest = latest - ahead }
  }

  /// Moves a window before the first run, if a clock that was ahead has set it: back by whole intervals or days, so
  /// that it keeps its time of day. It then opens at most as long after now as it opened after the submission, or one
  /// interval.
  private mutating func bringFirstWindowBack(
    to now: WallTime, zoneSeconds: Int, _ horizon: Duration
  ) {
    let clockWasAhead = submitted - now
    let every = period?.every ?? .days(1)
    let waitAtSubmission = max(.zero, window.opens - submitted)
    // A beginning beyond the first interval is a date. It moves by whole days, so that its time of day is kept.
    let step = waitAtSubmission > every ? max(every, .days(1)) : every
    // Either the time of the submission shows the wrong clock, or the date does: a correct clock accepts no date beyond
    // the horizon.
    guard clockWasAhead >= min(step, .days(1)) || window.opens > now + horizon + every else {
      return
    }
    // The same times of day on the present clocks, and then whole steps earlier.
    let moved = period?.moved(to: zoneSeconds)
    let zoneShift = moved.flatMap { moved in period.map { moved.anchor - $0.anchor } } ?? .zero
    let presentWait = (window.opens + zoneShift) - now
    let longestWait = clockWasAhead > .zero ? max(waitAtSubmission, step) : step
    let excess = presentWait.excess(over: longestWait, in: step)
    guard excess > .zero else { return }
    period = moved?.earlier(by: excess)
    window.opens = window.opens + zoneShift - excess
    window.latest = window.latest.map { $0 + zoneShift - excess }
  }

  /// Moves a latest date back by whole days, if a clock that was days ahead gave it to an open window.
  private mutating func bringLatestBack(to now: WallTime) {
    let ahead = submitted - now
    // The windows of a calendar end at its dates. A latest date before the submission is no date of the wrong clock.
    guard ahead >= .days(1), period?.calendar.isEmpty ?? true, let latest = window.latest,
      latest > submitted
    else { return }
    let wholeDays = ahead.nanoseconds / Duration.days(1).nanoseconds
    let movedLatest = latest - .days(1) * wholeDays
    if movedLatest > window.opens { window.latest = movedLatest }
  }
}

extension Period {
  /// Whether `window`, which follows a run at `after`, was made by a clock that was ahead by more than an interval. If
  /// the clock was ahead by less, the interval that it showed counts as done; otherwise a run would be repeated.
  fileprivate func isFarAhead(_ window: Window, after: WallTime, at now: WallTime) -> Bool {
    // With a correct clock two intervals and a rest are the maximum, plus a day if zones change.
    let isAhead = unit == nil && calendar.isEmpty && window.opens > now + every * 3 + .days(2)
    return after > now + every || isAhead
  }

  /// Returns the period with all intervals earlier by `duration`.
  fileprivate func earlier(by duration: Duration) -> Period {
    var earlier = self
    earlier.anchor = anchor - duration
    earlier.begins = begins - duration
    return earlier
  }
}

extension Duration {
  /// Returns the least multiple of `unit` to subtract from this duration so that it is at most `limit`; zero if it is
  /// already: 2 days for 9.5 days, a limit of 8 days and a unit of a day.
  fileprivate func excess(over limit: Duration, in unit: Duration) -> Duration {
    let excess = (self - limit).nanoseconds
    guard excess > 0 else { return .zero }
    let unitLength = max(1, unit.nanoseconds)
    let unitsRoundedUp = (excess - 1) / unitLength + 1
    return .nanoseconds(unitsRoundedUp * unitLength)
  }
}
