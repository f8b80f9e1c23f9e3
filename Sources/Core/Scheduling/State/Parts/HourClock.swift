/// The next beginning or end of recurring hours on the user's clocks.
struct HourClock: Sendable {
  /// The time at which `next` was computed, and the difference to UTC of the clocks then; `nil` before the first time.
  private var lastUpdate: (at: WallTime, zoneSeconds: Int)?
  private(set) var next: WallTime?

  /// Computes `next` at the first call, and again if that moment has come, the wall clock was set back or the zone has
  /// changed. Returns whether it did: some of `hours` may then have begun or ended since the last call. Does nothing if
  /// `hours` is empty.
  mutating func update(for hours: [WeekHours], at now: WallTime, zoneSeconds: Int) -> Bool {
    if hours.isEmpty || nextIsCurrent(at: now, zoneSeconds: zoneSeconds) { return false }
    lastUpdate = (now, zoneSeconds)
    next = hours.nextChange(after: LocalTime(now, zoneSeconds: zoneSeconds))?
      .wall(zoneSeconds: zoneSeconds)
    return true
  }

  /// Returns whether `next` need not be computed again: it was computed on clocks of the same zone, the wall clock was
  /// not set back since, and the moment has not come. A `next` of `nil`, since no hours begin or end, never comes.
  private func nextIsCurrent(at now: WallTime, zoneSeconds: Int) -> Bool {
    guard let lastUpdate, lastUpdate.zoneSeconds == zoneSeconds else { return false }
    let wasSetBack = now < lastUpdate.at
    let hasCome = next.map { $0 <= now } ?? false
    return !wasSetBack && !hasCome
  }
}

extension LocalTime {
  /// Returns the moment at which clocks that are `zoneSeconds` ahead of UTC show this.
  func wall(zoneSeconds: Int) -> WallTime {
    WallTime(nanoseconds: nanoseconds) - .seconds(zoneSeconds)
  }
}
