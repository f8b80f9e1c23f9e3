import BackgroundTasks
import Foundation

/// The virtual clock of a bench, for handlers: time passes in its sleeps, and a sleep lasts until the bench is there.
public struct BenchClock: Clock {
  /// So long after the bench began.
  public typealias Instant = TaskClock.Instant

  let bench: Bench

  /// How long the bench has lived through.
  public var now: Instant { bench.change { Instant(offset: $0.elapsed) } }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the bench is there.
  ///
  /// - Throws: `CancellationError` where the Swift task is cancelled, or the bench has come to its end.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await bench.sleep(until: deadline.offset)
  }
}

/// On whose behalf code runs.
struct Errand: Sendable {
  var process: Int64
  /// Nil in a launch.
  var run: Int64?

  @TaskLocal static var current: Errand?
}

/// Lives as long as a handler goes on: Swift tasks inherit it from the code that begins them, and leave it when they end.
final class Flow: Sendable {
  @TaskLocal static var current: Flow?

  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

extension Bench {
  func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    if change({ $0.isPast(deadline, for: Errand.current, app) }) { return }
    let (errand, number) = (Errand.current, change { $0.following.takeNumber() })
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let sleeper = Sleeper(
          number: number, deadline: deadline, errand: errand, isLimit: TimeLimit.isKeptHere,
          continuation: continuation)
        let isOver = hear { $0.add(sleeper) }
        // Cancelled before it slept.
        if isOver || Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ sleeper: Int) {
    hear { $0.take(sleeper) }?.continuation.resume(throwing: CancellationError())
  }
}
