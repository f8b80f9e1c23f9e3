/// The clocks of a time zone, on which days and times of day are read.
package protocol ZoneRules {
  /// Returns the date and time of day that the zone's clocks show at `time`.
  func civil(at time: WallTime) -> CivilTime

  /// Returns the rule of the zone that a text names, such as `Europe/Berlin`; `nil` if there is no such zone.
  func zone(named name: String) -> ZoneRule?
}

extension ZoneRules {
  /// Without a database of time zones, only UTC is known.
  package func zone(named name: String) -> ZoneRule? {
    name.lowercased() == "utc" ? ZoneRule("UTC0") : nil
  }

  /// Returns the difference of its clocks to UTC at `time`.
  package func secondsFromUTC(at time: WallTime) -> Int { civil(at: time).secondsAhead(of: time) }

  /// Returns the moment at which the zone's clocks show `civil`, the first one if they show it twice. If they skip it,
  /// returns the moment at which they do.
  package func wall(at civil: CivilTime) -> WallTime {
    let universal = WallTime(seconds: civil.universalSeconds)
    // Clocks are set at most once in two days, so a day before or a day after has the right difference to UTC.
    let byDifferenceBefore = universal - .seconds(secondsFromUTC(at: universal + .days(-1)))
    let byDifferenceAfter = universal - .seconds(secondsFromUTC(at: universal + .days(1)))
    let candidates = [byDifferenceBefore, byDifferenceAfter]
    if let shown = candidates.first(where: { self.civil(at: $0) == civil }) { return shown }
    return change(byDifferenceAfter, byDifferenceBefore)
  }

  /// Returns the second in which clocks are set between two moments: from it on, they have the difference to UTC of the
  /// later moment. Uses bisection.
  package func change(_ earlier: WallTime, _ later: WallTime) -> WallTime {
    let zone = secondsFromUTC(at: later)
    var (low, high) = (earlier.wholeSeconds, later.wholeSeconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsFromUTC(at: WallTime(seconds: middle)) == zone {
        high = middle
      } else {
        low = middle
      }
    }
    return WallTime(seconds: high)
  }
}

extension CivilTime {
  /// Returns the difference to UTC of clocks that show this at `time`.
  func secondsAhead(of time: WallTime) -> Int { Int(universalSeconds - time.wholeSeconds) }
}

extension WallTime {
  package var wholeSeconds: Int64 { floorDivide(nanoseconds, 1_000_000_000) }
}
