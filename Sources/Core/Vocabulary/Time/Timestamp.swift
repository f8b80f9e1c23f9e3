/// A clock that a `Timestamp` was read from. The three clocks count different times, so mixing them is a type error.
public protocol ClockReading: Sendable {}

/// The calendar's clock, for users and windows. It may jump.
public enum WallReading: ClockReading {}
/// Time since the machine booted, including sleep (CLOCK_BOOTTIME).
public enum BootReading: ClockReading {}
/// Time since the machine booted, without sleep (CLOCK_MONOTONIC).
public enum AwakeReading: ClockReading {}

public typealias WallTime = Timestamp<WallReading>
public typealias BootTime = Timestamp<BootReading>
public typealias AwakeTime = Timestamp<AwakeReading>

/// A moment on one clock, in whole nanoseconds: since 1970 UTC for the wall clock, since boot for the other clocks.
///
/// Public, although no library exports this module: other modules, such as the scheduler, which constantly uses these
/// operations, can inline only public functions. The compiler does not keep the bodies of functions of a package.
public struct Timestamp<Reading: ClockReading>: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a moment; saturates at the end of time, about 292 years away, instead of trapping.
  @inlinable public init(seconds: Int64) {
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self.init(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : nanoseconds)
  }

  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.nanoseconds == right.nanoseconds
  }

  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  // The generic operators of `Comparable` call `<` through a table, which takes ten times as long.

  @inlinable public static func <= (left: Self, right: Self) -> Bool {
    left.nanoseconds <= right.nanoseconds
  }

  @inlinable public static func > (left: Self, right: Self) -> Bool {
    left.nanoseconds > right.nanoseconds
  }

  @inlinable public static func >= (left: Self, right: Self) -> Bool {
    left.nanoseconds >= right.nanoseconds
  }

  /// Returns the moment `duration` later. Saturates at the end of time instead of trapping.
  @inlinable public static func + (moment: Self, duration: Duration) -> Self {
    moment.advanced(byNanoseconds: duration.wholeNanoseconds)
  }

  /// Returns the moment `length` nanoseconds later. Saturates at the end of time instead of trapping.
  @inlinable public func advanced(byNanoseconds length: Int64) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(length)
    return Self(nanoseconds: overflow ? (length < 0 ? .min : .max) : sum)
  }

  /// Returns the moment `duration` earlier. Saturates at the end of time instead of trapping.
  @inlinable public static func - (moment: Self, duration: Duration) -> Self {
    let (difference, overflow) =
      moment.nanoseconds.subtractingReportingOverflow(duration.wholeNanoseconds)
    return Self(nanoseconds: overflow ? (duration < .zero ? .max : .min) : difference)
  }

  @inlinable public static func - (end: Self, start: Self) -> Duration {
    let (distance, overflow) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    // Nearly all distances fit into 64 bits, which is much faster.
    if !overflow { return .nanoseconds(distance) }
    return .nanoseconds(end.nanoseconds) - .nanoseconds(start.nanoseconds)
  }

  /// Returns the seconds from `start` to this moment: `(self - start).seconds` to the last bit, without the 128 bits of
  /// a `Duration`.
  @inlinable public func seconds(since start: Self) -> Double {
    let (distance, overflow) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    let bounded = overflow ? (self < start ? Int64.min : .max) : distance
    let (seconds, rest) = bounded.quotientAndRemainder(dividingBy: 1_000_000_000)
    // In attoseconds, as `Duration.seconds` calculates it.
    return Double(seconds) + Double(rest * 1_000_000_000) * 1e-18
  }
}

extension WallTime {
  /// Whether a moment that many seconds after 1970 can be represented.
  package static func holds(_ seconds: Int64) -> Bool {
    let ends = [Int64.min, .max].map { WallTime(nanoseconds: $0).wholeSeconds }
    return ends[0] <= seconds && seconds <= ends[1]
  }

  /// Whether the moment is an end of time, which stands for all moments beyond it.
  package var isEndOfTime: Bool { nanoseconds == .max || nanoseconds == .min }
}

/// Returns the earlier of two moments; `nil` if both are.
@inlinable public func earlier<Moment: Comparable>(_ one: Moment?, _ other: Moment?) -> Moment? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
