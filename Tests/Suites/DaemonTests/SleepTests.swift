import Control
import Foundation
import Testing
import Varlink

/// A daemon whose machine is about to sleep.
@Suite(.enabled(if: MockedLogind.isPossible)) struct SleepTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func start(_ kind: String, by daemon: ReadingDaemon) throws -> Int64 {
    let submit = Submit(
      id: kind, kind: kind, command: .test(["/bin/sleep", "1000"]), earliest: "24h")
    _ = try daemon.call(submit)
    let forced = try Rubatoctl.run(["run", kind, "--force"], by: daemon.process)
    #expect(forced.code == 0, "\(forced.errors)")
    return try #require(try daemon.call(Runs(id: kind)).runs.first?.run)
  }

  @Test func endsWhatMustNotBeCarriedOverAndLetsTheMachineSleep() throws {
    let logind = try MockedLogind()
    let daemon = try ReadingDaemon(
      directory, sources: "logind", environment: logind.environment)
    try logind.waitForInhibitors(1)
    let ofAnApp = try start("processing", by: daemon)
    let ofTheSystem = try start("maintenance", by: daemon)
    try logind.announceSleep()
    let end = try #require(try daemon.call(Wait(run: ofAnApp)).run)
    #expect(end.outcome == "expired")
    #expect(end.stopReason == "sleep")
    try logind.waitForInhibitors(0)
    #expect(try daemon.call(Runs(run: ofTheSystem)).runs.first?.end == nil)
    try logind.wake()
    try logind.waitForInhibitors(1)
  }
}
