/// The observed clocks: how far the user's are ahead of UTC, and whether the wall clock was set back.
///
/// After a failed commit, the stored zone is restored, and the correction to report stays.
struct ObservedClocks: Sendable {
  private(set) var zoneSeconds: Int
  /// The wall clock at the last event. Before the first event it counts as set back: stored times may come from a
  /// clock that was ahead.
  private var lastWall = WallTime(nanoseconds: .max)
  /// The last correction of requests for a set clock; `nil` if there was none.
  private(set) var correction: ClockCorrection?

  init(zoneSeconds: Int) {
    self.zoneSeconds = zoneSeconds
  }

  /// Notes the time of an event. Returns whether the wall clock was set back since the last event.
  mutating func detectSetBack(at now: Instant) -> Bool {
    let wasSetBack = now.wall < lastWall
    lastWall = now.wall
    return wasSetBack
  }

  mutating func note(_ correction: ClockCorrection?) { self.correction = correction }

  /// Stores `zoneSeconds`, by which the user's clocks are ahead of UTC. Returns the change and the touched zone; `nil`
  /// if it is unchanged.
  mutating func follow(zoneSeconds: Int) -> FollowUp? {
    guard zoneSeconds != self.zoneSeconds else { return nil }
    self.zoneSeconds = zoneSeconds
    return FollowUp(
      effects: [.change(.zone(secondsFromUTC: zoneSeconds))], touched: Touched(inputs: .zone))
  }

  func local(_ now: Instant) -> LocalTime { local(now.wall) }

  func local(_ moment: WallTime) -> LocalTime { LocalTime(moment, zoneSeconds: zoneSeconds) }
}

/// The correction after a clock that was far ahead.
package struct ClockCorrection: Hashable, Sendable {
  package var at: WallTime
  /// The number of requests whose times were corrected.
  package var requests: Int
}
