import Foundation
import Synchronization

/// The connection of this process to the test that it repeats for some variants. All its messages are lines: a letter
/// and its words.
///
/// - `C`: the process has reached the call.
/// - `A`: virtual time advances, or the app is active.
/// - `E`: the number of bytes of failed expectations that results contain.
/// - `R`: the result of the variant, as JSON.
/// - `L`: a failure of the app in an earlier variant, as JSON.
final class TestRepetition: Sendable {
  /// The names of the variables by which a test starts a process.
  enum Variable {
    static let call = "RUBATO_BENCH_CALL"
    static let checks = "RUBATO_BENCH_CHECKS"
    static let positions = "RUBATO_BENCH_POSITIONS"
    static let earlier = "RUBATO_BENCH_EARLIER"
    static let all = [call, checks, positions, earlier]
  }

  /// The connection of this process; `nil` if it repeats no test.
  static let current: TestRepetition? = ProcessInfo.processInfo.environment[Variable.call].map {
    call in
    let repetition = TestRepetition(of: call)
    // A program that the app starts repeats no test.
    for variable in Variable.all { unsetenv(variable) }
    Thread.detachNewThread { repetition.readWantedAndExit() }
    return repetition
  }

  /// Ends this process with the test that it repeats, if any, from now on. An app is made before its benches.
  static func watch() { _ = current }

  /// The key of the repeated call.
  let call: String
  /// The results of the test's earlier calls, as JSON.
  private let earlier: Data
  /// The failed expectations of the test.
  private let checks: CheckReader
  /// The last calls of the app; `nil` if they cannot be written.
  private let positions: PositionLog?
  private let connection = TestProcess.descriptor
  private let sending = Mutex(())
  private let state = Mutex(State())

  private struct State {
    /// Whether the process has reached the call, and runs variants.
    var isServing = false
    /// The time of the last report of progress.
    var lastProgressReport = ContinuousClock.now
    /// The indices of the variants that the test wants next.
    var wanted: [Int] = []
    var waiter: CheckedContinuation<Int, Never>?
  }

  private init(of call: String) {
    self.call = call
    let environment = ProcessInfo.processInfo.environment
    checks = CheckReader(environment[Variable.checks] ?? "")
    earlier =
      environment[Variable.earlier].flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
    positions = environment[Variable.positions].flatMap { PositionLog($0) }
    // A program that the app starts must not inherit the connection.
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
  }

  // MARK: Messages

  /// The shortest real time between two reports of progress, so that the connection is not flooded.
  private static let progressInterval = Duration.milliseconds(200)

  /// Reports that virtual time advances, or that the app is active, so that the test does not end this process as
  /// blocked. Called at each such event, and reports at most once in `progressInterval`.
  func noteProgress() {
    let isDue = state.withLock { state in
      let now = ContinuousClock.now
      guard state.isServing,
        state.lastProgressReport.duration(to: now) >= Self.progressInterval
      else { return false }
      state.lastProgressReport = now
      return true
    }
    if isDue { send("A") }
  }

  /// Notes that the app is called next.
  func note(_ position: BenchPosition) { positions?.add(position) }

  /// Sends a line to the test.
  private func send(_ line: String) {
    // Several threads send, and a long line is sent in parts.
    sending.withLock { _ in TestProcess.send(line, to: connection) }
  }

  /// Reports a failure of the app in a variant whose result has been sent.
  func send(_ failure: BenchFailure, of index: Int) {
    let text = (try? JSONEncoder().encode(LaterFailure(index: index, failure: failure))) ?? Data()
    send("L\(String(decoding: text, as: UTF8.self))")
  }

  // MARK: Variants

  /// Returns the results of an earlier call of the repeated test.
  func results(of call: TestCall) -> [BenchVariantResult] {
    EarlierCalls.results(of: call, in: earlier)
  }

  /// Runs the variants that the test wants, one after the other, and never returns. The process ends when the test
  /// closes the connection.
  ///
  /// - Parameter run: Runs the variant with this index, and returns its result.
  func serve(_ run: (Int) async -> BenchVariantResult) async -> Never {
    state.withLock { $0.isServing = true }
    // Expectations that failed before this call belong to no variant.
    checks.skip()
    // The first letter of a message is its meaning (see `TestRepetition`).
    send("C")
    send("E\(checks.position)")
    while true {
      let index = await nextWanted()
      positions?.clear()
      var result = await run(index)
      result.problems += checks.problems()
      // A result has only texts, numbers and dates.
      let text = (try? JSONEncoder().encode(result)) ?? Data()
      send("E\(checks.position)")
      send("R\(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Waits until the test wants a variant, and returns its index.
  private func nextWanted() async -> Int {
    await withCheckedContinuation { continuation in
      let next: Int? = state.withLock { state in
        if !state.wanted.isEmpty { return state.wanted.removeFirst() }
        state.waiter = continuation
        return nil
      }
      if let next { continuation.resume(returning: next) }
    }
  }

  /// Reads the indices of the wanted variants, one per line, until the test closes the connection or its process has
  /// ended. Then ends this process, even while code of the app is running.
  private func readWantedAndExit() -> Never {
    var line = ""
    var byte: UInt8 = 0
    while true {
      let count = Foundation.read(connection, &byte, 1)
      // The app can handle signals on this thread; they do not end the process.
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      guard byte == UInt8(ascii: "\n") else {
        line.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      if let index = Int(line) { want(index) }
      line = ""
    }
    // Not `_exit`, since the coverage of code is written at the end.
    exit(0)
  }

  /// Passes the index of a wanted variant to `nextWanted()`, or keeps it if another variant is still running.
  private func want(_ index: Int) {
    let waiter = state.withLock { state -> CheckedContinuation<Int, Never>? in
      guard let waiter = state.waiter else {
        state.wanted.append(index)
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: index)
  }
}
