/// The next beginning or end of recurring hours on the user's clocks.
struct HourClock: Sendable {
  /// The time at which `next` was found, and the difference to UTC of the clocks then; `nil` before the first time.
  private var found: (at: WallTime, zoneSeconds: Int)?
  private(set) var next: WallTime?

  /// Returns whether any of `hours` have begun or ended since the last call, or may have, since clocks were set. Also
  /// true at the first call, unless there are no hours.
  mutating func follow(_ hours: [WeekHours], at now: WallTime, zoneSeconds: Int) -> Bool {
    if hours.isEmpty { return false }
    if let found, found.zoneSeconds == zoneSeconds, now >= found.at, next.map({ now < $0 }) ?? true
    {
      return false
    }
    found = (now, zoneSeconds)
    next = hours.nextChange(after: LocalTime(now, zoneSeconds: zoneSeconds))?
      .wall(zoneSeconds: zoneSeconds)
    return true
  }
}

extension LocalTime {
  /// Returns the moment at which clocks that are `zoneSeconds` ahead of UTC show this.
  func wall(zoneSeconds: Int) -> WallTime {
    WallTime(nanoseconds: nanoseconds) - .seconds(zoneSeconds)
  }
}
