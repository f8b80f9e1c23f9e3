import Control
import Foundation
import Testing

/// Typing errors, and the messages about them.
struct TypingTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(try TemporaryDirectory())
  }

  @Test(arguments: [
    (["submit", "--start", "18:00", "--", "true"], "'--start'. Did you mean '--earliest'?"),
    (["logs", "--lines", "5", "a"], "Unknown option '--lines'\n"),
    (["submit", "--afterwards", "a", "--", "true"], "Unknown option '--afterwards'\n"),
    (["submit", "--retires", "2", "--", "true"], "'--retires'. Did you mean '--retries'?"),
    (["submit", "--name", "a", "--", "true"], "'--name'. Did you mean '--id'?"),
    (["list", "--fail"], "'--fail'. Did you mean '--failed'?"),
    (["app", "show", "--ovner", "a", "b"], "'--ovner'. Did you mean '--owner'?"),
  ])
  func anOptionIsTakenForOneThatIsNear(words: [String], message: String) throws {
    let said = try Rubatoctl.run(words)
    #expect(said.code == 2 && said.errors.contains(message), "\(said)")
  }

  @Test func anIdIsTakenForOneThatIsNear() throws {
    _ = try daemon.call(Submit(id: "mail", command: .test(["/bin/true"]), earliest: "1h"))
    for verb in ["cancel", "explain", "show", "stop", "run", "edit", "logs", "runs"] {
      let said = try Rubatoctl.run([verb, "mial"], by: daemon)
      #expect(said.code == 1 && said.errors.contains("did you mean 'mail'?"), "\(said)")
      let other = try Rubatoctl.run([verb, "photos"], by: daemon)
      #expect(other.code == 1 && !other.errors.contains("did you mean"), "\(other)")
    }
    _ = try daemon.call(
      RegisterApp(id: "com.example.mail", permittedIdentifiers: ["com.example.refresh"]))
    let app = try Rubatoctl.run(["app", "show", "com.example.mial"], by: daemon)
    #expect(app.errors.contains("did you mean 'com.example.mail'?"), "\(app)")
    let task = try Rubatoctl.run(
      ["submit", "--app", "com.example.mail", "--id", "com.example.refrsh", "--", "true"],
      by: daemon)
    #expect(task.errors.contains("did you mean 'com.example.refresh'?"), "\(task)")
  }

  @Test func aNumberIsARunsWhereNoRequestHasIt() throws {
    _ = try daemon.call(
      Submit(id: "loud", kind: "userInitiated", command: .test(["/bin/echo", "hello"])))
    _ = try? daemon.call(Wait(id: "loud"))
    #expect(try Rubatoctl.run(["logs", "1"], by: daemon).output == "hello\n")
    #expect(try Rubatoctl.run(["logs", "-f", "1"], by: daemon).output == "hello\n")
    #expect(try Rubatoctl.run(["wait", "1"], by: daemon).code == 0)
    #expect(try Rubatoctl.run(["logs", "2"], by: daemon).code == 1)
    _ = try daemon.call(
      Submit(id: "1", kind: "userInitiated", command: .test(["/bin/echo", "other"])))
    _ = try? daemon.call(Wait(id: "1"))
    #expect(try Rubatoctl.run(["logs", "1"], by: daemon).output == "other\n")
  }

  @Test func waitSaysThatARequestIsNoLongerQueued() throws {
    _ = try daemon.call(Submit(id: "once", kind: "userInitiated", command: .test(["/bin/true"])))
    _ = try? daemon.call(Wait(id: "once"))
    let gone = try Rubatoctl.run(["wait", "once"], by: daemon)
    #expect(gone.code == 0)
    #expect(gone.output.hasPrefix("once is no longer queued; its newest run: "), "\(gone)")
  }

  @Test func aWordInPlaceOfASubcommandNamesTheSubcommands() throws {
    let limits = try Rubatoctl.run(["limits", "app", "50"], by: daemon)
    #expect(limits.code == 2)
    #expect(limits.errors.contains("Subcommands of limits: show, set, reset."), "\(limits)")
    let set = try Rubatoctl.run(["limits", "set", "app", "5", "6"], by: daemon)
    #expect(set.code == 2 && !set.errors.contains("Subcommands of"), "\(set)")
  }

  @Test(arguments: [["sh"], ["bash", "-e"], ["/bin/sh", "-s"], ["sh", "-"]])
  func aShellWithoutAScriptIsRefused(command: [String]) throws {
    let said = try Rubatoctl.run(["submit", "--"] + command, by: daemon)
    #expect(said.code == 1 && said.errors.contains("standard input, which is empty"), "\(said)")
    let step = try Rubatoctl.run(
      ["submit", "--step", "a=\(command.joined(separator: " "))"], by: daemon)
    #expect(step.code == 1 && step.errors.contains("standard input, which is empty"), "\(step)")
    #expect(try daemon.call(List()).requests.isEmpty)
  }

  @Test(arguments: [["sh", "-c", "true"], ["sh", "-ec", "true"], ["sh", "/bin/true"]])
  func aShellWithAScriptIsTaken(command: [String]) throws {
    let words = ["submit", "--earliest", "1h", "--"] + command
    #expect(try Rubatoctl.run(words, by: daemon).code == 0)
  }

  @Test(arguments: [
    (["pause", "--for", "2"], "--for '2' is not allowed"),
    (["pause", "--until", "nonsense"], "--until 'nonsense' is not allowed"),
    (
      ["submit", "--every", "1month", "--", "true"],
      "a month is no duration; to repeat at dates: --on monthly\n"
    ),
    (["pause", "--kind", "x"], "--kind 'x' is not allowed"),
    (["resume", "--kind", "x"], "--kind 'x' is not allowed"),
    (["changed", "a", "--at-most", "x"], "--at-most 'x' is not allowed"),
    (
      ["submit", "--budget", "8d", "--", "true"], "the maximum of kind maintenance for "
    ),
    (["submit", "--budget", "100w", "--", "true"], "--budget '100w' is not allowed; use 100ms to"),
    (["submit", "--at-most", "daily", "--", "true"], "--at-most 'daily' requires --when-changed;"),
    (["submit", "--each-failure", "--", "true"], "--each-failure has no effect without a command"),
    (["clock", "advance", "2h30"], "clock advance '2h30' is not allowed; use a day and a time"),
    (["clock", "advance", "100000d"], "clock advance '100000d' is not allowed; use 0 to"),
    (["pause", "--for", "0s"], "--for '0s' is not allowed; use a duration above 0s\n"),
    (["pause", "--until", "2020-01-01"], "--until '2020-01-01' is not allowed; use a time in"),
    (["app", "allow", "nope", "push"], "permission 'push' is not allowed; use notify, observe\n"),
    (
      ["device", "set", "batery=80"], "the device has no field 'batery'; did you mean 'battery'?\n"
    ),
    (["device", "set", "colour=red"], "the device has no field 'colour'; use power, "),
  ])
  func aRefusalNamesTheOption(words: [String], message: String) throws {
    let said = try Rubatoctl.run(words, by: daemon)
    #expect(said.code == 1 && said.errors.contains(message), "\(said)")
  }

  @Test func aPayloadIsNamedByItsFile() throws {
    let path = "\(directory.path)/payload"
    try "not JSON".write(toFile: path, atomically: true, encoding: .utf8)
    let said = try Rubatoctl.run(["push", "nope", path], by: daemon)
    #expect(said.code == 1 && said.errors.hasPrefix("rubatoctl: \(path) is not JSON: "), "\(said)")
    #expect(said.errors.contains(" at byte 0; use a JSON object such as"), "\(said)")
  }

  @Test func theRefusalOfARetryNamesOptions() throws {
    _ = try daemon.call(
      Submit(
        id: "first", kind: "userInitiated", command: .test(["/bin/false"]), earliest: "1h",
        retries: 0))
    _ = try daemon.call(Submit(id: "next", command: .test(["/bin/true"]), after: ["first"]))
    _ = try daemon.call(AdvanceClock(by: 3601))
    // It fails with the request that it follows.
    #expect(try daemon.call(Wait(id: "next", after: 0)).run?.outcome == "skipped")
    let said = try Rubatoctl.run(["retry", "next"], by: daemon)
    #expect(said.code == 1 && said.errors.hasSuffix("use --after-any\n"), "\(said)")
  }

  @Test func logsNameTheRunTheyWouldShow() throws {
    let both = try Rubatoctl.run(["logs", "ok", "--run", "3"], by: daemon)
    #expect(both.code == 2, "\(both)")
    #expect(both.errors.contains("name a request or --run, not both\n"), "\(both)")
    for verb in ["logs", "wait"] {
      let none = try Rubatoctl.run([verb, "9999"], by: daemon)
      let message = "neither a request nor a run 9999 exists; `rubatoctl runs` lists runs\n"
      #expect(none.code == 1 && none.errors == "rubatoctl: \(message)", "\(none)")
    }
    _ = try daemon.call(
      Submit(id: "ok", kind: "userInitiated", command: .test(["/bin/true"])))
    _ = try? daemon.call(Wait(id: "ok"))
    let silent = try Rubatoctl.run(["logs", "ok"], by: daemon)
    #expect(silent.code == 0 && silent.output.isEmpty, "\(silent)")
    #expect(silent.errors == "rubatoctl: run 1 of ok printed nothing\n", "\(silent)")
    let json = try Rubatoctl.run(["logs", "ok", "--json"], by: daemon)
    #expect(json.code == 0 && json.errors.isEmpty, "\(json)")
  }

  @Test func errorsAreWrappedWhereAWidthIsKnown() throws {
    let words = ["submit", "--kind", "urgent", "--", "true"]
    let narrow = try Rubatoctl.run(words, by: daemon, environment: ["COLUMNS": "60"])
    let lines = narrow.errors.split(separator: "\n")
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 60 }, "\(narrow)")
    let wide = try Rubatoctl.run(words, by: daemon, environment: ["COLUMNS": ""])
    #expect(wide.errors.split(separator: "\n").count == 1, "\(wide)")
  }

  @Test func allMistakesOfATaskFileAreNamed() throws {
    let path = "\(directory.path)/task.yaml"
    try "command: true\nretires: 2\nbudget: soon\nkind: urgent\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let said = try Rubatoctl.run(["submit", path], by: daemon)
    #expect(said.code == 1, "\(said)")
    for line in ["\(path):2:", "\(path):3:", "\(path):4:"] {
      #expect(said.errors.contains("rubatoctl: \(line)"), "\(said)")
    }
    let policy = "\(directory.path)/policy.yaml"
    try "boot-delay: x\nrefresh.budget: y\n".write(
      toFile: policy, atomically: true, encoding: .utf8)
    let shown = try Rubatoctl.run(["policy", "show", policy])
    #expect(
      shown.errors.contains("\(policy):1:") && shown.errors.contains("\(policy):2:"), "\(shown)")
  }

  private func completions(_ typed: [String], position: String) throws -> [String] {
    let words = ["rubatoctl"] + typed
    let asked = ["---completion", "submit", "--", position, "\(words.count - 1)", "0"]
    let said = try Rubatoctl.run(asked + words, environment: ["PATH": "\(directory.path)/bin"])
    return said.output.split(separator: "\n").map { String($0) }
  }

  @Test func aCommandIsCompleted() throws {
    try directory.write("", to: "bin/restic")
    try directory.write("", to: "bin/restic.txt")
    try directory.write("", to: "bin/rest$(id)")
    for name in ["restic", "rest$(id)"] { chmod("\(directory.path)/bin/\(name)", 0o755) }
    let place = "positional@1"
    #expect(try completions(["submit", "--", "rest"], position: place) == ["restic"])
    let start = "\(directory.path)/bin/rest"
    #expect(
      try completions(["submit", "--", "restic", start], position: place)
        == ["restic", "restic.txt"].map { "\(directory.path)/bin/\($0)" })
    #expect(
      try completions(["submit", "--", start], position: place).contains("\(start)ic"))
  }

  /// Uses bash's own completion.
  @Test func bashCompletesACommand() throws {
    try directory.write("", to: "bin/rubato-example")
    chmod("\(directory.path)/bin/rubato-example", 0o755)
    let script = try Rubatoctl.run(["--generate-completion-script", "bash"]).output
    try script.write(
      toFile: "\(directory.path)/completion", atomically: true, encoding: .utf8)
    let program = Rubatoctl.built.path
    let test = """
      . \(directory.path)/completion
      COMP_WORDS=(\(program) submit --id a -- rubato-ex) COMP_CWORD=5 COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
      _rubatoctl \(program) rubato-ex --
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let said = try Rubatoctl.run(
      ["-c", test], environment: ["PATH": "\(directory.path)/bin:/usr/bin:/bin"],
      as: URL(filePath: "/bin/bash"))
    #expect(said.output.contains("rubato-example"), "\(said)")
  }

  @Test(.enabled(if: geteuid() != 0))
  func releaseIsNotCalledAdopt() throws {
    let said = try Rubatoctl.run(["--system", "release", "--all"])
    #expect(!said.errors.contains("may adopt"), "\(said)")
  }
}

/// The commands for times in docs/json.md.
struct TimeRecipeTests {
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")))
  func jqReadsTimes() throws {
    let text = try SourceTree.text("docs/json.md")
    let recipe = try #require(text.firstMatch(of: /jq --raw-output '(def seconds:[^']+)'/)?.1)
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
    _ = try daemon.call(
      Submit(id: "old", kind: "userInitiated", command: .test(["/bin/true"]), every: 864_000))
    _ = try? daemon.call(Wait(id: "old"))
    let line = "'\(Rubatoctl.built.path)' list --json | jq --raw-output '\(recipe)'"
    let said = try Rubatoctl.run(["-c", line], by: daemon, as: URL(filePath: "/bin/sh"))
    #expect(said.code == 0 && said.errors.isEmpty && said.output == "old\n", "\(said)")
  }
}
