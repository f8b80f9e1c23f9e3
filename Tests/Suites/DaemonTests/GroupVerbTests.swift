import Control
import Foundation
import Testing

@testable import Daemon

/// `group`, `groups` and `limits`, as a user types them.
struct GroupVerbTests {
  private func daemon() throws -> DaemonProcess {
    try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
  }

  private func submit(_ id: String, to daemon: DaemonProcess) throws {
    let command = ["submit", "--id", id, "--group", "encode", "--kind", "userInitiated", "--"]
    let submit = try Rubatoctl.run(command + ["sleep", "1000"], by: daemon)
    #expect(submit.code == 0, "\(submit)")
  }

  @Test func aGroupHasAWidthThatIsListed() throws {
    let daemon = try daemon()
    let none = try Rubatoctl.run(["groups"], by: daemon)
    #expect(none.code == 0 && none.output.hasPrefix("No groups."), "\(none)")
    let set = try Rubatoctl.run(["group", "set", "encode", "--width", "2"], by: daemon)
    #expect(set.output == "Group encode runs up to 2 requests at a time.\n", "\(set)")
    for id in ["a", "b", "c"] { try submit(id, to: daemon) }
    let groups = try Rubatoctl.run(["groups"], by: daemon)
    #expect(groups.output.contains("encode  2      1        a and b"), "\(groups)")
    let reset = try Rubatoctl.run(["group", "reset", "encode"], by: daemon)
    #expect(reset.output == "Group encode runs one request at a time.\n", "\(reset)")
    #expect(try Rubatoctl.run(["pause", "--group", "encode"], by: daemon).code == 0)
    #expect(try daemon.call(ListGroups()).groups.map(\.paused) == [true])
    let status = try Rubatoctl.run(["resume", "--group", "encode"], by: daemon)
    #expect(status.code == 0 && status.output.contains("No requests are paused"), "\(status)")
  }

  @Test(arguments: [
    (
      ["group", "set", "encode", "--width", "0"], "--width '0' is not allowed; use a number of runs"
    ),
    (["group", "set", "encode", "--width", "10000"], "--width '10000' is not allowed"),
    (["group", "set", "encode", "--width", "many"], "--width 'many' is not allowed"),
    (["group", "set", "a b", "--width", "2"], "group 'a b' is not allowed"),
    (["limits", "set", "mobile", "2"], "class 'mobile' is not allowed; use app, processing"),
    (["limits", "set", "utility", "0"], "count '0' is not allowed"),
    (["limits", "set", "utility", "--per-user", "0"], "--per-user '0' is not allowed"),
    (["submit", "--priority", "101", "--", "true"], "--priority '101' is not allowed"),
  ])
  func mistakesAreNamed(arguments: [String], message: String) throws {
    let daemon = try daemon()
    let run = try Rubatoctl.run(arguments, by: daemon)
    #expect(run.code == 1 && run.errors.contains(message), "\(run)")
  }

  @Test func slotsAreSetShownAndReset() throws {
    let daemon = try daemon()
    let set = try Rubatoctl.run(["limits", "set", "utility", "3", "--per-user", "2"], by: daemon)
    #expect(set.output.contains("utility        0        3      2         2"), "\(set)")
    let nothing = try Rubatoctl.run(["limits", "set", "utility"], by: daemon)
    #expect(nothing.code == 2, "\(nothing)")
    #expect(try Rubatoctl.run(["limits", "reset", "utility"], by: daemon).code == 0)
    let utility = try daemon.call(GetSlots()).slots.first { $0.name == "utility" }
    #expect(utility?.slots == 2 && utility?.perUser == nil)
  }
}
