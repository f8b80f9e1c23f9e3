import Scheduling

/// How a request repeats that takes a timer's place.
package struct TimerRhythm: Hashable, Sendable {
  /// Seconds from one run to the next.
  package var every: Double
  /// Where its first interval begins.
  package var earliest: WallTime

  /// - Parameters:
  ///   - elapses: Of the timer's calendar expressions.
  ///   - now: The system's time.
  /// - Throws: Why the timer cannot be replaced.
  package init(_ timer: TimerFacts, _ elapses: Elapses, now: WallTime) throws(InputError) {
    if timer.followsClockChanges {
      throw Self.refusal(timer, "it also elapses when the clock is set, which is not an interval")
    }
    switch (timer.calendars.isEmpty, timer.repeats.isEmpty) {
    case (false, true): try self.init(ofCalendar: timer, elapses, now: now)
    case (true, false): self.init(ofLengths: timer, now: now)
    case (true, true):
      throw Self.refusal(timer, "it elapses once and not again, so there is no interval")
    case (false, false):
      throw Self.refusal(timer, "it has dates and lengths of time, so there is no one interval")
    }
  }

  private init(ofCalendar timer: TimerFacts, _ elapses: Elapses, now: WallTime) throws(InputError) {
    guard let first = elapses.all.first, let shortest = elapses.distances.min(),
      let longest = elapses.distances.max()
    else { throw Self.refusal(timer, "its dates do not come again") }
    guard shortest == longest else {
      let range = [shortest, longest].map { DurationText.exact(Double($0)) }
      throw Self.refusal(
        timer, "its dates are \(range[0]) to \(range[1]) apart, so there is no regular interval")
    }
    every = Double(shortest)
    // The delay that was drawn keeps many machines from starting at the same moment.
    let delay = timer.nextElapse.map { ($0 - first.moment).seconds } ?? 0
    let isDrawn = timer.isActive && delay >= 0 && delay <= timer.randomizedDelay
    earliest = isDrawn ? timer.nextElapse ?? first.moment : first.moment
  }

  private init(ofLengths timer: TimerFacts, now: WallTime) {
    let length = timer.repeats.min() ?? 0
    let next = timer.lastTrigger.map { $0 + .nanoseconds(Int64(bounded: length * 1e9)) }
    every = length
    earliest = max(now, next ?? now)
  }

  private static func refusal(_ timer: TimerFacts, _ why: String) -> InputError {
    InputError(
      "\(timer.name.visible) cannot be adopted: \(why). Leave it, or say how often in its place: "
        + "rubatoctl submit --unit \(timer.unit.visible) --every ...")
  }
}
