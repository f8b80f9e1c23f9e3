/// What comes on one day of it: a day of the month, or of the year, at a time of day. A month, or year, without that day has
/// none.
package enum CalendarUnit: String, CaseIterable, Codable, Sendable {
  case monthly, yearly

  /// The next date after `moment`, on clocks `zoneSeconds` ahead of UTC.
  ///
  /// - Parameter anchor: A date of them.
  func next(of anchor: WallTime, after moment: WallTime, zoneSeconds: Int) -> WallTime {
    let clocks = Clocks(of: anchor, zoneSeconds)
    var civil = clocks.civil(anchor)
    let from = clocks.civil(moment)
    civil.year = from.year
    if self == .monthly { civil.month = from.month }
    // From a 29th of February to the next are eight years at most, from a 31st to the next two months.
    for _ in 0...8 {
      let date = clocks.time(civil)
      if civil.isReal, date > moment { return date }
      if self == .yearly || civil.month == 12 { civil.year += 1 }
      if self == .monthly { civil.month = civil.month % 12 + 1 }
    }
    return moment + .days(366)
  }

  /// A date of them at `moment` or before, by steps of four years, which keep a 29th of February.
  func anchor(_ anchor: WallTime, notAfter moment: WallTime, zoneSeconds: Int) -> WallTime {
    guard anchor > moment else { return anchor }
    let clocks = Clocks(of: anchor, zoneSeconds)
    var civil = clocks.civil(anchor)
    civil.year -= ((civil.year - clocks.civil(moment).year) / 4 + 1) * 4
    return clocks.time(civil)
  }
}

/// Clocks that are so far ahead of UTC, and what of a second is carried along.
private struct Clocks {
  private let zoneSeconds: Int64
  private let fraction: Int64

  init(of anchor: WallTime, _ zoneSeconds: Int) {
    self.zoneSeconds = Int64(zoneSeconds)
    fraction = floorRemainder(anchor.nanoseconds, 1_000_000_000)
  }

  func civil(_ time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: floorDivide(time.nanoseconds, 1_000_000_000) + zoneSeconds)
  }

  func time(_ civil: CivilTime) -> WallTime {
    WallTime(seconds: civil.universalSeconds - zoneSeconds) + .nanoseconds(fraction)
  }
}
