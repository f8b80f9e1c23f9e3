import AppCases
import Control
import Foundation
import Testing

/// The cases that are also tested on benches (`BackgroundTasksTestingTests`), each with a real daemon and a real
/// process.
@Suite struct AppCaseTests {
  @Test(arguments: AppCase.allCases) func comesOutAsOnABench(_ appCase: AppCase) throws {
    let app = try InstalledApp(appCase.rawValue)
    let run = try app.begin()
    if appCase.isExpired {
      _ = try app.output(of: run, until: "handled")
      try app.client.tell(Expire(id: InstalledApp.refresh, app: InstalledApp.id))
    }
    let ended = try app.end(of: run)
    // A handler may continue after it has completed its task.
    if appCase.expected.isQueued { _ = try app.output(of: run, until: "handled") }
    let row = AppCase.Row(
      ended.outcome ?? "", ended.stopReason, isQueued: try app.isQueued())
    #expect(row == appCase.expected)
  }
}
