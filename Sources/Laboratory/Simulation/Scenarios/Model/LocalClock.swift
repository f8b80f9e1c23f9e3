import Scheduling

/// The clocks around a user, which may be set for summer or carried into other zones.
package struct LocalClock: Hashable, Sendable {
  /// From a moment on, clocks are so many seconds ahead of UTC.
  package struct Zone: Hashable, Sendable {
    package var from: WallTime
    package var secondsFromUTC: Int
  }

  /// In the order of time.
  package private(set) var zones: [Zone]

  /// - Parameters:
  ///   - secondsFromUTC: how far clocks are ahead at first.
  ///   - moves: local times on the clocks until then, and how far they are ahead from there on; in the
  ///     order of time.
  package init(secondsFromUTC: Int, moves: [(at: LocalTime, secondsFromUTC: Int)] = []) {
    zones = [Zone(from: WallTime(nanoseconds: .min), secondsFromUTC: secondsFromUTC)]
    for move in moves {
      zones.append(Zone(from: wall(move.at), secondsFromUTC: move.secondsFromUTC))
    }
  }

  /// Clocks are set at a moment behind all that are known.
  mutating func move(at moment: WallTime, secondsFromUTC: Int) {
    zones.append(Zone(from: moment, secondsFromUTC: secondsFromUTC))
  }

  /// The moment at which clocks show `local`: the first of two, and where they skip it, the moment at
  /// which they do.
  package func wall(_ local: LocalTime) -> WallTime {
    var wall = WallTime(nanoseconds: local.nanoseconds)
    for (index, zone) in zones.enumerated() {
      wall = WallTime(nanoseconds: local.nanoseconds) - .seconds(zone.secondsFromUTC)
      wall = max(wall, zone.from)
      if index + 1 == zones.count || wall < zones[index + 1].from { break }
    }
    return wall
  }

  /// How far clocks are ahead of UTC.
  package func secondsFromUTC(at wall: WallTime) -> Int {
    (zones.last { $0.from <= wall } ?? zones[0]).secondsFromUTC
  }

  package func local(_ wall: WallTime) -> LocalTime {
    LocalTime(wall, zoneSeconds: secondsFromUTC(at: wall))
  }
}
