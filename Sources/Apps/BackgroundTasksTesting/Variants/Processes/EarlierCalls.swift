import Foundation
import Synchronization

/// The calls of tests that run variants, with their results. A process that repeats a test up to a later call needs the
/// results of the earlier ones, since the code of the test between them can depend on these.
final class EarlierCalls: Sendable {
  /// The calls of this process.
  static let shared = EarlierCalls()

  private let state = Mutex(State())

  private struct State {
    /// The number of calls with the same key, which has no number yet.
    var counts: [String: Int] = [:]
    /// The results of the ended calls: by the test, and by the key with its number.
    var results: [String: [String: [BenchVariantResult]]] = [:]
  }

  /// Returns the call with its number among the calls in the same line of the same test, from 1.
  func number(_ call: TestCall) -> TestCall {
    let number = state.withLock { state in
      state.counts[call.key, default: 0] += 1
      return state.counts[call.key] ?? 1
    }
    var numbered = call
    numbered.key += " #\(number)"
    return numbered
  }

  /// Adds the results of a call that has ended.
  func add(_ results: [BenchVariantResult], of call: TestCall) {
    state.withLock { $0.results[call.test, default: [:]][call.key] = results }
  }

  /// Returns the results of the ended calls of a test as JSON, for ``results(of:in:)``; `nil` if there are none.
  func json(ofTestOf call: TestCall) -> Data? {
    state.withLock { $0.results[call.test] }.flatMap { try? JSONEncoder().encode($0) }
  }

  /// Returns the results of a call that has ended in the test that this process repeats; none if it has not ended there.
  ///
  /// - Parameter json: The results of the ended calls of that test.
  static func results(of call: TestCall, in json: Data) -> [BenchVariantResult] {
    let all = try? JSONDecoder().decode([String: [BenchVariantResult]].self, from: json)
    return all?[call.key] ?? []
  }
}
