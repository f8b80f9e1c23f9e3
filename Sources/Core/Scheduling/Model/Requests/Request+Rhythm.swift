// The windows that a submission keeps from the request that it replaces.
extension Request {
  /// Keeps the rhythm of periodic work that is submitted again with the same interval; does nothing if the interval
  /// differs. New criteria neither cause a second run in one interval nor put its latest date off, even if a script
  /// submits the same every day. A new beginning, or a date as latest, is followed exactly. Of work that waits for
  /// events, keeps the last success. Of all work without intervals, keeps the time since which it is awaited.
  ///
  /// - Parameter old: The present request of its key, which is replaced; `nil` if there is none.
  mutating func keepRhythm(
    of old: Request?, _ submission: Submission, _ settings: Settings, at now: Instant
  ) {
    guard let old else { return }
    let isSame = isSameStandingWork(as: old)
    if isSame {
      progress.lastSuccess = old.progress.lastSuccess
      keepNotification(of: old)
    }
    keepAwaitedSince(of: old, at: now.wall)
    guard isSame, var kept = old.period, let period else { return }
    // An earliest date that is not in the rhythm begins another one, and so does one that skips intervals. Both are
    // compared on the clocks of the submission, since a date after a change of clocks names the same time of day.
    let onItsClocks = kept.moved(to: period.zoneSeconds)
    if let earliest = submission.earliest?.resolved(from: now.wall) {
      let furthest = now.wall + max(kept.every, Self.furthestNextDay)
      guard onItsClocks.hasInterval(at: period.anchor), earliest <= furthest else { return }
    }
    // Without a date of its own, the kept intervals still begin at the one that was named for them.
    kept.earliest = period.earliest ?? kept.earliest
    var window = old.window
    let rest = rest(in: kept.every, settings)
    window.atLatest = self.window.atLatest
    let latestAfter = latestAfter(in: kept, submission)
    if latestAfter != kept.latestAfter {
      // Another length of windows also applies to the present one. After a rest, it can open in another interval.
      kept.latestAfter = latestAfter
      window = kept.window(atLatest: window.atLatest, rest: rest)
      if case .at = submission.latest, let asked = self.window.latest, asked > window.opens {
        window.latest = asked
      }
    }
    self.period = kept
    // A new submission must not be dropped immediately.
    if !window.isDropped(at: now.wall) { self.window = window }
  }

  /// Whether it counts as the same work as `old`, which stays after a run: it repeats in the same intervals or, if it
  /// waits for events and has no interval, it has the same command.
  func isSameStandingWork(as old: Request) -> Bool {
    guard let period else {
      return (isObserver || isDependent) && terms.command.executesSame(as: old.terms.command)
    }
    guard let former = old.period else { return false }
    // The `every` of a calendar is the distance between two dates, and differs from date to date.
    return former.calendar == period.calendar && former.flex == period.flex
      && former.unit == period.unit && (!former.calendar.isEmpty || former.every == period.every)
  }

  /// The time to the furthest day that a weekday names, and a day more for a change of clocks. A script that submits
  /// `Fri 18:00` each day names no later one.
  private static let furthestNextDay = Duration.days(8)

  /// Returns the length of its windows in the intervals of `kept`; `nil` if it has no latest date. A latest date that
  /// is at most a day, or a shorter interval, ahead is a time of day, at which each window ends.
  private func latestAfter(in kept: Period, _ submission: Submission) -> Duration? {
    guard let fresh = period, case .at(let date) = submission.latest, kept.calendar.isEmpty,
      let length = fresh.latestAfter
    else { return period?.latestAfter }
    let onItsClocks = kept.moved(to: submission.zoneAtLatest ?? fresh.zoneSeconds)
    let afterBegin = date - onItsClocks.begins
    // Such as a weekday, as the latest date of a week.
    let endsAsBefore = afterBegin.remainder(upTo: kept.every) == kept.latestAfter
    if endsAsBefore { return kept.latestAfter }
    let unit: Duration = kept.followsCalendar ? .days(1) : kept.every
    return length <= unit ? afterBegin.remainder(upTo: unit) : length
  }
}

extension Duration {
  /// Returns the remainder of a division by `unit`, above zero and at most `unit`.
  func remainder(upTo unit: Duration) -> Duration {
    .nanoseconds(floorRemainder(nanoseconds - 1, max(1, unit.nanoseconds)) + 1)
  }
}
