import BackgroundTasksTesting
import XCTest

/// A matrix in a test of XCTest's.
final class MatrixCaseTests: XCTestCase {
  private let matrix = BenchMatrix(devices: [.new, .hot], users: [.everyday])

  private func app(_ handler: @escaping FeedApp.Handler = { $0.setTaskCompleted(success: true) })
    -> BenchApp
  {
    FeedApp.app(again: 1800, handler, launch: { FeedApp.submit(after: 1800) })
  }

  func testEachVariantHasItsBench() async throws {
    let results = try await withBenches(app(), on: matrix) { bench in
      await bench.advance(by: .seconds(86_400))
      XCTAssertFalse(bench.runs.isEmpty)
    }
    XCTAssertEqual(results.results.map(\.variant?.device), [.new, .hot])
    XCTAssertTrue(results.hasPassed)
  }

  func testAFailedAssertionIsAFinding() async throws {
    let results = try await Bench.results(of: app(), on: matrix) { bench in
      await bench.advance(by: .seconds(86_400))
      XCTAssertEqual(bench.variant?.device, .new, "a hot day")
    }
    XCTAssertEqual(results.findings.map { $0.variants.map(\.device) }, [[.hot]])
    let problem = try XCTUnwrap(results.findings.first?.problem)
    XCTAssertTrue(problem.message.contains("a hot day"), "\(problem)")
    XCTAssertTrue(problem.place?.contains("MatrixCaseTests.swift:") == true, "\(problem)")
  }

  func testAHandlerThatExitsIsAFinding() async throws {
    let exiting = app { task in
      if Bench.current.variant?.device == .hot { exit(1) }
      task.setTaskCompleted(success: true)
    }
    do {
      try await withBenches(exiting, on: matrix) { await $0.advance(by: .seconds(86_400)) }
      XCTFail("nothing was thrown")
    } catch let error as BenchVariantFailures {
      XCTAssertEqual(error.results.findings.map(\.failure?.kind), [.exited])
    }
  }

  func testABenchCanHaveAProcess() async throws {
    var options = BenchOptions()
    options.isolation = .process
    do {
      try await withBench(FeedApp.app(launch: { exit(7) }), options) { await $0.launch() }
      XCTFail("nothing was thrown")
    } catch let error as BenchVariantFailures {
      XCTAssertEqual(error.results.findings.map(\.failure?.kind), [.exited])
    }
  }
}
