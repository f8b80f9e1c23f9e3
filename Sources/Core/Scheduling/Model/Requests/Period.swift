/// A repetition: at most one run in each interval, even if the clock is set.
package struct Period: Hashable, Codable, Sendable {
  package var every: Duration
  /// The date from which intervals are counted, so that a late run does not shift later ones.
  package var anchor: WallTime
  /// The length of the first window; `nil` if there is no latest date. If it is longer than an interval, later latest
  /// dates are counted from the last success. If it is shorter, they are counted from the start of the interval, so
  /// that work of the night stays work of the night.
  package var latestAfter: Duration?
  /// The length of the last part of each interval, in which runs can start; `nil` if they can start in the whole
  /// interval. `anchor` is the beginning of the first of these parts.
  package var flex: Duration?
  /// The dates of windows; empty if windows follow each other in the same interval. Then `every` is the distance from
  /// `begins` to the next date. Stored with the terms.
  @Boxed package var calendar: [CalendarEvent] = []
  /// The calendar unit, for whole days: only dates on the day of `anchor` in each month, or year; `nil` if all days
  /// count.
  package var unit: CalendarUnit?
  /// The difference to UTC of the clocks that `anchor` was read from. Intervals of whole days keep the times of day of
  /// these clocks when they are set (see `moved`).
  package var zoneSeconds: Int
  /// The beginning of the interval of the present window.
  package var begins: WallTime
  /// The start of the run before the present window. If the window before it was given up, that time, but early enough
  /// that no rest follows. `nil` in the first window.
  package var previousStart: WallTime?
  /// The earliest date that the submission has named, or an earlier one whose intervals it has kept; `nil` if neither
  /// has named one.
  package var earliest: WallTime?

  package init(
    every: Duration, anchor: WallTime, latestAfter: Duration? = nil, zoneSeconds: Int = 0
  ) {
    self.every = every
    self.anchor = anchor
    self.latestAfter = latestAfter
    self.zoneSeconds = zoneSeconds
    begins = anchor
  }

  private enum CodingKeys: String, CodingKey {
    case every, anchor, latestAfter, flex, unit, zoneSeconds, begins, earliest
    /// The name in recordings.
    case previousStart = "after"
  }

  /// Returns the present window. A date of a calendar opens its window exactly, and the first interval does also. Each
  /// later window opens with its interval, but not before `rest` has passed since the previous start. If the window
  /// would have closed by then, or half of its flex would have passed, the window of the next interval is used.
  package func window(atLatest: AtLatest, rest: Duration) -> Window {
    if isAfterLastDate { return Window(opens: begins, atLatest: atLatest) }
    if !calendar.isEmpty {
      let latest = min(begins + (latestAfter ?? every), Self.endOfDates)
      return Window(opens: begins, latest: latest, atLatest: atLatest)
    }
    guard let previousStart else {
      return Window(opens: begins, latest: latestAfter.map { begins + $0 }, atLatest: atLatest)
    }
    let intervalBegin = windowBegin(rest: rest)
    return Window(
      opens: max(intervalBegin, previousStart + rest),
      latest: latest(from: intervalBegin, after: previousStart), atLatest: atLatest)
  }

  /// Returns the beginning of the interval of the present window, from which its length is counted. With `rest`, the
  /// window itself can open later.
  private func windowBegin(rest: Duration) -> WallTime {
    guard calendar.isEmpty, let previousStart,
      leavesTooLittle(ofWindowFrom: begins, at: previousStart + rest)
    else { return begins }
    return begins + every
  }

  /// Whether too little of the window that begins at `begin` is left at `moment`.
  private func leavesTooLittle(ofWindowFrom begin: WallTime, at moment: WallTime) -> Bool {
    let hasClosed = latestAfter.map { begin + $0 <= moment } ?? false
    let isInSecondHalf = flex.map { begin + $0 / 2 < moment } ?? false
    return hasClosed || isInSecondHalf
  }

  /// Returns the period in the interval after the present one: the present one has had its run, which started at
  /// `moment`, or its window was given up then. For a late run it is the interval after the one that contains `moment`.
  package func inNextInterval(after moment: WallTime) -> Period {
    var next = self
    // If clocks were set back meanwhile, `moment` lies before the present interval, which must not come again.
    next.begins = nextIntervalStart(after: max(moment, begins))
    next.previousStart = moment
    next.updateEveryFromCalendar()
    return next
  }

  /// Returns the latest date of the window of the interval that begins at `begins`; `nil` if there is none. Every
  /// window stays open as long as the first, or for one interval if that is shorter.
  ///
  /// - Parameter moment: The start of the run before this window. A latest date after more than an interval is counted
  ///   from it.
  private func latest(from begins: WallTime, after moment: WallTime) -> WallTime? {
    latestAfter.map { max(moment + $0, begins + min($0, every)) }
  }

  /// Returns the period counted from a beginning at `moment` or before, in the same rhythm. Called for a request whose
  /// dates a clock that was far ahead may have set.
  package func begun(by moment: WallTime) -> Period {
    var begun = self
    if !calendar.isEmpty {
      // The dates of a calendar are not counted from the anchor, so any beginning is right.
      begun.anchor = moment
      begun.begins = moment
      begun.updateEveryFromCalendar()
      return begun
    }
    if let unit {
      begun.anchor = unit.anchor(anchor, notAfter: moment, zoneSeconds: zoneSeconds)
      begun.begins = begun.anchor
      return begun
    }
    let ahead = (anchor - moment).nanoseconds
    if ahead > 0 {
      // As many whole intervals as are needed to be at `moment` or before: 3 for an anchor 2.5 intervals ahead.
      let intervals = (ahead - 1) / length + 1
      // In two steps, since the product for all intervals can be above the largest number.
      begun.anchor = anchor - .nanoseconds((intervals - 1) * length) - .nanoseconds(length)
    }
    begun.begins = begun.anchor
    return begun
  }

  /// Whether an interval begins exactly at `moment`.
  package func hasInterval(at moment: WallTime) -> Bool {
    if unit != nil || !calendar.isEmpty {
      return nextIntervalStart(after: moment - .nanoseconds(1)) == moment
    }
    return (moment - anchor).nanoseconds % length == 0
  }

  /// Returns the beginning of the interval whose window opens at `opens`. With a flex it is earlier than `opens`, since
  /// the window is the last part of the interval.
  func intervalStart(around opens: WallTime) -> WallTime {
    // A date opens its window exactly.
    if unit != nil || !calendar.isEmpty { return opens }
    // Like `anchor`, the counted times are the beginnings of the parts in which runs can start.
    let partStart = nextIntervalStart(after: opens) - every
    return partStart - lead
  }

  /// The time from the beginning of an interval until runs can start.
  package var lead: Duration {
    calendar.isEmpty ? flex.map { every - $0 } ?? .zero : .zero
  }

  /// Returns the beginning of the first interval that begins after `moment`: of a calendar the next date, or
  /// `endOfDates` if it has no further date; then the anchor, if `moment` is before it; otherwise the next date of the
  /// unit, or the anchor plus a whole number of intervals.
  func nextIntervalStart(after moment: WallTime) -> WallTime {
    if !calendar.isEmpty {
      return calendar.next(after: moment, zoneSeconds: zoneSeconds) ?? Self.endOfDates
    }
    guard moment >= anchor else { return anchor }
    if let unit { return unit.next(of: anchor, after: moment, zoneSeconds: zoneSeconds) }
    let intervalsPassed = (moment - anchor).nanoseconds / length
    return anchor + .nanoseconds((intervalsPassed + 1) * length)
  }

  /// The time that stands for the date after the last one. A store can contain it (`Allowed.wall`).
  static let endOfDates = CalendarEvent.endOfDates

  /// Whether the present window belongs to the last date of a calendar, or follows it.
  package var isLast: Bool {
    !calendar.isEmpty && nextIntervalStart(after: begins) == Self.endOfDates
  }

  /// Whether the last date of its calendar has had its run, so that no window opens again.
  package var isAfterLastDate: Bool { !calendar.isEmpty && begins == Self.endOfDates }

  /// Sets `every` to the time from the present date of the calendar to the next one, at least a second and at most the
  /// longest that a store can contain. Called after each change of `begins`. Does nothing if the period has no
  /// calendar, or if this date is the last one, whose window is as long as the one before.
  mutating func updateEveryFromCalendar() {
    guard !calendar.isEmpty else { return }
    let nextDate = nextIntervalStart(after: begins)
    guard nextDate != Self.endOfDates else { return }
    every = min(max(.seconds(1), nextDate - begins), Self.longestInterval)
  }

  /// The longest interval that a store can contain (`Allowed.length`).
  private static let longestInterval = Duration.days(50 * 365)

  /// The nanoseconds of an interval, at least 1, since it is a divisor.
  private var length: Int64 { max(1, every.nanoseconds) }
}
