/// The clocks of a time zone, on which days and times of day are read.
package protocol ZoneRules {
  /// Returns the civil time at `time`: the date and the time of day that the zone's clocks show.
  func civil(at time: WallTime) -> CivilTime

  /// Returns the rule of the zone that a text names, such as `Europe/Berlin`; `nil` if there is no such zone.
  func zone(named name: String) -> ZoneRule?
}

extension ZoneRules {
  /// Returns the rule of UTC; `nil` for every other name, since these clocks have no database of time zones.
  package func zone(named name: String) -> ZoneRule? {
    // POSIX writes rules as in its variable TZ: the name of the zone, and its hours west of UTC, here 0.
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
    // The clocks skip `civil`, so they are set forward, and the greater difference after that gives the earlier moment.
    return momentOfChange(between: byDifferenceAfter, and: byDifferenceBefore)
  }

  /// Returns the second in which clocks are set between two moments, found by bisection: from it on, they have the
  /// difference to UTC of the later moment.
  package func momentOfChange(between earlier: WallTime, and later: WallTime) -> WallTime {
    let differenceAfter = secondsFromUTC(at: later)
    var (low, high) = (earlier.wholeSeconds, later.wholeSeconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsFromUTC(at: WallTime(seconds: middle)) == differenceAfter {
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
