import Foundation
import Scheduling

/// Runs the body of a test on a bench of its own, with `app` on its device: for XCTest, whose tests have no traits.
///
/// - Parameters:
///   - app: The app.
///   - options: How the bench is set up.
///   - body: The test.
/// - Throws: What `body` throws, else `BenchFailures` where the app does something wrong.
@discardableResult
public func withBench<Result>(
  _ app: BenchApp, _ options: BenchOptions = BenchOptions(),
  _ body: (Bench) async throws -> Result
) async throws -> Result {
  var result: Result?
  let failures = try await Bench.failures(of: app, options) { result = try await body($0) }
  guard failures.isEmpty, let result else { throw BenchFailures(failures: failures) }
  return result
}

extension Bench {
  /// Runs the body of a test on a bench of its own, for tests that look for what an app does wrong.
  ///
  /// - Returns: What it does wrong.
  public static func failures(
    of app: BenchApp, _ options: BenchOptions = BenchOptions(), _ body: (Bench) async throws -> Void
  ) async throws -> [BenchFailure] {
    if let problem = app.problem { throw problem }
    if found != nil {
      throw BenchError("there is one bench at a time, and this test has one; use `Bench.current`")
    }
    await Turn.ofBenches.take()
    defer { Turn.ofBenches.pass() }
    let bench = Bench(app, options)
    do {
      try await $found.withValue(bench) { try await body(bench) }
    } catch {
      await bench.finish()
      throw error
    }
    return await bench.finish()
  }

  /// At most so long a run goes on after the test.
  private static let longest = Duration.seconds(6 * 3600)

  /// Lets what runs end, and has nothing run after it.
  @discardableResult
  private func finish() async -> [BenchFailure] {
    change { $0.world.stopStarting() }
    let end = change { $0.world.now.wall } + Self.longest
    await drive(until: end) { $0.world.live.isEmpty }
    let (found, rest) = change { state in
      state.isOver = true
      for number in state.processes.keys { _ = state.forget(number) }
      return (state.failures, state.takeAllSleepers())
    }
    _ = change { $0.takeBuried() }
    // What it does from now on belongs to no test.
    for sleeper in rest { sleeper.continuation.resume(throwing: CancellationError()) }
    return found
  }
}

/// Lets one after the other through.
final class Turn: @unchecked Sendable {
  static let ofBenches = Turn()

  private let lock = NSLock()
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        defer { isTaken = true }
        if isTaken { waiting.append(continuation) }
        return !isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func pass() {
    let next: CheckedContinuation<Void, Never>? = lock.withLock {
      isTaken = !waiting.isEmpty
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?.resume()
  }
}
