import Control
import Foundation
import Testing

/// Command lines and their exit codes: one code for every value that is not allowed, another for command lines that
/// cannot be parsed.
struct CommandLineTests {
  @Test(arguments: [
    ["clock", "advance", "-1h"], ["clock", "rate", "-1"], ["clock", "rate", "fast"],
    ["submit", "--every", "-5s", "--", "true"], ["submit", "--kind", "urgent", "--", "true"],
    ["submit", "--every", "often", "--", "true"], ["submit", "--retries", "x", "--", "true"],
    ["device", "set", "battery"], ["device", "set", "battery=120"], ["runs", "--limit", "0"],
    ["runs", "show", "-5"], ["app", "refresh", "maybe", "com.example.mail"],
    ["app", "register", "a b"], ["app", "register", "a", "--permits", "b,c d"],
    ["app", "register", "a", "--modes", "fetch,dance"],
    ["submit", "--on-closed-gate", "ignore", "--", "true"],
    ["submit", "--early-signal", "KILL", "--", "true"],
    ["submit", "--limit", "memory=1", "--", "true"], ["submit", "--limit", "cpu=x", "--", "true"],
    ["submit", "--step", "a=true", "--step", "a=false"],
    ["submit", "--requires", ",", "--", "true"], ["submit", "--requires", "", "--", "true"],
    ["submit", "--prefer", "power,,idle", "--", "true"],
    ["submit", "--requires", "path=backup", "--", "true"],
    ["submit", "--prefer", "path=/mnt/backup", "--", "true"],
    ["submit", "--condition", "", "--", "true"], ["device", "freeze", "--for", "never"],
    ["device", "set", "path:mnt=yes"], ["device", "set", "path:/mnt=there"],
  ])
  func aValueThatIsNotAllowedIsRefusedWithWhatIs(arguments: [String]) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let result = try Rubatoctl.run(arguments, by: daemon)
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("is not allowed; use "), "\(result.errors)")
  }

  @Test(arguments: [["fly"], ["submit", "--wings", "--", "true"], ["submit"], ["cancel"]])
  func aCommandLineThatCannotBeReadIsUsage(arguments: [String]) throws {
    let result = try Rubatoctl.run(arguments)
    #expect(result.code == 2)
    let forPrograms = try Rubatoctl.run(["--json"] + arguments)
    #expect(forPrograms.code == 2)
    #expect(forPrograms.errors.hasPrefix("{\"error\":\"Usage\""), "\(forPrograms.errors)")
  }

  @Test(arguments: [
    ["submit", "--wings", "--", "true"], ["submit", "--wings", "two", "--", "true"],
    ["submit", "--id", "a", "--wings", "two", "--step", "true"],
  ])
  func anOptionThatThereIsNotIsNamed(arguments: [String]) throws {
    let result = try Rubatoctl.run(arguments)
    #expect(result.code == 2)
    #expect(result.errors.contains("Unknown option '--wings'"), "\(result.errors)")
  }

  @Test func explainPointsToTheRunsOfARequestThatIsOver() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = ["submit", "--id", "once", "--kind", "userInitiated", "--wait", "--", "true"]
    #expect(try Rubatoctl.run(submit, by: daemon).code == 0)
    for verb in ["explain", "show", "cancel", "stop"] {
      let result = try Rubatoctl.run([verb, "once"], by: daemon)
      #expect(result.code == 1)
      #expect(
        result.errors.contains("is no longer queued (its last run, 1, completed at"),
        "\(result.errors)")
      #expect(result.errors.contains("`rubatoctl runs once`"))
    }
  }

  @Test func anIDBehindTwoDashesIsAnArgument() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = ["submit", "--earliest", "1h"]
    let words = ["--", "true", "--id", "x"]
    let result = try Rubatoctl.run(submit + words, by: daemon)
    #expect(result.output.hasPrefix("Accepted: true."), "\(result)")
    #expect(
      result.errors.hasSuffix(
        "to name the request, write --id before --.\n"), "\(result)")
    #expect(try Rubatoctl.run(submit + ["--id", "y"] + words, by: daemon).errors.isEmpty)
  }

  @Test func aCancelledRetryIsNoLongerQueued() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = ["submit", "--id", "again", "--kind", "userInitiated", "--retries", "9"]
    _ = try Rubatoctl.run(
      submit + ["--backoff-delay", "1h", "--wait", "--", "false"], by: daemon)
    #expect(try Rubatoctl.run(["cancel", "again"], by: daemon).code == 0)
    let result = try Rubatoctl.run(["show", "again"], by: daemon)
    #expect(result.errors.contains("is no longer queued (its last run, 1, failed at"), "\(result)")
    #expect(
      result.errors.contains(
        "; then the request was cancelled, or its failure was acknowledged); list its runs with"),
      "\(result)")
  }

  @Test func registeringAgainSaysWhatChanges() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let register = ["app", "register", "com.example.mail", "--permits"]
    #expect(
      try Rubatoctl.run(register + ["fetch,index"], by: daemon).output
        == "Registered: com.example.mail.\n")
    #expect(
      try Rubatoctl.run(register + ["index,fetch"], by: daemon).output
        == "Registered again: com.example.mail; nothing changed.\n")
    #expect(
      try Rubatoctl.run(register + ["fetch"], by: daemon).output
        == "Registered again: com.example.mail; now may submit fetch, previously index, fetch."
        + " Queued requests with other identifiers are removed.\n")
  }
}
