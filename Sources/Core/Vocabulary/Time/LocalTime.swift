/// The wall clock as the user's calendar shows it.
public enum LocalReading: ClockReading {}

/// A moment on the user's calendar: the local date and time of day, counted as if they were UTC. Users' habits follow
/// it; windows and comparisons follow `WallTime`.
public typealias LocalTime = Timestamp<LocalReading>

extension Timestamp<LocalReading> {
  /// Creates the calendar time at `wall` if clocks are `zoneSeconds` ahead of UTC. Saturates at the end of time instead
  /// of trapping.
  @inlinable public init(_ wall: WallTime, zoneSeconds: Int) {
    let ahead = Int64(zoneSeconds) * 1_000_000_000
    let (sum, overflow) = wall.nanoseconds.addingReportingOverflow(ahead)
    let nearestEnd: Int64 = ahead < 0 ? .min : .max
    self.init(nanoseconds: overflow ? nearestEnd : sum)
  }

  /// Whole seconds since the beginning of 1970 on the calendar.
  @inlinable public var wholeSeconds: Int64 { floorDivide(nanoseconds, 1_000_000_000) }

  /// The hour, 0 to 23.
  @inlinable public var hour: Int { Int(floorRemainder(wholeSeconds, 86400)) / 3600 }

  /// The weekday, 0 Monday to 6 Sunday; the first of January 1970 was a Thursday.
  @inlinable public var weekday: Int {
    Int(floorRemainder(floorDivide(wholeSeconds, 86400) + 3, 7))
  }

  /// The hour of the week, 0 for Monday's first hour, to 167.
  @inlinable public var hourOfWeek: Int { weekday * 24 + hour }

  /// The beginning of the hour that contains this moment.
  @inlinable public var startOfHour: Self {
    Self(seconds: floorDivide(wholeSeconds, 3600) * 3600)
  }
}
