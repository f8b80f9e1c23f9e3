import Foundation

/// A test with benches in processes of their own: its app, and its variants.
struct VariantTest: Sendable {
  let app: BenchApp
  /// The matrix; `nil` for a test with one bench.
  let matrix: BenchMatrix?
  let options: BenchOptions

  /// The name of the variable that selects one variant, to be run in the process of the test.
  private static let selection = "RUBATO_BENCH_VARIANT"

  /// Runs all variants.
  ///
  /// - Parameters:
  ///   - call: The present call.
  ///   - body: The test, with the bench of a variant.
  /// - Returns: The results; in a process that repeats another call, those of this call in the test.
  /// - Throws: `BenchError` if the app has no valid Info.plist, or if the test cannot be repeated.
  func results(
    of call: TestCall, _ body: (Bench) async throws -> Void
  ) async throws -> BenchVariantResults {
    // A loop can make the same call several times, so a number becomes part of its key.
    let call = EarlierCalls.shared.number(call)
    if let problem = app.problem { throw problem }
    if Bench.ofCurrentCode != nil {
      throw BenchError("this test already has a bench; use a matrix in its place")
    }
    // A test without a matrix runs once, without a variant.
    let variants: [BenchVariant?] = try selected ?? matrix?.variants ?? [nil]
    if variants.isEmpty {
      throw BenchError("the matrix has no variants; give it a device, a user and a seed")
    }
    // This process repeats the test for one of its calls. Earlier calls return the results that the test has.
    if let repetition = TestRepetition.current {
      guard repetition.call == call.key else {
        return BenchVariantResults(results: repetition.results(of: call), test: call.test)
      }
      await repetition.serve { index in
        // The test has another matrix, and finds that by the variant.
        if !variants.indices.contains(index) { return BenchVariantResult(variant: nil) }
        return await result(of: variants[index], call, body) { repetition.send($0, of: index) }
      }
    }
    let results: [BenchVariantResult]
    // A developer who selects one variant debugs it, so it runs in this process.
    if try selected == nil, let program = TestCall.program, processes > 0 {
      let runs = VariantRuns(call, program, of: app, variants, options)
      results = try await runs.results(processes: processes)
    } else {
      results = await resultsHere(variants, call, body)
    }
    EarlierCalls.shared.add(results, of: call)
    return BenchVariantResults(results: results, test: call.test)
  }

  /// The largest number of processes; 0 to run all variants in this process.
  private var processes: Int { matrix?.processes ?? ProcessSlots.count }

  /// The variant that the environment selects; `nil` if it selects none or the test has no matrix. Throws a
  /// `BenchError` for an invalid text.
  private var selected: [BenchVariant?]? {
    get throws {
      guard matrix != nil, let text = ProcessInfo.processInfo.environment[Self.selection] else {
        return nil
      }
      guard let variant = BenchVariant(text) else {
        throw BenchError(
          "\(Self.selection) '\(text)' is no variant; write it like '\(BenchVariant())'")
      }
      return [variant]
    }
  }

  /// Runs variants in this process, one after the other.
  private func resultsHere(
    _ variants: [BenchVariant?], _ call: TestCall, _ body: (Bench) async throws -> Void
  ) async -> [BenchVariantResult] {
    var results: [BenchVariantResult] = []
    for variant in variants {
      results.append(await result(of: variant, call, body, later: LateFailures.add))
    }
    return results
  }

  /// Runs one variant in this process.
  ///
  /// - Parameter later: Receives the failures of the app that are found after the result.
  private func result(
    of variant: BenchVariant?, _ call: TestCall, _ body: (Bench) async throws -> Void,
    later: @escaping @Sendable (BenchFailure) -> Void
  ) async -> BenchVariantResult {
    var result = BenchVariantResult(variant: variant)
    let late = VariantFailures(later: later)
    let name = variant.map { "\(call.test) \($0)" } ?? call.test
    let benchOptions = variant.map { options.with($0) } ?? options
    do {
      let outcome = try await BenchRecording.$test.withValue(name) {
        try await Bench.runTest(of: app, benchOptions, late: late.add) { bench in
          defer { result.count(bench.runs) }
          try await body(bench)
        }
      }
      result.failures = outcome.failures + late.end()
      if let error = outcome.error { result.add(error) }
    } catch {
      result.add(error)
    }
    return result
  }
}
