/// A day of the month, or of the year, at a time of day. A month, or year, without that day has no date.
package enum CalendarUnit: String, CaseIterable, Codable, Sendable {
  case monthly, yearly

  /// Returns the first date of the series after `moment`, on clocks `zoneSeconds` ahead of UTC.
  ///
  /// - Parameter anchor: Any date of the series.
  func next(of anchor: WallTime, after moment: WallTime, zoneSeconds: Int) -> WallTime {
    let clocks = Clocks(of: anchor, zoneSeconds)
    var civil = clocks.civil(anchor)
    let from = clocks.civil(moment)
    civil.year = from.year
    if self == .monthly { civil.month = from.month }
    // From a 29th of February to the next there are at most eight years, from a 31st at most two months.
    for _ in 0...8 {
      let date = clocks.time(civil)
      if civil.isReal, date > moment { return date }
      if self == .yearly || civil.month == 12 { civil.year += 1 }
      if self == .monthly { civil.month = civil.month % 12 + 1 }
    }
    // Not reached, as the loop finds a date.
    return moment + .days(366)
  }

  /// Returns a date of the series at `moment` or before: `anchor`, or a date some steps of four years before it. Such
  /// steps keep a 29th of February.
  func anchor(_ anchor: WallTime, notAfter moment: WallTime, zoneSeconds: Int) -> WallTime {
    guard anchor > moment else { return anchor }
    let clocks = Clocks(of: anchor, zoneSeconds)
    var civil = clocks.civil(anchor)
    let yearsAhead = civil.year - clocks.civil(moment).year
    let stepsOfFourYears = yearsAhead / 4 + 1
    civil.year -= stepsOfFourYears * 4
    return clocks.time(civil)
  }
}

/// Clocks with this difference to UTC, and the fraction of a second of the anchor.
private struct Clocks {
  private let zoneSeconds: Int64
  private let fraction: Int64

  init(of anchor: WallTime, _ zoneSeconds: Int) {
    self.zoneSeconds = Int64(zoneSeconds)
    fraction = floorRemainder(anchor.nanoseconds, 1_000_000_000)
  }

  /// Returns the date and time of day that the clocks show at `time`, without the fraction of a second.
  func civil(_ time: WallTime) -> CivilTime {
    CivilTime(universalSeconds: floorDivide(time.nanoseconds, 1_000_000_000) + zoneSeconds)
  }

  /// Returns the moment at which the clocks show `civil`, plus the fraction of a second of the anchor.
  func time(_ civil: CivilTime) -> WallTime {
    WallTime(seconds: civil.universalSeconds - zoneSeconds) + .nanoseconds(fraction)
  }
}
