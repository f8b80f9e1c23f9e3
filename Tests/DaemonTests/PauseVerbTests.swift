import Control
import Testing

@testable import Daemon

/// `pause`, `resume` and `drain`, as they are typed.
struct PauseVerbTests {
  private func daemon() throws -> DaemonProcess {
    try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
  }

  @Test func whatIsPausedWaitsAndSaysWhyUntilItsTimeIsOver() throws {
    let daemon = try daemon()
    let pause = try Rubatoctl.run(
      ["pause", "--owner", "0", "--kind", "maintenance", "--until", "13:00"], by: daemon)
    #expect(pause.code == 0 && pause.output.contains("of kind maintenance"), "\(pause)")
    _ = try daemon.call(Submit(id: "backup", command: .test(["/bin/true"])))
    let explain = try Rubatoctl.run(["explain", "backup"], by: daemon)
    #expect(explain.output.contains("paused by"), "\(explain)")
    #expect(try Rubatoctl.run(["list"], by: daemon).output.contains("paused"))
    #expect(try Rubatoctl.run(["status"], by: daemon).output.contains("until 13:00"))
    _ = try daemon.call(AdvanceClock(by: 3601))
    #expect(try daemon.call(Status()).pauses.isEmpty)
  }

  @Test func resumeLiftsWhatIsNamedOrAll() throws {
    let daemon = try daemon()
    for arguments in [["pause"], ["pause", "--kind", "push"], ["drain"]] {
      #expect(try Rubatoctl.run(arguments, by: daemon).code == 0)
    }
    #expect(try daemon.call(Status()).pauses.map(\.untilRestart) == [false, false, true])
    #expect(try Rubatoctl.run(["resume", "--kind", "push"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.count == 2)
    let all = try Rubatoctl.run(["resume"], by: daemon)
    #expect(all.output == "Nothing is paused.\n", "\(all)")
    let none = try Rubatoctl.run(["resume"], by: daemon)
    #expect(none.code == 1 && none.errors.contains("no such pause"), "\(none)")
  }

  @Test(arguments: [
    (["pause", "--for", "1h", "--until", "13:00"], "exclude each other", 2 as Int32),
    (["pause", "nothing"], "there is no request 'nothing'", 1),
    (["pause", "--kind", "upkeep"], "kinds 'upkeep' is not allowed; use refresh", 1),
    (["pause", "--until", "yesterday"], "until", 1),
  ])
  func refusesWhatMeansNothing(arguments: [String], text: String, code: Int32) throws {
    let result = try Rubatoctl.run(arguments, by: try daemon())
    #expect(result.code == code && result.errors.contains(text), "\(result)")
  }
}
