import Foundation

/// The clock by which tasks have their time: the machine's, on which a bench of a test or a simulated life stands in with its own.
///
/// Where a handler waits, or bounds work of its own, by this clock instead of `ContinuousClock`, weeks of tests take seconds: the
/// time of its sleeps is skipped there. On a machine they are the same clock.
///
///     try await TaskClock().sleep(for: .seconds(30))
public struct TaskClock: Clock {
  /// A moment of the clock. Those of one process can be compared.
  public struct Instant: InstantProtocol {
    package let offset: Duration

    package init(offset: Duration) { self.offset = offset }

    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long until `other`; below zero where that is past.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` comes first.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private static let beginning = ContinuousClock.now

  /// The clock has no state: each is the same.
  public init() {}

  /// The present moment. In a simulated life that is a question to its daemon, which takes some ten microseconds.
  public var now: Instant {
    Instant(offset: TaskCenter.ofClock?.daemon.elapsed ?? ContinuousClock.now - Self.beginning)
  }

  /// A nanosecond; a millisecond in a simulated life.
  public var minimumResolution: Duration {
    TaskCenter.ofClock == nil ? ContinuousClock().minimumResolution : .milliseconds(1)
  }

  /// Sleeps until `deadline`.
  ///
  /// - Throws: `CancellationError` where the Swift task is cancelled, or the bench has come to its end; `BGTaskScheduler.Error`
  ///   where a simulated life has ended.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    if let center = TaskCenter.ofClock {
      return try await center.daemon.sleep(until: deadline.offset)
    }
    try await ContinuousClock().sleep(
      until: Self.beginning + deadline.offset, tolerance: tolerance)
  }
}

extension TaskCenter {
  private static let followsVirtualClock = LaunchEnvironment.followsVirtualClock

  /// Who has a clock of its own, such as a bench; nil where time is the machine's.
  fileprivate static var ofClock: TaskCenter? {
    followsVirtualClock ? current : benchs
  }
}
