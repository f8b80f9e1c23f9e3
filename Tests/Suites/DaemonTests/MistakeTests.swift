import Control
import Glibc
import Testing

/// Common first mistakes with `submit`, and the commands to type instead.
struct MistakeTests {
  @Test(arguments: [
    (
      ["ls"],
      "'ls' is not a task file (NAME.yaml); put a command after --, as in: rubatoctl submit -- ls"
    ),
    (["echo", "hi"], "Put the command after --, as in: rubatoctl submit -- echo hi"),
    (
      ["--id", "x", "echo", "a b"],
      "Put the command after --, as in: rubatoctl submit --id x -- echo 'a b'"
    ),
    (
      ["--dry-run", "--file", "d/"],
      "To check files without queuing their requests: rubatoctl import --dry-run d/"
    ),
    (["ls", "-l"], "Put the command after --, as in: rubatoctl submit -- ls -l"),
    (
      ["--requires", "power,", "idle", "--", "/bin/true"],
      "write the list without spaces: --requires power,idle\n"
    ),
    (
      ["--requires=power,", "idle,", "unmetered", "--", "/bin/true"],
      "write the list without spaces: --requires power,idle,unmetered\n"
    ),
    (
      ["--latest", "Fri", "18:00", "--", "/bin/true"],
      "unexpected word '18:00' before --; remove it, or quote the whole value that it belongs to\n"
    ),
    (
      ["--exact", "03:00", "--", "/bin/true"],
      "--exact takes no value; to start at a time, use --at 03:00 instead\n"
    ),
  ])
  func aCommandStandsBehindTwoDashes(words: [String], message: String) throws {
    let said = try Rubatoctl.run(["submit"] + words)
    #expect(said.code == 2 && said.errors.contains(message), "\(said)")
    #expect(!said.errors.contains("rubatoctl <subcommand>"), "\(said)")
    if words.contains("--") { #expect(!said.errors.contains("rubatoctl submit -- "), "\(said)") }
  }

  @Test(arguments: [
    (["cancle"], "rubatoctl: verb 'cancle' not found; did you mean `rubatoctl cancel`?\n"),
    (
      ["--user", "cancle", "x"],
      "rubatoctl: verb 'cancle' not found; did you mean `rubatoctl --user cancel`?\n"
    ),
    (["frobnicate"], "rubatoctl: verb 'frobnicate' not found; `rubatoctl help` lists verbs\n"),
    (
      ["help", "cancle"],
      "rubatoctl: verb 'cancle' not found; did you mean `rubatoctl cancel`?\n"
    ),
  ])
  func whatIsNoVerbIsNamed(words: [String], message: String) throws {
    let said = try Rubatoctl.run(words)
    #expect(said.code == 2 && said.errors == message, "\(said)")
    let json = try Rubatoctl.run(["--json"] + words)
    #expect(json.code == 2 && json.errors.contains("verb '"), "\(json)")
  }

  @Test(arguments: [
    ("add", "submit"), ("rm", "cancel"), ("delete", "cancel"), ("remove", "cancel"),
    ("queue", "list"), ("ls", "list"), ("jobs", "list"), ("version", "--version"),
    ("start", "run"), ("unpause", "resume"), ("modify", "set"), ("abort", "stop"),
    ("tail", "logs -f"), ("check", "policy check"), ("cron", "import --crontab"),
  ])
  func aVerbOfOtherProgramsIsNamed(word: String, verb: String) throws {
    let said = try Rubatoctl.run([word])
    let message = "rubatoctl: verb '\(word)' not found; did you mean `rubatoctl \(verb)`?\n"
    #expect(said.code == 2 && said.errors == message, "\(said)")
  }

  @Test(arguments: ["--condition", "--on-failure-command", "--on-overdue-command"])
  func aLineThatNoShellCanReadIsRefused(option: String) throws {
    let said = try Rubatoctl.run(["submit", option, "test \"x", "--", "/bin/true"])
    #expect(said.code == 1, "\(said)")
    #expect(
      said.errors.hasPrefix("rubatoctl: \(option) 'test \"x' cannot be run: /bin/sh: "), "\(said)")
    #expect(said.errors.hasSuffix("; correct the line\n"), "\(said)")
    let set = try Rubatoctl.run(["set", "a", option, "if true"])
    #expect(set.code == 1 && set.errors.contains("\(option) 'if true' cannot be run"), "\(set)")
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func aDirectoryThatMayNotBeEnteredIsNamed() throws {
    let directory = try TemporaryDirectory()
    try directory.write("#!/bin/sh\n", to: "private/x")
    let parent = "\(directory.path)/private"
    try #require(chmod("\(parent)/x", 0o755) == 0 && chmod(parent, 0o700) == 0)
    let program = try Rubatoctl.runAsNobody(["submit", "--", "\(parent)/x"])
    let message = "rubatoctl: \(parent)/x cannot be reached; you may not enter \(parent)\n"
    #expect(program.code == 1 && program.errors == message, "\(program)")
    let place = try Rubatoctl.runAsNobody(
      ["submit", "--directory", "\(parent)/x", "--", "/bin/true"])
    #expect(place.code == 1 && place.errors == message, "\(place)")
    let closed = try Rubatoctl.runAsNobody(
      ["submit", "--directory", parent, "--", "/bin/true"])
    #expect(
      closed.code == 1 && closed.errors.contains("you may not enter \(parent)\n"), "\(closed)")
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func whoMayNotOverrideIsNotAdvisedTo() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(SetDevice(values: ["storage": "full"]))
    let submit = try Rubatoctl.runAsNobody(
      ["submit", "--id", "own", "--", "/bin/true"], by: daemon)
    try #require(submit.code == 0, "\(submit)")
    for force in [[], ["--force"]] {
      let said = try Rubatoctl.runAsNobody(["run", "own"] + force, by: daemon)
      let advice = "Only root and the group rubato can override this\n"
      #expect(said.code == 1 && said.errors.hasSuffix(advice), "\(said)")
    }
    let really = try Rubatoctl.runAsNobody(["run", "own", "--force", "--really"], by: daemon)
    #expect(really.errors.hasSuffix(" may override absolute vetoes; use sudo\n"), "\(really)")
    let root = try Rubatoctl.run(["run", "own", "--owner", "65534"], by: daemon)
    #expect(root.errors.contains(" own --force --really`\n"), "\(root)")
  }

  @Test func aLineWithoutItsProgramIsWarnedOf() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let said = try Rubatoctl.run(
      ["submit", "--condition", "no-such-prog x", "--earliest", "1d", "--", "/bin/true"], by: daemon
    )
    let warning = "--condition: program 'no-such-prog' not found; the condition fails"
    #expect(said.code == 0 && said.errors.contains(warning), "\(said)")
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func theOwnerOfAnotherUsersRequestIsNamed() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    for id in ["same", "other"] {
      let submit = try Rubatoctl.runAsNobody(
        ["submit", "--id", id, "--earliest", "1d", "--", "/bin/true"], by: daemon)
      try #require(submit.code == 0, "\(submit)")
    }
    let started = try Rubatoctl.run(["run", "other", "--force"], by: daemon)
    #expect(started.output.hasPrefix("Started: other, of user nobody (run "), "\(started)")
    let own = try Rubatoctl.run(
      ["submit", "--id", "same", "--earliest", "1d", "--", "/bin/true"], by: daemon)
    try #require(own.code == 0, "\(own)")
    let said = try (1...2).map { _ in try Rubatoctl.run(["cancel", "same"], by: daemon).output }
    #expect(said == ["Cancelled: same.\n", "Cancelled: same, of user nobody.\n"])
    let unknown = try Rubatoctl.runAsNobody(["cancel", "none"], by: daemon)
    #expect(unknown.errors.contains("request 'none' not found among yours;"), "\(unknown)")
  }

  @Test func aMistakeInATransferIsOneSentence() throws {
    let said = try Rubatoctl.run(["transfer", "https://example.com/a"])
    let message = "rubatoctl: use one of --upload FILE URL and --download URL\n"
    #expect(said.code == 2 && said.errors == message, "\(said)")
  }

  @Test func verbsWithoutADaemonIgnoreItsOptions() throws {
    let dates = try Rubatoctl.run(["--socket", "/nowhere", "calendar", "daily"])
    #expect(dates.code == 0 && !dates.output.isEmpty, "\(dates)")
    #expect(try Rubatoctl.run(["calendar", "daily", "--system"]).code == 0)
    let group = try Rubatoctl.run(["--socket", "/nowhere", "group", "g", "2"])
    #expect(group.code == 2 && !group.errors.contains("--socket'"), "\(group)")
    let both = try Rubatoctl.run(["--socket", "/nowhere", "status", "--user"])
    #expect(both.code == 2 && both.errors.contains("use only one of --socket"), "\(both)")
  }

  @Test func aLineInQuotesIsNoProgram() throws {
    let plain = try Rubatoctl.run(["submit", "--", "ls -l /home"])
    #expect(plain.code == 1, "\(plain)")
    #expect(
      plain.errors.contains(
        "leave out the quotes around the command: rubatoctl submit -- ls -l /home,"))
    #expect(plain.errors.contains("rubatoctl submit -- sh -c 'ls -l /home'"))
    let line = try Rubatoctl.run(["submit", "--", "ls | wc -l"])
    #expect(line.errors.contains("rubatoctl submit -- sh -c 'ls | wc -l'"), "\(line)")
    #expect(!line.errors.contains("leave out"))
    let options = try Rubatoctl.run(["submit", "--every", "1d", "--id", "e", "--", "ls | wc -l"])
    #expect(
      options.errors.contains("rubatoctl submit --every 1d --id e -- sh -c 'ls | wc -l'"),
      "\(options)")
    let script = try Rubatoctl.run(["submit", "--id", "e", "--", "sh"])
    #expect(script.errors.contains("rubatoctl submit --id e -- sh FILE, or"), "\(script)")
    let other = try Rubatoctl.run(["submit", "--", "/nowhere/a program"])
    #expect(other.errors.contains("program /nowhere/a program not found"), "\(other)")
  }

  @Test func aHomeThatNoShellHasReplacedIsNotWatched() throws {
    let path = ["submit", "--when-changed=~/no-such-directory", "--", "/bin/true"]
    let said = try Rubatoctl.run(path)
    #expect(said.code == 1, "\(said)")
    #expect(
      said.errors.contains(
        "use \"$HOME/no-such-directory\", since no shell has replaced the ~"), "\(said)")
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody))
  func theSwitchOfAllAppsIsNamedInItsRefusal() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let said = try Rubatoctl.runAsNobody(["app", "refresh", "off", "--all"], by: daemon)
    #expect(said.errors.contains("may switch Background App Refresh for all apps"), "\(said)")
    let device = try Rubatoctl.runAsNobody(["device", "set", "idle=yes"], by: daemon)
    #expect(device.errors.contains("may set the device"), "\(device)")
  }
}
