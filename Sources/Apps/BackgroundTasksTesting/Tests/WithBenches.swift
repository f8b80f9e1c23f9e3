/// Runs the body of a test once for each variant of a matrix, on benches in several processes.
///
/// Each process repeats the test up to this call, so the code before it must reach it each time. There, earlier calls
/// return their results immediately. Failed expectations of the body are findings of their variants.
///
/// - Parameters:
///   - app: The app.
///   - matrix: The devices, users and seeds.
///   - options: The options of each bench. Its life and its start are those of the variant.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - function: The function of the call, which is the test.
///   - body: The test. The variant is `bench.variant`.
/// - Returns: The results of all variants.
/// - Throws: `BenchVariantFailures` if a variant has failed; `BenchError` if the test cannot be repeated.
@discardableResult
public func withBenches(
  _ app: BenchApp, on matrix: BenchMatrix, _ options: BenchOptions = BenchOptions(),
  fileID: String = #fileID, line: Int = #line, function: String = #function,
  _ body: (Bench) async throws -> Void
) async throws -> BenchVariantResults {
  let call = try TestCall.current(fileID: fileID, line: line, function: function)
  let test = VariantTest(app: app, matrix: matrix, options: options)
  let results = try await test.reportedResults(of: call, areExpected: false, body)
  guard results.hasPassed else { throw BenchVariantFailures(results: results) }
  return results
}

extension Bench {
  /// Runs the body of a test once for each variant of a matrix, for tests that expect failures.
  ///
  /// - Returns: The results of all variants.
  /// - Throws: `BenchError` if the test cannot be repeated.
  public static func results(
    of app: BenchApp, on matrix: BenchMatrix, _ options: BenchOptions = BenchOptions(),
    fileID: String = #fileID, line: Int = #line, function: String = #function,
    _ body: (Bench) async throws -> Void
  ) async throws -> BenchVariantResults {
    let call = try TestCall.current(fileID: fileID, line: line, function: function)
    let test = VariantTest(app: app, matrix: matrix, options: options)
    return try await test.reportedResults(of: call, areExpected: true, body)
  }
}

extension VariantTest {
  /// Runs the body once for each variant, and reports the failures.
  ///
  /// - Parameter areExpected: Whether the test expects the failures.
  func reportedResults(
    of call: TestCall, areExpected: Bool, _ body: (Bench) async throws -> Void
  ) async throws -> BenchVariantResults {
    let results = try await results(of: call, body)
    results.report(areExpected: areExpected)
    return results
  }
}
