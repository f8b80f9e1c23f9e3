import BackgroundTasksTesting
import Foundation
import Testing

/// Patterns of public apps on a bench.
@Suite struct PatternTests {
  /// The expiration cancels operations, and a group completes the task on the main queue.
  @Test func cancelledOperationsCompleteTheTask() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      let (queue, group, work) = (OperationQueue(), DispatchGroup(), WaitingOperation())
      group.enter()
      work.completionBlock = { group.leave() }
      queue.addOperation(work)
      task.expirationHandler = { queue.cancelAllOperations() }
      group.notify(queue: .main) { task.setTaskCompleted(success: !work.isCancelled) }
    }
    try await withBench(app) { bench in
      // The operation waits for its cancellation, and not on the clock of the bench.
      bench.drives(FeedApp.refresh)
      await bench.launch()
      FeedApp.submit(after: 3600)
      try await bench.simulateLaunch(FeedApp.refresh)
      try await bench.simulateExpiration(FeedApp.refresh)
      #expect(bench.runs.map(\.outcome) == [.expired] && bench.failures.isEmpty)
    }
  }

  /// The handler submits again only after a failure, and has no expiration handler.
  @Test func aFailureIsTriedAgain() async throws {
    let tries = Count()
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        tries.add()
        let success = tries.value == 3
        if !success { try? FeedApp.submitClean(power: true, network: true) }
        task.setTaskCompleted(success: success)
      }
    }
    try await withBench(app, BenchOptions(life: .everyday(opensPerDay: 6))) { bench in
      await bench.launch()
      try FeedApp.submitClean(power: true, network: true)
      await bench.advance(by: .seconds(10 * 86_400))
      #expect(bench.runs.map(\.outcome) == [.failed, .failed, .completed])
      #expect(bench.pending.isEmpty)
    }
  }
}

/// Waits until it is cancelled.
private final class WaitingOperation: Operation, @unchecked Sendable {
  private let cancelled = DispatchSemaphore(value: 0)

  override func main() { cancelled.wait() }

  override func cancel() {
    super.cancel()
    cancelled.signal()
  }
}
