import Foundation

/// The clock of tasks: the machine's clock, or the clock of a test's bench or of a simulated life.
///
/// Use it in handlers instead of `ContinuousClock` to wait or to limit work: a test skips its sleeps, so weeks take
/// seconds. On a machine the two clocks are the same.
///
///     try await TaskClock().sleep(for: .seconds(30))
public struct TaskClock: Clock {
  /// A moment of the clock. Moments of one process can be compared.
  public struct Instant: InstantProtocol {
    package let offset: Duration

    package init(offset: Duration) { self.offset = offset }

    /// Returns the moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time until `other`, negative if that is past.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private static let beginning = ContinuousClock.now

  /// Creates the clock, which has no state.
  public init() {}

  /// The current moment. In a simulated life each read is a call to its daemon, which takes about ten microseconds.
  public var now: Instant {
    Instant(offset: TaskCenter.ofClock?.daemon.elapsed ?? ContinuousClock.now - Self.beginning)
  }

  /// The resolution: a nanosecond, or a millisecond in a simulated life.
  public var minimumResolution: Duration {
    TaskCenter.ofClock == nil ? ContinuousClock().minimumResolution : .milliseconds(1)
  }

  /// Sleeps until `deadline`.
  ///
  /// - Throws: `CancellationError` if the Swift task is cancelled or the bench has ended; `BGTaskScheduler.Error` if a
  ///   simulated life has ended.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if let center = TaskCenter.ofClock {
      return try await center.daemon.sleep(until: deadline.offset)
    }
    try await ContinuousClock().sleep(
      until: Self.beginning + deadline.offset, tolerance: tolerance)
  }
}

extension TaskCenter {
  /// Whether the daemon that started this process has a simulated clock, which also measures the time of its tasks.
  private static let followsVirtualClock =
    ProcessInfo.processInfo.environment["RUBATO_VIRTUAL_CLOCK"] == "1"

  /// The center with its own clock, such as a bench's; `nil` if time is the machine's.
  fileprivate static var ofClock: TaskCenter? {
    followsVirtualClock ? current : ofBench
  }
}
