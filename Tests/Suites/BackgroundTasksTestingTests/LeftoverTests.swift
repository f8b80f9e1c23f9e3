import Foundation
import Testing

@testable import BackgroundTasksTesting

/// Work that an app leaves in queues and threads at the end of a test, including work that arrives when no bench can
/// notice it.
@Suite(.enabled(if: Bench.followsQueues)) struct LeftoverTests {
  private func live(
    _ late: Failures, _ handler: @escaping FeedApp.Handler
  ) async throws -> [BenchFailure] {
    let app = FeedApp.app(handler)
    let outcome = try await Bench.runTest(of: app, BenchOptions(), late: late.add) { bench in
      await bench.open()
      FeedApp.submit(after: 60)
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
    if let error = outcome.error { throw error }
    return outcome.failures
  }

  @Test func whatIsInAQueueBelongsToItsTest() async throws {
    let (late, done) = (Failures(), Count())
    let found = try await live(late) { task in
      task.setTaskCompleted(success: true)
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
        FeedApp.submit(after: 900)
        done.add()
      }
    }
    #expect(found == [] && done.value == 1)
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      #expect(bench.pending == [])
    }
    #expect(late.all == [])
  }

  @Test func whatComesAfterItsTestIsDroppedAndIsItsFailure() async throws {
    let late = Failures()
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let found = try await live(late) { task in
      task.setTaskCompleted(success: true)
      DispatchQueue.global().async {
        gate.wait()
        FeedApp.submit(after: 900)
        done.signal()
      }
    }
    #expect(found == [])
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      gate.signal()
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          done.wait()
          continuation.resume()
        }
      }
      #expect(bench.pending == [])
    }
    #expect(late.all.map(\.kind) == [.untimely])
    #expect(late.all.first?.identifier == FeedApp.refresh)
  }

  /// The variants share a process.
  @Test func aFailureAfterItsVariantIsNoFailureOfTheNext() async throws {
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let app = FeedApp.app { task in
      task.setTaskCompleted(success: true)
      if Bench.current.variant?.device == .old { return }
      DispatchQueue.global().async {
        gate.wait()
        FeedApp.submit(after: 900)
        done.signal()
      }
    } launch: {
      FeedApp.submit(after: 60)
    }
    var matrix = BenchMatrix(devices: [.new, .old], users: [.everyday])
    matrix.processes = 1
    let results = try await Bench.results(of: app, on: matrix) { bench in
      try await bench.advance(toNextRun: FeedApp.refresh)
      guard bench.variant?.device == .old else { return }
      gate.signal()
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          done.wait()
          continuation.resume()
        }
      }
    }
    #expect(results.results.map { $0.failures.map(\.kind) } == [[.untimely], []])
  }

  @Test func whatComesFromNowhereWhileTimePassesIsAFailure() async throws {
    let found = try await Bench.failures(of: FeedApp.app()) { bench in
      await bench.launch()
      bench.change { $0.isAdvancingTime = true }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          FeedApp.submit(after: 900)
          continuation.resume()
        }
      }
      bench.change { $0.isAdvancingTime = false }
    }
    #expect(found.map(\.kind) == [.untimely])
  }

  @Test func whatRunsOnForeverBehindItsTaskIsAFailure() async throws {
    let isOver = Count()
    let found = try await Bench.failures(
      of: FeedApp.app { task in
        task.setTaskCompleted(success: true)
        DispatchQueue.global().async { while isOver.value == 0 {} }
      }, .impatient
    ) { bench in
      await bench.launch()
      FeedApp.submit(after: 60)
      try await bench.advance(toNextRun: FeedApp.refresh)
      isOver.add()
    }
    #expect(found.map(\.kind) == [.leftBehind])
  }
}

/// A list that any thread can extend.
final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [BenchFailure] = []

  var all: [BenchFailure] { lock.withLock { list } }

  @Sendable func add(_ failure: BenchFailure) { lock.withLock { list.append(failure) } }
}
