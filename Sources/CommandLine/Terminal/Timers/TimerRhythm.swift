import Vocabulary

/// The rhythm of a request that replaces a timer.
package struct TimerRhythm: Hashable, Sendable {
  /// The seconds from one run to the next.
  package var every: Double
  /// The start of its first interval.
  package var earliest: WallTime

  /// Derives the rhythm from the timer's own dates or durations. Called for `adopt` without `--every`.
  ///
  /// - Parameters:
  ///   - elapses: The moments of the timer's calendar expressions.
  ///   - now: The system's time.
  /// - Throws: The reason why the timer cannot be replaced.
  package init(_ timer: TimerFacts, _ elapses: Elapses, now: WallTime) throws(InputError) {
    if timer.followsClockChanges {
      throw Self.refusal(timer, "it also elapses when the clock is set, which is not an interval")
    }
    let (hasDates, hasDurations) = (!timer.calendars.isEmpty, !timer.repeats.isEmpty)
    switch (hasDates, hasDurations) {
    case (true, false): try self.init(ofCalendar: timer, elapses, now: now)
    case (false, true): self.init(ofDurations: timer, now: now)
    case (false, false):
      throw Self.refusal(timer, "it elapses only once, so it has no interval")
    case (true, true):
      throw Self.refusal(timer, "it combines dates and durations, so it has no single interval")
    }
  }

  /// Creates a rhythm with the interval of `adopt --every`, in seconds. It begins when the timer would have elapsed
  /// next, also if the timer has no interval of its own.
  package init(_ timer: TimerFacts, _ elapses: Elapses, every: Double, now: WallTime) {
    self.every = every
    let next = [
      Self.nextByCalendar(of: timer, elapses), Self.nextByDuration(of: timer),
      timer.isActive ? timer.nextElapse : nil,
    ].compactMap(\.self).filter { $0 >= now }.min()
    // A timer that will never elapse again starts nothing, so the first run comes after an interval.
    earliest = next ?? max(now, (timer.lastTrigger ?? now) + Self.duration(every))
  }

  /// Creates the rhythm of a timer with calendar expressions. Throws unless all their moments are equally far apart.
  private init(ofCalendar timer: TimerFacts, _ elapses: Elapses, now: WallTime) throws(InputError) {
    guard let first = Self.nextByCalendar(of: timer, elapses),
      let shortest = elapses.distances.min(),
      let longest = elapses.distances.max()
    else { throw Self.refusal(timer, "its dates do not recur") }
    guard shortest == longest else {
      let range = [shortest, longest].map { DurationText.exact(Double($0)) }
      throw Self.refusal(
        timer, "its dates are \(range[0]) to \(range[1]) apart, so it has no regular interval")
    }
    every = Double(shortest)
    earliest = first
  }

  /// Creates the rhythm of a timer that elapses by durations: the shortest one, from its next time.
  private init(ofDurations timer: TimerFacts, now: WallTime) {
    every = timer.repeats.min() ?? 0
    earliest = max(now, Self.nextByDuration(of: timer) ?? now)
  }

  /// Returns the latest date for a request with this rhythm: two intervals after its earliest start; `nil` if dates
  /// that late are not allowed. Maintenance without a latest date waits no longer either.
  ///
  /// - Parameter furthest: The longest allowed time from now to a date.
  package func latest(now: WallTime, furthest: Duration) -> WallTime? {
    let latest = earliest + Self.duration(every * 2)
    return latest <= now + furthest ? latest : nil
  }

  /// Returns a number of seconds as a duration, to the nanosecond; at most about 292 years.
  private static func duration(_ seconds: Double) -> Duration {
    .nanoseconds(Int64(bounded: seconds * 1e9))
  }

  /// Returns the next moment of the timer's calendar expressions; `nil` if there is none. It includes the random delay
  /// of an active timer, which keeps many machines from starting at the same moment.
  private static func nextByCalendar(of timer: TimerFacts, _ elapses: Elapses) -> WallTime? {
    guard let first = elapses.all.first?.moment else { return nil }
    guard timer.isActive, let nextElapse = timer.nextElapse else { return first }
    let delay = (nextElapse - first).seconds
    // The next time of systemd belongs to this date if it is late by no more than the random delay.
    let hasRandomDelay = delay >= 0 && delay <= timer.randomizedDelay
    return hasRandomDelay ? nextElapse : first
  }

  /// Returns the time one interval after the timer's last trigger; `nil` if the timer repeats after no duration, or was
  /// never triggered.
  private static func nextByDuration(of timer: TimerFacts) -> WallTime? {
    guard let interval = timer.repeats.min() else { return nil }
    return timer.lastTrigger.map { $0 + Self.duration(interval) }
  }

  /// Returns the error that a timer cannot be replaced, with the reason `why` and the remedy.
  private static func refusal(_ timer: TimerFacts, _ why: String) -> InputError {
    InputError(
      "\(timer.name.visible) has no interval to adopt: \(why). Leave it, or name the interval: "
        + "rubatoctl adopt \(timer.name.visible) --every ...")
  }
}
