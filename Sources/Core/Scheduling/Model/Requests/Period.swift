/// Repetition: at most one run in each interval, whatever the clock does meanwhile.
package struct Period: Hashable, Codable, Sendable {
  package var every: Duration
  /// Intervals are counted from here, so that a late run does not shift the ones after it.
  package var anchor: WallTime
  /// The length of the first window. Where it is longer than an interval, later latest dates are
  /// counted from the last success; where it is shorter, from the beginning of the interval, so
  /// that work of the night stays work of the night.
  package var latestAfter: Duration?
  /// Runs start only in the last part of each interval, of this length: `anchor` is where the first of these parts
  /// begins. Nil is the whole interval.
  package var flex: Duration?
  /// Whole days only: of these days, those with the day of `anchor` in each month, or year. Nil is each of them.
  package var unit: CalendarUnit?
  /// How far the clocks that `anchor` was read from are ahead of UTC. Intervals of whole days keep
  /// to these clocks' times of day when they are set (see `moved`).
  package var zoneSeconds: Int
  /// Where the interval begins whose window waits.
  package var begins: WallTime
  /// The start of the run that the present window came after, or when the one before it was given
  /// up; nil in the first window.
  package var after: WallTime?

  package init(
    every: Duration, anchor: WallTime, latestAfter: Duration? = nil, zoneSeconds: Int = 0
  ) {
    self.every = every
    self.anchor = anchor
    self.latestAfter = latestAfter
    self.zoneSeconds = zoneSeconds
    begins = anchor
  }

  /// The window that waits: it opens with its interval, and not before `rest` has passed since what it
  /// came after. Where it would have closed by then, or half of its flex be gone, the one after it is
  /// taken.
  package func window(atLatest: AtLatest, rest: Duration) -> Window {
    guard let after else {
      return Window(opens: begins, latest: latestAfter.map { begins + $0 }, atLatest: atLatest)
    }
    let rested = after + rest
    let begin = isTooLittle(of: begins, from: rested) ? begins + every : begins
    return Window(
      opens: max(begin, rested), latest: latest(from: begin, after: after), atLatest: atLatest)
  }

  /// Whether too little of the window that begins at `begin` is left at `moment`.
  private func isTooLittle(of begin: WallTime, from moment: WallTime) -> Bool {
    let hasClosed = latestAfter.map { begin + $0 <= moment } ?? false
    return hasClosed || flex.map { begin + $0 / 2 < moment } ?? false
  }

  /// The same rhythm with the window that waits after a run at `moment`, or after its window was
  /// given up then: that of the next interval.
  package func renewed(after moment: WallTime) -> Period {
    var renewed = self
    // Where clocks were set back meanwhile, the run lies before its own interval.
    renewed.begins = interval(after: max(moment, begins))
    renewed.after = moment
    return renewed
  }

  /// The latest date of the window of the interval that begins at `begins`: every window stays
  /// open as long as the first, or for an interval where that is shorter.
  private func latest(from begins: WallTime, after moment: WallTime) -> WallTime? {
    latestAfter.map { max(moment + $0, begins + min($0, every)) }
  }

  /// The same rhythm, begun anew by `moment`, for a clock that was far ahead.
  package func begun(by moment: WallTime) -> Period {
    var begun = self
    if let unit {
      begun.anchor = unit.anchor(anchor, notAfter: moment, zoneSeconds: zoneSeconds)
      begun.begins = begun.anchor
      return begun
    }
    let ahead = (anchor - moment).nanoseconds
    if ahead > 0 {
      begun.anchor =
        anchor - .nanoseconds((ahead - 1) / length * length) - .nanoseconds(length)
    }
    begun.begins = begun.anchor
    return begun
  }

  /// Whether an interval begins at `moment`.
  package func hasInterval(at moment: WallTime) -> Bool {
    if unit != nil { return interval(after: moment - .nanoseconds(1)) == moment }
    return (moment - anchor).nanoseconds % length == 0
  }

  /// Where the whole interval begins whose window opens at `opens`: of one that has a flex earlier.
  func interval(around opens: WallTime) -> WallTime {
    if unit != nil { return opens }
    return interval(after: opens) - every - (flex.map { every - $0 } ?? .zero)
  }

  /// How long after the beginning of an interval runs may start.
  package var lead: Duration { flex.map { every - $0 } ?? .zero }

  /// Where the interval begins that follows the one that `moment` falls into.
  func interval(after moment: WallTime) -> WallTime {
    if let unit {
      return moment < anchor
        ? anchor : unit.next(of: anchor, after: moment, zoneSeconds: zoneSeconds)
    }
    let elapsed = (moment - anchor).nanoseconds
    let passed = elapsed >= 0 ? elapsed / length : -1
    return anchor + .nanoseconds((passed + 1) * length)
  }

  private var length: Int64 { max(1, every.nanoseconds) }
}
