import BackgroundTasks
import Foundation
import Scheduling
import Synchronization

/// Runs the body of a test on its own bench, with `app` on its device: for XCTest, whose tests have no traits.
///
/// - Parameters:
///   - app: The app.
///   - options: The options of the bench.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - function: The function of the call, which is the test.
///   - body: The test. With `BenchOptions.isolation`, it must return nothing.
/// - Throws: The error of `body`, else `BenchFailures` if there are failures of the app. With an error of `body`, the
///   failures of the app are printed to standard error, and `RUBATO_SARIF` has them.
@discardableResult
public func withBench<Result>(
  _ app: BenchApp, _ options: BenchOptions = BenchOptions(), fileID: String = #fileID,
  line: Int = #line, function: String = #function, _ body: (Bench) async throws -> Result
) async throws -> Result {
  if options.isolation == .process {
    // A process passes only failures to this one, and no value.
    guard let nothing = () as? Result else {
      throw BenchError("a bench in a process of its own returns no value; check it in the body")
    }
    let call = try TestCall.current(fileID: fileID, line: line, function: function)
    let test = VariantTest(app: app, matrix: nil, options: options)
    let results = try await test.reportedResults(of: call, areExpected: false) {
      _ = try await body($0)
    }
    guard results.hasPassed else { throw BenchVariantFailures(results: results) }
    return nothing
  }
  var result: Result?
  let outcome = try await Bench.runTest(of: app, options, late: LateFailures.add) { bench in
    result = try await body(bench)
  }
  let failures = outcome.failures + LateFailures.removeAll()
  SARIFFile.ofEnvironment?.add(failures, areExpected: false)
  if let error = outcome.error {
    // They often explain the error.
    if !failures.isEmpty { LateFailures.print("\(BenchFailures(failures: failures))") }
    throw error
  }
  guard failures.isEmpty, let result else { throw BenchFailures(failures: failures) }
  return result
}

extension Bench {
  /// Runs the body of a test on its own bench, for tests that expect failures of the app.
  ///
  /// - Returns: The failures of the app.
  public static func failures(
    of app: BenchApp, _ options: BenchOptions = BenchOptions(), _ body: (Bench) async throws -> Void
  ) async throws -> [BenchFailure] {
    let outcome = try await runTest(of: app, options, late: LateFailures.add, body)
    let allFailures = outcome.failures + LateFailures.removeAll()
    SARIFFile.ofEnvironment?.add(allFailures, areExpected: true)
    if let error = outcome.error { throw error }
    return allFailures
  }

  /// Runs the body of a test on its own bench.
  ///
  /// - Parameter late: Receives failures of the app after the end.
  /// - Returns: The failures of the app, and the error of the body, which they can explain.
  /// - Throws: `BenchError` if the bench cannot be made.
  static func runTest(
    of app: BenchApp, _ options: BenchOptions, late: @escaping @Sendable (BenchFailure) -> Void,
    _ body: (Bench) async throws -> Void
  ) async throws -> (failures: [BenchFailure], error: (any Error)?) {
    if let problem = app.problem { throw problem }
    if ofCurrentCode != nil {
      throw BenchError("this test already has a bench, and only one can exist; use `Bench.current`")
    }
    // Only one bench exists at a time in a process. Blocks of unknown code are followed while there is one.
    await Turn.ofBenches.acquire()
    HandOvers.benches.add(1, ordering: .relaxed)
    defer {
      HandOvers.benches.subtract(1, ordering: .relaxed)
      Turn.ofBenches.pass()
    }
    try FileProtection.protect(options.protectedDirectories)
    let bench = Bench(app, options, reportsLate: late)
    if let refusal = bench.change({ $0.world.refusal }) {
      throw BenchError(
        "app '\(app.identifier)' cannot be installed on a device: \(BenchAdvice.text(refusal.message)); correct its"
          + " Info.plist")
    }
    do {
      try await $ofCurrentCode.withValue(bench) { try await body(bench) }
    } catch {
      return (await bench.failuresAtEnd(), error)
    }
    return (await bench.failuresAtEnd(), nil)
  }

  /// The longest virtual time for which runs continue after the test.
  private static let longestRest = Duration.hours(6)

  /// Waits for the running tasks, starts no further tasks, ends the bench, and returns the failures of the app.
  private func failuresAtEnd() async -> [BenchFailure] {
    change { $0.world.stopStarting() }
    let end = change { $0.world.now.wall } + Self.longestRest
    await drive(until: end) { $0.world.live.isEmpty }
    // A phone gives the process seconds for the code in its queues.
    let (now, timerIsPending) = change { ($0.world.now.wall, $0.nextTimer != nil) }
    if timerIsPending { await drive(until: now + BenchState.tail) } else { await settle() }
    change { $0.checkRequestsAtEnd() }
    let (failures, sleepers, life) = change { state in
      state.isOver = true
      let sleepers = state.following.sleepers.removeAll()
      // The sleepers are woken below, so later calls of their processes are expected.
      state.processes.recordRemainingProcesses(except: sleepers.compactMap { $0.context?.process })
      for number in state.processes.numbers { _ = state.forget(number) }
      let failures = state.findings.failures
      return (failures, sleepers, state.world.endRecording(failures))
    }
    if let life, let directory = BenchRecording.directory {
      do {
        try BenchRecording.write(life, to: directory)
      } catch {
        LateFailures.print("\(directory) cannot be written: \(error)")
      }
    }
    // Ended processes are released here, without the lock, since that may call code of the app.
    _ = change { $0.processes.removeAwaitingRelease() }
    // Later activity belongs to no test.
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
    return failures
  }
}

/// Lets callers pass one after the other.
final class Turn: @unchecked Sendable {
  static let ofBenches = Turn()

  private let lock = NSLock()
  private var isOccupied = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for the turn. Callers receive it in the order of their calls, and must call `pass()`.
  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        if isOccupied {
          waiting.append(continuation)
          return false
        }
        isOccupied = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the turn to the caller that has waited longest; without one, the turn is free.
  func pass() {
    let next: CheckedContinuation<Void, Never>? = lock.withLock {
      isOccupied = !waiting.isEmpty
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?.resume()
  }
}

/// The failures of apps after the end of their tests. Such a test can no longer fail, so the next test reports them.
enum LateFailures {
  private static let list = Mutex<[BenchFailure]>([])

  /// Prints a failure that was found after the end of a bench, and keeps it for the next result.
  static func add(_ failure: BenchFailure) {
    print("\(failure)")
    list.withLock { $0.append(failure) }
  }

  /// Prints a line to standard error.
  static func print(_ text: String) { Log.write(text, as: "BackgroundTasksTesting") }

  /// Removes and returns the failures that were found after the ends of earlier benches.
  static func removeAll() -> [BenchFailure] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
