/// What has been seen of the clocks: how far the user's are ahead of UTC, and whether the wall clock was set back.
///
/// After a commit that failed the zone is what the store holds, and what is to be told of a correction stays.
struct ObservedClocks: Sendable {
  private(set) var zoneSeconds: Int
  /// The wall clock at the last event. Before the first it counts as set back: what a store holds may have been
  /// noted by a clock that was ahead.
  private var lastWall = WallTime(nanoseconds: .max)
  /// The last time that requests were corrected with the clock.
  private(set) var correction: ClockCorrection?

  init(zoneSeconds: Int) {
    self.zoneSeconds = zoneSeconds
  }

  /// Takes the time of an event. Returns whether the wall clock was set back since the last.
  mutating func isSetBack(at now: Instant) -> Bool {
    defer { lastWall = now.wall }
    return now.wall < lastWall
  }

  mutating func note(_ correction: ClockCorrection?) { self.correction = correction }

  /// Follows the user's clocks; nil where they are as they were.
  mutating func follow(zoneSeconds: Int) -> FollowUp? {
    guard zoneSeconds != self.zoneSeconds else { return nil }
    self.zoneSeconds = zoneSeconds
    return FollowUp(
      effects: [.change(.zone(secondsFromUTC: zoneSeconds))], touched: Touched(inputs: .zone))
  }

  func local(_ now: Instant) -> LocalTime { local(now.wall) }

  func local(_ moment: WallTime) -> LocalTime { LocalTime(moment, zoneSeconds: zoneSeconds) }
}

/// What was put right after a clock that was far ahead.
package struct ClockCorrection: Hashable, Sendable {
  package var at: WallTime
  /// How many requests wait for other moments since then.
  package var requests: Int
}
