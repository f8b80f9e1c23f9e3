// Days are what the user's calendar says they are: work of the night stays in the night when clocks
// are set for summer, and when their owner has flown to another continent.
extension Period {
  /// Whether the interval is a whole number of days, so that its times of day mean something.
  package var followsCalendar: Bool {
    every.nanoseconds % Duration.days(1).nanoseconds == 0
  }

  /// The same times of day on clocks that are `zoneSeconds` ahead of UTC. What has run keeps its
  /// interval, so that none gets a second run; other periods only note the clocks.
  package func moved(to zoneSeconds: Int) -> Period {
    var moved = self
    moved.zoneSeconds = zoneSeconds
    guard followsCalendar else { return moved }
    moved.anchor = anchor + shift(to: zoneSeconds)
    moved.begins = begins + shift(to: zoneSeconds)
    return moved
  }

  /// How much later it is in UTC when clocks show the same as before.
  package func shift(to zoneSeconds: Int) -> Duration {
    .seconds(self.zoneSeconds - zoneSeconds)
  }

  /// Whether both count the same intervals from the same time of day.
  package func keepsTime(with other: Period) -> Bool {
    every == other.every && unit == other.unit
      && moved(to: other.zoneSeconds).anchor == other.anchor
  }
}
