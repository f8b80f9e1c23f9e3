/// The ranges of numbers that are read from a disk, by their meaning.
package enum Allowed {
  /// The nanoseconds of a mean year of the calendar.
  private static let year: Int64 = 31_556_952_000_000_000

  /// Counts of events.
  package static let count: ClosedRange<Int64> = 0...1_000_000_000
  /// Numbers of runs and of requests, which only rise.
  package static let serial: ClosedRange<Int64> = 1...1_000_000_000_000
  /// From two years before 1970 to 2205. The clock times of a machine (`Instant.bounded`), and times planned from them,
  /// lie well within them.
  package static let wall = -2 * year...235 * year
  /// Since the boot.
  package static let sinceBoot = 0...235 * year
  package static let length = 0...50 * year
  /// Lengths in the requests of callers, in nanoseconds, before they are checked for sense.
  package static let asked = -130 * year...130 * year
  /// The difference of local clocks to UTC.
  package static let zoneSeconds: ClosedRange<Int64> = -86_400...86_400
  package static let signal: ClosedRange<Int64> = 0...64
  package static let priority: ClosedRange<Int64> = -100...100
  package static let percent: ClosedRange<Int64> = 0...100
  package static let share: ClosedRange<Int64> = 0...1
  package static let bytes: ClosedRange<Int64> = 0...1 << 60
  /// Seconds of a processor.
  package static let seconds: ClosedRange<Int64> = 0...1_000_000_000_000
  /// Counts and weights of learned values.
  static let weight = -1e15...1e15

  /// Returns the range of moments on a clock, in nanoseconds: since 1970 for the wall clock and the local clock, since
  /// the boot for the other clocks.
  static func moments<Reading: ClockReading>(of reading: Reading.Type) -> ClosedRange<Int64> {
    reading is WallReading.Type || reading is LocalReading.Type ? wall : sinceBoot
  }
}

extension Timestamp {
  /// Whether a store can contain this moment.
  var isAllowed: Bool { Allowed.moments(of: Reading.self).contains(nanoseconds) }
}

extension Instant {
  /// The latest accepted clock time: in 2190, and the same time after the boot.
  private static let latest: Int64 = 220 * 31_556_952_000_000_000

  /// The nearest accepted time, so that times planned from it can be stored.
  package var bounded: Instant {
    func bounded(_ nanoseconds: Int64) -> Int64 { max(0, min(nanoseconds, Self.latest)) }
    return Instant(
      wall: WallTime(nanoseconds: bounded(wall.nanoseconds)),
      boot: BootTime(nanoseconds: bounded(boot.nanoseconds)),
      awake: AwakeTime(nanoseconds: bounded(awake.nanoseconds)))
  }
}
