extension ForecastDistribution {
  /// A moment and its expected score.
  package struct Moment: Hashable, Sendable {
    package var score: Double
    package var at: LocalTime
  }

  /// Returns the best hour from `now` until `end`, with the greatest product of chance and score, or an earlier one
  /// that is nearly as good, at its first moment outside of closed hours; `nil` if no moment is likely to be permitted.
  /// Some microseconds.
  package func optimal(from now: LocalTime, until end: LocalTime) -> Moment? {
    let hours = hours(from: now, until: min(end, now + .days(7)))
      .filter { openTime(ofHour: $0, from: now, until: end) != nil }
    let best = hours.map { worth[$0.hourOfWeek] }.max() ?? 0
    // The time with at least the worst score is all permitted time.
    guard best > 0, let permitted = times.last,
      let hour = hours.first(where: { worth[$0.hourOfWeek] >= best * Self.nearlyAsGood }),
      let open = openTime(ofHour: hour, from: now, until: end)
    else { return nil }
    let chance = permitted.chance(atHourOfWeek: hour.hourOfWeek)
    // The expected score if the hour is permitted.
    return chance > 0
      ? Moment(score: worth[hour.hourOfWeek] / chance, at: open.lowerBound) : nil
  }

  /// The share of the best worth from which an hour is nearly as good. Small differences between days come from the
  /// small number of known days.
  private static let nearlyAsGood = 0.95

  /// Returns the likely time of a request whose window closes at `end`: the first hours in which a moment more likely
  /// than not clears the threshold of that time. If there are none, returns the hours of the day by which one is more
  /// likely than not to have done so; `nil` if that is not expected within a fortnight. Neither begins nor ends in
  /// closed hours. Some 20 us.
  package func likely(
    from now: LocalTime, until end: LocalTime, patience: Duration
  ) -> Range<LocalTime>? {
    let hours = hours(from: now, until: min(end, now + .days(14)))
    let chances = hours.map { hour in
      guard !times.isEmpty, openTime(ofHour: hour, from: now, until: end) != nil else {
        return 0.0
      }
      let worst = worstAccepted(at: max(now, hour), until: end, patience: patience)
      return times[worst].chance(atHourOfWeek: hour.hourOfWeek)
    }
    guard let likely = Self.likelyHours(chances),
      let first = openTime(ofHour: hours[likely.lowerBound], from: now, until: end),
      let last = openTime(ofHour: hours[likely.upperBound - 1], from: now, until: end)
    else { return nil }
    return first.lowerBound..<last.upperBound
  }

  /// Returns the time from the first to the last moment that is in `hour`, from `now` until `end`, and in no closed
  /// hours; `nil` if there is none. `hour` overlaps the time from `now` until `end`.
  private func openTime(
    ofHour hour: LocalTime, from now: LocalTime, until end: LocalTime
  ) -> Range<LocalTime>? {
    let (start, close) = (max(now, hour), min(end, hour + .hours(1)))
    if closed.isEmpty { return start..<close }
    guard let firstOpen = closed.end(after: start), firstOpen < close else { return nil }
    // Goes from one change of the closed hours to the next, and extends the open time by each open part.
    var moment = firstOpen
    var openUntil = firstOpen
    while moment < close {
      let change = min(close, closed.nextChange(after: moment) ?? close)
      let isClosed = closed.contains { $0.contains(moment) }
      if !isClosed { openUntil = change }
      moment = change
    }
    return firstOpen..<openUntil
  }

  /// Returns the starts of the hours that overlap the time from `now` until `end`; empty if `end` is not after `now`.
  private func hours(from now: LocalTime, until end: LocalTime) -> [LocalTime] {
    guard now < end else { return [] }
    let first = now.startOfHour
    // The hour of the last nanosecond before `end` is the last one.
    let hoursBeforeLast = floorDivide((end - first).nanoseconds - 1, 3_600_000_000_000)
    return (0...Int(hoursBeforeLast)).map { first + .hours($0) }
  }

  /// Returns the indices in `chances`, by hour from now on, of the hours around the first with a chance of at least one
  /// half. If there is none, returns the hours around the best one of the first day by whose end a success is likely;
  /// `nil` if there is no such day.
  private static func likelyHours(_ chances: [Double]) -> Range<Int>? {
    if let first = chances.firstIndex(where: { $0 >= 0.5 }) {
      return hours(around: first, of: chances, from: 0.5)
    }
    // The chance that no day so far has succeeded in its best hour.
    var chanceOfNone = 1.0
    for start in stride(from: 0, to: chances.count, by: 24) {
      let day = start..<min(start + 24, chances.count)
      guard let bestHour = day.max(by: { chances[$0] < chances[$1] }) else { continue }
      chanceOfNone *= 1 - chances[bestHour]
      if chanceOfNone < 0.5 {
        return hours(around: bestHour, of: chances, from: chances[bestHour] / 2)
      }
    }
    return nil
  }

  /// Returns the indices of the unbroken hours around `hour` that are all at least as likely as `least`.
  private static func hours(
    around hour: Int, of chances: [Double], from least: Double
  ) -> Range<Int> {
    let before = chances[..<hour].lastIndex { $0 < least }.map { $0 + 1 } ?? 0
    let after = chances[hour...].firstIndex { $0 < least } ?? chances.count
    return before..<after
  }
}
