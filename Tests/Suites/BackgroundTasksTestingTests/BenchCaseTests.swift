import BackgroundTasksTesting
import XCTest

/// A bench in a test of XCTest's.
final class BenchCaseTests: XCTestCase {
  func testATaskRuns() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      XCTAssertEqual(run.outcome, .completed)
    }
  }

  func testWhatAnAppDoesWrongIsThrown() async throws {
    let app = FeedApp.app { task in
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
    }
    do {
      try await withBench(app) { bench in
        await bench.open()
        FeedApp.submit(after: 900)
        await bench.leave()
        try await bench.advance(toNextRun: FeedApp.refresh)
      }
      XCTFail("nothing was thrown")
    } catch let error as BenchFailures {
      XCTAssertEqual(error.failures.map(\.kind), [.completedTwice])
    }
  }
}
