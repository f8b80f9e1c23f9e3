import Scheduling

/// The clocks around a user, which can change for summer time or another zone.
package struct LocalClock: Hashable, Sendable {
  /// The offset of the clocks from UTC, from a moment on.
  package struct Zone: Hashable, Sendable {
    package var from: WallTime
    package var secondsFromUTC: Int
  }

  /// The zones in the order of time.
  package private(set) var zones: [Zone]

  /// - Parameters:
  ///   - secondsFromUTC: The initial offset from UTC.
  ///   - moves: The local times of changes on the clocks before them, with the new offsets; in the order of time.
  package init(secondsFromUTC: Int, moves: [(at: LocalTime, secondsFromUTC: Int)] = []) {
    zones = [Zone(from: WallTime(nanoseconds: .min), secondsFromUTC: secondsFromUTC)]
    for move in moves {
      zones.append(Zone(from: wall(move.at), secondsFromUTC: move.secondsFromUTC))
    }
  }

  /// Changes the offset at a moment after all known ones.
  mutating func move(at moment: WallTime, secondsFromUTC: Int) {
    zones.append(Zone(from: moment, secondsFromUTC: secondsFromUTC))
  }

  /// Returns the moment at which the clocks show `local`: the first one if they show it twice, and the moment of the
  /// change if they skip it.
  package func wall(_ local: LocalTime) -> WallTime {
    // The result is the moment by the first zone that has not ended by that moment.
    var wall = WallTime(nanoseconds: local.nanoseconds)
    for (index, zone) in zones.enumerated() {
      wall = WallTime(nanoseconds: local.nanoseconds) - .seconds(zone.secondsFromUTC)
      // Clocks that move forward skip the local times just before this zone.
      wall = max(wall, zone.from)
      if index + 1 == zones.count || wall < zones[index + 1].from { break }
    }
    return wall
  }

  /// Returns the offset of the clocks from UTC at the moment `wall`.
  package func secondsFromUTC(at wall: WallTime) -> Int {
    (zones.last { $0.from <= wall } ?? zones[0]).secondsFromUTC
  }

  /// Returns the time that the clocks show at the moment `wall`.
  package func local(_ wall: WallTime) -> LocalTime {
    LocalTime(wall, zoneSeconds: secondsFromUTC(at: wall))
  }
}
