// Days follow the user's calendar: work of the night stays in the night when clocks are set for summer, and when the
// owner has flown to another continent.
extension Period {
  /// Whether the interval is a whole number of days, so that times of day are meaningful.
  package var followsCalendar: Bool {
    !calendar.isEmpty || every.nanoseconds % Duration.days(1).nanoseconds == 0
  }

  /// Returns the period with the same times of day on clocks that are `zoneSeconds` ahead of UTC. The present interval
  /// stays the present one, so that an interval that has had its run gets no second one. A period that is not of whole
  /// days only records the clocks.
  package func moved(to zoneSeconds: Int) -> Period {
    var moved = self
    moved.zoneSeconds = zoneSeconds
    guard calendar.isEmpty else {
      // The dates of events with a zone of their own stay, whatever this machine's clocks show.
      if calendar.followClocks(at: begins, zoneSeconds: self.zoneSeconds) {
        moved.anchor = anchor + shift(to: zoneSeconds)
        moved.begins = begins + shift(to: zoneSeconds)
      }
      // On other clocks, the next date can be at another distance.
      moved.updateEveryFromCalendar()
      return moved
    }
    guard followsCalendar else { return moved }
    moved.anchor = anchor + shift(to: zoneSeconds)
    moved.begins = begins + shift(to: zoneSeconds)
    return moved
  }

  /// Returns how much later the same clock time is in UTC on the new clocks.
  package func shift(to zoneSeconds: Int) -> Duration {
    .seconds(self.zoneSeconds - zoneSeconds)
  }

  /// Whether this period and `other` count the same intervals from the same time of day.
  package func keepsTime(with other: Period) -> Bool {
    if !calendar.isEmpty || !other.calendar.isEmpty { return calendar == other.calendar }
    return every == other.every && unit == other.unit
      && moved(to: other.zoneSeconds).anchor == other.anchor
  }
}
