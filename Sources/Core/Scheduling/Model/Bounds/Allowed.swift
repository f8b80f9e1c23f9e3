/// What numbers that were read from a disk may be, by what they count.
package enum Allowed {
  private static let year: Int64 = 31_556_952_000_000_000

  /// How often something happened.
  package static let count: ClosedRange<Int64> = 0...1_000_000_000
  /// Numbers of runs and of requests, which only rise.
  package static let serial: ClosedRange<Int64> = 1...1_000_000_000_000
  /// From two years before 1970 to 2205. What a machine says of the time lies well within them
  /// (`Instant.bounded`), and what is planned from it does too.
  package static let wall = -2 * year...235 * year
  /// Since the boot.
  package static let sinceBoot = 0...235 * year
  package static let length = 0...50 * year
  /// What callers may ask for, in nanoseconds, before anybody looks whether it makes sense.
  package static let asked = -130 * year...130 * year
  /// How far clocks are ahead of UTC.
  package static let zoneSeconds: ClosedRange<Int64> = -86_400...86_400
  package static let signal: ClosedRange<Int64> = 0...64
  package static let percent: ClosedRange<Int64> = 0...100
  package static let share: ClosedRange<Int64> = 0...1
  package static let bytes: ClosedRange<Int64> = 0...1 << 60
  /// Of a processor.
  package static let seconds: ClosedRange<Int64> = 0...1_000_000_000_000
  /// What counts and weighs in what was learned.
  static let weight = -1e15...1e15

  static func moments<Reading: ClockReading>(of reading: Reading.Type) -> ClosedRange<Int64> {
    reading is WallReading.Type || reading is LocalReading.Type ? wall : sinceBoot
  }
}

extension Timestamp {
  /// Whether it is a moment that a store may hold.
  var isAllowed: Bool { Allowed.moments(of: Reading.self).contains(nanoseconds) }
}

extension Instant {
  /// The latest that a clock is believed: in 2190, and so long after the boot.
  private static let latest: Int64 = 220 * 31_556_952_000_000_000

  /// As near to it as clocks are believed, so that what is planned from it can be kept.
  package var bounded: Instant {
    func bounded(_ nanoseconds: Int64) -> Int64 { max(0, min(nanoseconds, Self.latest)) }
    return Instant(
      wall: WallTime(nanoseconds: bounded(wall.nanoseconds)),
      boot: BootTime(nanoseconds: bounded(boot.nanoseconds)),
      awake: AwakeTime(nanoseconds: bounded(awake.nanoseconds)))
  }
}
