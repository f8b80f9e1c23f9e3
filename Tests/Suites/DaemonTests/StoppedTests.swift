import Foundation
import Testing

/// A daemon that was stopped stays stopped until a call gives it work.
@Suite(.enabled(if: ActivatedDaemon.isPossible)) struct StoppedTests {
  private func mark(_ directory: TemporaryDirectory) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory.path)/stopped")
  }

  /// A daemon that ran and was ended, and a socket that starts it again.
  private func restartable(
    _ directory: TemporaryDirectory, endedBy signal: Int32
  ) throws -> ActivatedDaemon {
    let first = try ActivatedDaemon(directory)
    #expect(try first.ask("list").code == 0)
    #expect(!mark(directory))
    first.end(signal)
    return try ActivatedDaemon(directory)
  }

  @Test(arguments: [
    ["list"], ["show", "a"], ["explain"], ["runs"], ["logs", "a"], ["watch"], ["wait", "a"],
    ["status"], ["metrics"], ["policy", "show"], ["device", "show"], ["clock", "show"],
    ["app", "list"],
    ["quota", "show"],
  ])
  func whoOnlyLooksDoesNotStartIt(verb: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "stopped")
    let daemon = try ActivatedDaemon(directory)
    let said = try Rubatoctl.run(verb, environment: ["RUBATO_SOCKET": daemon.socket])
    #expect(said.code == 3 && said.output.isEmpty, "\(said)")
    #expect(said.errors.contains("rubatod is stopped; start"), "\(said)")
    #expect(mark(directory), "it was started")
  }

  @Test func whoSubmitsStartsIt() throws {
    let directory = try TemporaryDirectory()
    let daemon = try restartable(directory, endedBy: SIGTERM)
    #expect(mark(directory))
    #expect(try daemon.ask("list").code == 3)
    #expect(try daemon.ask("submit", "--id", "a", "--earliest", "1d", "--", "true").code == 0)
    #expect(!mark(directory))
    #expect(try daemon.ask("list").code == 0)
  }

  @Test func oneThatDiedIsStartedByWhoeverLooks() throws {
    let directory = try TemporaryDirectory()
    let daemon = try restartable(directory, endedBy: SIGKILL)
    #expect(!mark(directory))
    #expect(try daemon.ask("list").code == 0)
  }
}
