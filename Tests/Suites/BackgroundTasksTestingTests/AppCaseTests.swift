import AppCases
import BackgroundTasksTesting
import Testing

/// The cases that are also tested with a real daemon (`DaemonTests`), each on a bench.
@Suite struct AppCaseTests {
  @Test(arguments: AppCase.allCases) func comesOutAsWithADaemon(_ appCase: AppCase) async throws {
    let app = FeedApp.app { appCase.handle($0) }
    var row: AppCase.Row?
    _ = try await Bench.failures(of: app, .impatient) { bench in
      await bench.open()
      FeedApp.submit(after: 3600)
      await bench.leave()
      try await bench.simulateLaunch(AppCase.refresh)
      await bench.advance(by: .seconds(2))
      if appCase.isExpired { try await bench.simulateExpiration(AppCase.refresh) }
      await bench.advance(by: .seconds(3))
      let run = try #require(bench.runs.first)
      row = AppCase.Row(
        run.outcome.rawValue, run.stopReason, isQueued: bench.pending.contains(AppCase.refresh))
      #expect(bench.runs.count == 1)
    }
    #expect(row == appCase.expected)
  }
}
