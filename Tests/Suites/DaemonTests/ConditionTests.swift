import Control
import Foundation
import Glibc
import Scheduling
import Testing
import Varlink

@testable import Daemon

/// Commands that decide whether a request may start.
struct ConditionTests {
  /// A daemon without sources warns that it does not check a path, until a value is set by hand.
  @Test func aPathThatNobodyLooksAtIsWarnedOf() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = ["submit", "--requires", "path=/nowhere", "--earliest", "1h", "--id", "copy"]
    let said = try Rubatoctl.run(submit + ["--", "true"], by: daemon)
    #expect(said.code == 0 && said.output.contains("/nowhere is assumed present"), "\(said)")
    #expect(said.output.contains("rubatoctl device set path:/nowhere=no"), "\(said)")
    let explained = try Rubatoctl.run(["explain", "copy"], by: daemon)
    #expect(explained.output.contains("Warning: /nowhere is assumed present"), "\(explained)")
    let set = try Rubatoctl.run(["device", "set", "path:/nowhere=no"], by: daemon)
    #expect(set.code == 0, "\(set)")
    let known = try Rubatoctl.run(["explain", "copy"], by: daemon)
    #expect(!known.output.contains("is assumed present"), "\(known)")
  }

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func tries() throws -> Int {
    try String(contentsOfFile: "\(directory.path)/tries", encoding: .utf8).split(separator: "\n")
      .count
  }

  @Test func aFailedOneHoldsIsTriedAgainLaterAndThenLetsItRun() throws {
    let daemon = try DaemonProcess(directory)
    let condition =
      "cd \(directory.path); echo x >> tries; test -e flag || { echo no flag here; exit 1; }"
    let submit = Submit(
      id: "task", kind: "userInitiated", command: .test(["/bin/true"]), condition: condition)
    #expect(try daemon.call(submit).request.condition == condition)
    // The clock does not advance during the check.
    _ = try daemon.call(AdvanceClock(by: 240))
    #expect(try tries() == 1)
    let held = try #require(try daemon.call(Explain(id: "task")).explanations.first)
    #expect(held.reasons == ["condition"])
    let text = try #require(held.causes.first?.text)
    #expect(text.contains("failed (exit 1: no flag here); next attempt at "), "\(text)")
    #expect(held.next != nil)
    _ = FileManager.default.createFile(atPath: "\(directory.path)/flag", contents: nil)
    _ = try daemon.call(AdvanceClock(by: 120))
    let runs = try daemon.call(Runs(id: "task")).runs
    #expect(runs.map(\.outcome) == ["completed"])
    #expect(try tries() == 2)
  }

  /// A user who runs the request by hand need not wait for the next check.
  @Test func runTriesAFailedOneAgain() throws {
    let daemon = try DaemonProcess(directory)
    let condition = "cd \(directory.path); echo x >> tries; test -e flag"
    _ = try daemon.call(
      Submit(
        id: "task", kind: "userInitiated", command: .test(["/bin/true"]), condition: condition))
    _ = try daemon.call(AdvanceClock(by: 10))
    #expect(try daemon.call(List(id: "task")).requests.first?.reasons == ["condition"])
    _ = FileManager.default.createFile(atPath: "\(directory.path)/flag", contents: nil)
    let said = try Rubatoctl.run(["run", "task"], by: daemon)
    #expect(said.code == 1 && said.errors.contains("is checked again now"), "\(said)")
    #expect(try daemon.call(Wait(id: "task", after: 0)).run?.outcome == "completed")
    #expect(try tries() == 2)
  }

  @Test func isNotTriedWhileSomethingElseHolds() throws {
    let daemon = try DaemonProcess(directory)
    _ = try daemon.call(SetDevice(values: ["power": "battery", "path:/mnt/backup": "no"]))
    let submit = Submit(
      id: "task", kind: "userInitiated", command: .test(["/bin/true"]),
      requires: ["power", "path=/mnt/backup/"], condition: "echo x >> \(directory.path)/tries")
    let request = try daemon.call(submit).request
    #expect(request.requires == ["power", "path=/mnt/backup"])
    #expect(Set(request.reasons) == ["power", "path"])
    _ = try daemon.call(SetDevice(values: ["power": "ac"]))
    _ = try daemon.call(AdvanceClock(by: 600))
    #expect(throws: (any Error).self) { try tries() }
    let causes = try #require(try daemon.call(Explain(id: "task")).explanations.first?.causes)
    #expect(causes.map(\.reason) == ["path"])
    #expect(causes.first?.since != nil)
    let text = try Rubatoctl.run(["explain", "task"], by: daemon).output
    #expect(text.contains("/mnt/backup: missing"), "\(text)")
    _ = try daemon.call(SetDevice(values: ["path:/mnt/backup": "yes"]))
    _ = try daemon.call(AdvanceClock(by: 1))
    #expect(try daemon.call(Runs(id: "task")).runs.map(\.outcome) == ["completed"])
    #expect(try tries() == 1)
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
  func isRunAsWhoeverSubmitted() throws {
    let daemon = try DaemonProcess(directory)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=65534", "--regid=65534", "--clear-groups",
      DaemonProcess.products.appendingPathComponent("rubatoctl").path, "--socket", daemon.socket,
      "submit", "--id", "task", "--kind", "userInitiated", "--directory", "/", "--condition",
      "test $(id -u) = 65534 && ! test -w \(directory.path)", "--", "/bin/true",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    _ = try daemon.call(AdvanceClock(by: 1))
    let runs = try daemon.call(Runs(allUsers: true)).runs
    #expect(runs.map(\.owner) == [65534])
    #expect(runs.map(\.outcome) == ["completed"])
  }

  @Test func oneThatTakesTooLongIsKilledAndCountsAsNotMet() throws {
    var settings = Settings()
    settings.checkTime = .milliseconds(1)
    let harness = try EngineHarness(settings: settings)
    _ = harness.submit("task", condition: "sleep 1000")
    let check = LaunchID.check(1)
    #expect(harness.launcher.next() == .launch(check))
    #expect(harness.launcher.next() == .kill(check))
    var finish = ProcessExit()
    finish.signal = 9
    let end = finish
    _ = harness.look { $0.post(.checkEnded(1, end)) }
    harness.settle()
    let cause = harness.look { engine in
      engine.core.allRequests.first
        .flatMap { engine.core.explain($0.key, at: engine.now)?.causes.first }
    }
    #expect(cause??.reason == .condition)
    #expect(cause??.text.contains("timed out after 1ms") == true, "\(cause??.text ?? "")")
    #expect(harness.launcher.isEmpty)
  }
}
