import BackgroundTasks
import Foundation

/// The virtual clock of a bench, for handlers: time passes in sleeps, which last until the bench has reached their end.
public struct BenchClock: Clock {
  /// A time since the start of the bench.
  public typealias Instant = TaskClock.Instant

  let bench: Bench

  /// The time since the start of the bench.
  public var now: Instant { bench.change { Instant(offset: $0.elapsed) } }

  /// The resolution, a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the bench has reached `deadline`. On a slow device of a matrix, a sleep of a run takes longer, except
  /// as a time limit, since it stands for work.
  ///
  /// - Throws: `CancellationError` if the Swift task is cancelled or the bench has ended.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await bench.sleepOfApp(until: deadline.offset)
  }
}

/// The process and the run that code belongs to.
struct ExecutionContext: Sendable {
  var process: Int64
  /// The run; `nil` in a launch.
  var run: Int64?

  @TaskLocal static var current: ExecutionContext?
}

/// An object that exists while a handler continues: Swift tasks inherit it, and release it when they end.
final class Flow: Sendable {
  @TaskLocal static var current: Flow?

  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

extension Bench {
  /// Sleeps on one of the clocks of the app. On a slow device of a matrix, a sleep of a run takes longer, except as a
  /// time limit, since it stands for work.
  func sleepOfApp(until deadline: Duration) async throws {
    let isWork = ExecutionContext.current?.run != nil && !TimeLimit.isAwaitedHere
    guard options.slowness != 1, isWork else { return try await sleep(until: deadline) }
    let now = change { $0.elapsed }
    try await sleep(until: now + (deadline - now) * options.slowness)
  }

  /// Sleeps until virtual time has reached `deadline`; returns immediately if it is past, or during a launch. Throws a
  /// `CancellationError` if the Swift task is cancelled or the bench has ended.
  func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    if change({ $0.sleepEndsImmediately(deadline, in: ExecutionContext.current, app) }) { return }
    let context = ExecutionContext.current
    // Identifies the sleeper, so that a cancellation can end its sleep.
    let number = change { $0.following.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let sleeper = Sleeper(
          number: number, deadline: deadline, context: context, isLimit: TimeLimit.isAwaitedHere,
          continuation: continuation)
        let benchIsOver = noteActivity { $0.add(sleeper) }
        // A Swift task that was cancelled before this moment has called `onCancel` without a sleeper to find.
        if benchIsOver || Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends a sleep with a `CancellationError`; does nothing if it has already ended.
  private func cancel(_ sleeper: Int) {
    noteActivity { $0.removeSleeper(sleeper) }?.continuation.resume(throwing: CancellationError())
  }
}
