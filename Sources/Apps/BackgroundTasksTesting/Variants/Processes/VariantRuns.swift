import Foundation
import Synchronization

/// Runs the variants of a test in processes that repeat the test, several at the same time, and collects their results.
/// The result of a variant does not depend on the order or on the number of processes.
final class VariantRuns: Sendable {
  private let call: TestCall
  private let program: String
  private let app: String
  private let variants: [BenchVariant?]
  private let options: BenchOptions
  private let state: Mutex<State>

  private struct State {
    var nextIndex = 0
    var results: [Int: BenchVariantResult] = [:]
    var error: BenchError?
  }

  init(
    _ call: TestCall, _ program: String, of app: BenchApp, _ variants: [BenchVariant?],
    _ options: BenchOptions
  ) {
    (self.call, self.program, self.app) = (call, program, app.identifier)
    (self.variants, self.options) = (variants, options)
    state = Mutex(State())
  }

  /// Runs all variants.
  ///
  /// - Parameter processes: The largest number of processes at the same time.
  /// - Returns: The results in the order of the variants.
  /// - Throws: `BenchError` if the test cannot be repeated in another process.
  func results(processes: Int) async throws -> [BenchVariantResult] {
    await withTaskGroup { group in
      for _ in 0..<min(max(1, processes), variants.count) {
        group.addTask {
          await withCheckedContinuation { continuation in
            // Reading blocks the thread, and the threads of Swift tasks are few.
            Thread.detachNewThread {
              self.work()
              continuation.resume()
            }
          }
        }
      }
    }
    let (results, error) = state.withLock { ($0.results, $0.error) }
    if let error { throw error }
    return variants.indices.compactMap { results[$0] }
  }

  /// Runs variants until none is left.
  private func work() {
    // A process runs several variants, unless each one must have its own.
    var reusableProcess: TestProcess?
    defer { if let reusableProcess { end(reusableProcess) } }
    while let index = nextIndex() {
      do {
        let process = try reusableProcess ?? start()
        reusableProcess = process
        let outcome = try run(index, in: process)
        state.withLock { $0.results[index] = outcome.result }
        if options.isolation == .process || !outcome.canContinue {
          end(process)
          reusableProcess = nil
        }
      } catch let error as BenchError {
        return state.withLock { $0.error = $0.error ?? error }
      } catch {
        return state.withLock { $0.error = $0.error ?? BenchError("\(error)") }
      }
    }
  }

  /// Returns the index of the next variant to run; `nil` if none is left, or after an error.
  private func nextIndex() -> Int? {
    state.withLock { state in
      guard state.error == nil, state.nextIndex < variants.count else { return nil }
      state.nextIndex += 1
      return state.nextIndex - 1
    }
  }

  // MARK: Processes

  /// Starts a process, and waits until it has reached the call.
  private func start() throws -> TestProcess {
    // Released by `end(_:)`, or below if the process does not start.
    ProcessSlots.shared.acquire()
    do {
      let output = FileManager.default.temporaryDirectory.appending(
        path: "rubato-bench-\(UUID().uuidString)")
      if let earlier = EarlierCalls.shared.json(ofTestOf: call) {
        try earlier.write(to: URL(filePath: TestProcess.earlier(output)))
      }
      let process = try TestProcess(
        program, call.arguments + events(output), environment(output), output: output)
      try waitForCall(of: process)
      return process
    } catch {
      ProcessSlots.shared.release()
      throw error
    }
  }

  /// The arguments by which Swift Testing writes its events to a file next to the output; none for XCTest.
  private func events(_ output: URL) -> [String] {
    guard call.reportsEvents else { return [] }
    return ["--event-stream-version", "0", "--event-stream-output-path", "\(output.path).events"]
  }

  /// The file with the failed expectations of a process with this output.
  private func checks(_ output: URL) -> String {
    call.reportsEvents ? "\(output.path).events" : output.path
  }

  /// The environment of a process with this output: how it finds the call, and the place of its results.
  private func environment(_ output: URL) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment[TestRepetition.Variable.call] = call.key
    environment[TestRepetition.Variable.checks] = checks(output)
    environment[TestRepetition.Variable.positions] = "\(output.path).positions"
    environment[TestRepetition.Variable.earlier] = TestProcess.earlier(output)
    // The test writes the findings of all variants.
    environment["RUBATO_SARIF"] = nil
    // A trace of calls takes seconds for each crash. It is written if the variant is repeated alone.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return environment
  }

  /// The real time for the code of the test before the call.
  private var longestStart: Duration { max(.seconds(60), options.patience * 3) }

  /// Waits until a process has reached the call of the test. Throws a `BenchError` if it does not.
  private func waitForCall(of process: TestProcess) throws {
    switch process.read(within: longestStart) {
    case .line: return
    case .silence:
      process.stop()
      throw BenchError(
        "the test was repeated in another process, and did not reach its benches within \(longestStart);"
          + " do less before them")
    case .unreadable(let reason):
      process.stop()
      throw Self.unreadable(reason)
    case .end:
      _ = process.wait()
      throw BenchError(
        "the test was repeated in another process, and ended before its benches\(Self.lastLine(of: Self.output(process)));"
          + " let a test reach them by the same code each time")
    }
  }

  /// Ends a process, and frees its slot.
  private func end(_ process: TestProcess) {
    process.closeAndWait { addLaterFailure($0) }
    ProcessSlots.shared.release()
  }

  // MARK: Variants

  /// Runs a variant in a process.
  ///
  /// - Returns: The result, and whether the process can run another variant.
  /// - Throws: `BenchError` if the repeated test has another matrix.
  private func run(
    _ index: Int, in process: TestProcess
  ) throws -> (result: BenchVariantResult, canContinue: Bool) {
    // The message about a crash contains no output of earlier variants.
    process.outputBefore = Self.output(process).count
    process.send("\(index)")
    let longestSilence = options.patience * 3
    while true {
      switch process.read(within: longestSilence) {
      // `TestRepetition` lists the messages: a letter and its words.
      case .line(let line):
        if line.hasPrefix("E") {
          process.reported = Int(line.dropFirst()) ?? 0
        } else if line.hasPrefix("R"), let result = Self.result(line.dropFirst()) {
          guard result.variant == variants[index] else { throw Self.otherVariant }
          // Code that blocks its thread would also hold later variants.
          return (result, !result.failures.contains { $0.kind == .tookRealTime })
        } else {
          addLaterFailure(line)
        }
      case .end:
        let exit = process.wait()
        let output = Self.output(process).dropFirst(process.outputBefore)
        let end = ProcessEnd(exit, Self.lastLine(of: output))
        return (resultAfterEarlyEnd(index, end, process), false)
      case .unreadable(let reason):
        process.stop()
        throw Self.unreadable(reason)
      case .silence:
        process.stop()
        return (resultAfterEarlyEnd(index, .silent(longestSilence), process), false)
      }
    }
  }

  /// Returns the error for a process whose messages cannot be read. The app is not to blame.
  private static func unreadable(_ reason: String) -> BenchError {
    BenchError(
      "the test was repeated in another process, whose messages cannot be read: \(reason); run the test again"
    )
  }

  /// Adds a failure to the result that an earlier variant already has. Ignores other lines.
  private func addLaterFailure(_ line: String) {
    guard line.hasPrefix("L"),
      let later = try? JSONDecoder().decode(LaterFailure.self, from: Data(line.dropFirst().utf8))
    else { return }
    state.withLock { $0.results[later.index]?.failures.append(later.failure) }
  }

  private static let otherVariant = BenchError(
    "the test was repeated in another process, and had another matrix there; let a test make the same calls each time"
  )

  /// Decodes a result; `nil` if the text is damaged.
  private static func result(_ text: Substring) -> BenchVariantResult? {
    try? JSONDecoder().decode(BenchVariantResult.self, from: Data(text.utf8))
  }

  /// Returns the result of a variant whose process has ended, with the expectations that had failed by then.
  private func resultAfterEarlyEnd(
    _ index: Int, _ end: ProcessEnd, _ process: TestProcess
  ) -> BenchVariantResult {
    let positions = PositionLog.positions(in: process.positions)
    var result = BenchVariantResult(variants[index], end.failure(of: app, positions))
    result.problems = CheckReader(checks(process.output), from: process.reported).problems()
    return result
  }

  /// Returns the output of a process so far; empty if it cannot be read.
  private static func output(_ process: TestProcess) -> Data {
    FileManager.default.contents(atPath: process.output.path) ?? Data()
  }

  /// Returns the last error in an output, such as a failed precondition, or else the last line, after a colon; empty if
  /// there is no output.
  private static func lastLine(of output: Data) -> String {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").filter {
      // Swift Testing's own lines begin with a symbol.
      $0.first?.isASCII == true && !$0.allSatisfy(\.isWhitespace)
    }
    // Swift's runtime writes a trace of calls after the error.
    let line = lines.last { $0.contains("Fatal error") } ?? lines.last
    return line.map { ": \($0)" } ?? ""
  }
}
