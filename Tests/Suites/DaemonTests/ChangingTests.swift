import Control
import Foundation
import Scheduling
import Testing

@testable import Daemon

/// `set`, `edit` and `submit` for an existing request, as programs.
struct ChangingTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func submit() throws {
    _ = try daemon.call(
      Submit(
        id: "backup", command: .test(["/bin/echo", "a b"]), earliest: "5h", latest: "20h",
        every: 86400, prefers: ["idle"], budget: 60, allowBattery: true, retries: 8))
  }

  private func request() throws -> RequestInfo {
    try #require(try daemon.call(List(id: "backup")).requests.first)
  }

  private func edit(_ editor: String) throws -> Rubatoctl.Result {
    try Rubatoctl.run(
      ["edit", "backup"], by: daemon,
      environment: ["VISUAL": editor, "TMPDIR": directory.path])
  }

  private var kept: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    return (names ?? []).filter { $0.hasPrefix("rubato-edit-") }
  }

  @Test func removingOnlyTheWidthOfItsGroupRestoresTheUsualWidth() throws {
    _ = try daemon.call(
      Submit(
        id: "backup", command: .test(["/bin/true"]), earliest: "5h", group: "disk", groupWidth: 3))
    #expect(try daemon.call(ListGroups()).groups.first?.width == 3)
    let said = try edit("sed --in-place 's/^group: .*/group: disk/'")
    #expect(said.code == 0 && said.output.contains("disk"), "\(said)")
    #expect(try daemon.call(ListGroups()).groups.first?.width == 1 && kept.isEmpty)
    #expect(try edit("true").errors.contains("Unchanged: backup."))
  }

  @Test func setsAndClearsOptionsAndKeepsTheRest() throws {
    try submit()
    let before = try request()
    let set = try Rubatoctl.run(
      [
        "set", "backup", "--every", "12h", "--requires", "power", "--clear", "prefer", "--clear",
        "allow-battery", "--env", "EXTRA=1", "--signal", "INT",
      ], by: daemon)
    #expect(set.code == 0 && set.output.hasPrefix("Changed: backup."), "\(set)")
    #expect(set.output.contains("then SIGINT, and SIGKILL"), "\(set)")
    let again = try Rubatoctl.run(["set", "backup", "--retries", "8"], by: daemon)
    #expect(again.output.contains("then SIGINT, and SIGKILL"), "\(again)")
    let after = try request()
    #expect(after.every == 43200 && after.requires == ["power"] && after.prefers.isEmpty)
    #expect(!after.allowBattery && after.retries == 8 && after.budget == 60)
    #expect(after.earliest == before.earliest && after.latest == before.latest)
    let file = try daemon.call(GetTaskFile(id: "backup"))
    #expect(file.environment["EXTRA"] == "1")
    #expect(file.text.contains("signal: INT\n") && file.text.contains("budget: 1m\n"))
  }

  /// Otherwise a member of the group rubato could run any command as another user.
  @Test func whatRunsAsItsOwnerIsItsOwnersToSay() {
    let executed = [
      "condition", "onFailure", "onFailureCommand", "onOverdueCommand", "command.signal",
    ]
    #expect(executed.allSatisfy(Submission.isExecuted))
    #expect(!["every", "requires", "eachFailure"].contains(where: Submission.isExecuted))
  }

  @Test func refusesWhatCannotBeSet() throws {
    try submit()
    for (words, code, message) in [
      (["set", "backup"], 2, "no change given"),
      (
        ["set", "backup", "--clear", "colour"], 1,
        "--clear 'colour' is not allowed; use after"
      ),
      (["set", "backup", "--every", "1d", "--clear", "every"], 2, "set and cleared"),
      (["set", "backup", "--id", "other"], 2, "keeps its id"),
      (["set", "backup", "--replace-running"], 2, "--replace-running is for submit; leave it out"),
      (["set", "backup", "--every", "1s"], 1, "--every '1s' is not allowed"),
      (["set", "nothing", "--every", "1d"], 1, "nothing"),
    ] as [([String], Int32, String)] {
      let said = try Rubatoctl.run(words, by: daemon)
      #expect(said.code == code && said.errors.contains(message), "\(said)")
    }
    let told = try daemon.call(GetTaskFile(id: "backup"))
    #expect(throws: (any Error).self) {
      try daemon.call(Submit(id: "backup", changes: ["retries"], revision: told.revision + 1))
    }
    #expect(try request().retries == 8)
  }

  @Test func theHelpNamesTheOptionsThatAreRefused() throws {
    try submit()
    let help = try Rubatoctl.run(["set", "--help"], by: daemon).output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let refused = [["--id", "x"], ["--if-pending", "keep"], ["--replace-running"]]
    #expect(words.contains("except \(refused[0][0]), \(refused[1][0]) and \(refused[2][0]);"))
    for option in refused {
      let said = try Rubatoctl.run(["set", "backup"] + option, by: daemon)
      #expect(said.code == 2, "\(said)")
    }
  }

  @Test func saysWhatHasToBeClearedBesides() throws {
    _ = try daemon.call(
      Submit(
        id: "sync", command: .test(["/bin/true"]), whenChanged: ["notes"], atMost: "hourly",
        updateDelay: 10))
    let alone = try Rubatoctl.run(["set", "sync", "--clear", "when-changed"], by: daemon)
    #expect(alone.code == 1, "\(alone)")
    #expect(
      alone.errors.contains(
        "--at-most '1h', --update-delay '10s' of 'sync' would have no effect without"
          + " --when-changed; also clear them: rubatoctl set sync --clear when-changed --clear at-most"
          + " --clear update-delay"),
      "\(alone)")
    let timed = try Rubatoctl.run(["set", "sync", "--at", "18:00"], by: daemon)
    #expect(timed.errors.contains("--at and --when-changed exclude each other"), "\(timed)")
    let words = ["when-changed", "at-most", "update-delay"].flatMap { ["--clear", $0] }
    let both = try Rubatoctl.run(["set", "sync", "--earliest", "5h"] + words, by: daemon)
    #expect(both.code == 0, "\(both)")
    // An option on the command line that is not allowed is reported as before.
    let given = try Rubatoctl.run(["set", "sync", "--at-most", "daily"], by: daemon)
    #expect(given.errors.contains("--at-most 'daily' requires --when-changed"), "\(given)")
    try submit()
    #expect(try Rubatoctl.run(["set", "backup", "--flex", "2h"], by: daemon).code == 0)
    let once = try Rubatoctl.run(["set", "backup", "--clear", "every"], by: daemon)
    #expect(once.errors.contains("rubatoctl set backup --clear every --clear flex"), "\(once)")
  }

  @Test func editsARequestAsATaskFile() throws {
    try submit()
    let before = try request()
    let edit = try edit(
      "sed -i -e s/^retries:.*/retries:\\ 2/ -e s/^every:.*/every:\\ 2d/ -e /^budget/d")
    #expect(edit.code == 0 && edit.output.hasPrefix("Changed: backup."), "\(edit)")
    let after = try request()
    #expect(after.retries == 2 && after.every == 172_800 && after.prefers == ["idle"])
    #expect(after.budget != 60 && after.arguments == ["/bin/echo", "a b"])
    #expect(after.earliest == before.earliest && after.latest == before.latest)
    #expect(kept.isEmpty)
  }

  @Test func editsTheCommandAndItsEnvironment() throws {
    try submit()
    let edit = try edit(
      "sed -i -e 's/^command:.*/command: [printf, x]/' -e '/^environment:/a\\  NEW: y'")
    #expect(edit.code == 0, "\(edit)")
    #expect(try request().arguments.last == "x")
    #expect(try request().arguments.first?.hasSuffix("/printf") == true)
    #expect(try daemon.call(GetTaskFile(id: "backup")).environment["NEW"] == "y")
  }

  @Test func whatWasNotChangedIsSaid() throws {
    try submit()
    let revision = try daemon.call(GetTaskFile(id: "backup")).revision
    for editor in ["true", "sed -i 1i#more"] {
      let edit = try edit(editor)
      #expect(edit.code == 0 && edit.errors == "Unchanged: backup.\n", "\(edit)")
    }
    #expect(try daemon.call(GetTaskFile(id: "backup")).revision == revision)
    #expect(kept.isEmpty)
  }

  @Test func aMistakeIsShownAtItsPlaceAndTheFileIsKept() throws {
    try submit()
    let before = try request()
    for (editor, message) in [
      ("sed -i s/^retries/retrys/", "backup.yaml:"),
      ("sed -i s/^every:.*/every:\\ 1s/", ":8: every '1s' is not allowed"),
      ("sed -i s/.*//", "rubatoctl cancel"),
      ("sed -i 1icondition:\\ if\\ true", ":1:12: condition 'if true' cannot be run: /bin/sh: "),
    ] {
      let edit = try edit(editor)
      #expect(edit.code == 1 && edit.errors.contains(message), "\(edit)")
      #expect(edit.errors.contains("are kept in \(directory.path)/rubato-edit-"))
    }
    #expect(kept.count == 4)
    // Without a change there is nothing to keep.
    #expect(try edit("false").code == 1)
    #expect(kept.count == 4)
    #expect(try request() == before)
  }

  @Test func aNightlyJobDoesNotQuietlyBecomeOneThatRunsNow() throws {
    try submit()
    let before = try request()
    let once = try Rubatoctl.run(["submit", "--id", "backup", "--", "true"], by: daemon)
    #expect(once.code == 1 && once.output.isEmpty, "\(once)")
    for words in [
      "every 1d", "retries 8", "rubatoctl set backup --latest 'Fri 18:00'`",
      " submit --if-pending replace --id backup -- true\n",
    ] {
      #expect(once.errors.contains(words), "\(once)")
    }
    #expect(try request() == before)
    let fewer = try Rubatoctl.run(
      ["submit", "--id", "backup", "--every", "1d", "--", "true"], by: daemon)
    #expect(fewer.code == 0 && fewer.output.contains("Warning: the replaced request also had:"))
    let asked = try Rubatoctl.run(
      ["submit", "--id", "backup", "--if-pending", "replace", "--earliest", "1h", "--", "true"],
      by: daemon)
    #expect(asked.code == 0, "\(asked)")
    #expect(try request().every == nil)
  }
}
