import Control
import Foundation
import Testing

/// The numbers for decisions are read from a file.
struct PolicyFileTests {
  private func start(_ policy: String, mode: mode_t = 0o644) throws -> (
    DaemonProcess, TemporaryDirectory
  ) {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/policy.yaml"
    try Data(policy.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
    let daemon = try DaemonProcess(unready: directory, ["--config", path])
    return (daemon, directory)
  }

  @Test func decidesWithTheNumbersOfTheFile() throws {
    let (daemon, _) = try start("maintenance.budget: 7m\n")
    try #require(daemon.waitUntilReady())
    _ = try daemon.call(Submit(id: "index", command: .test(["/bin/true"])))
    let said = try Rubatoctl.run(["runs", "index", "--json"], by: daemon)
    #expect(said.output.contains("\"budget\": 420"), "\(said.output)")
  }

  /// Returns the daemon's setting, and its warnings.
  private func budget(_ daemon: DaemonProcess) throws -> (value: String?, warnings: [String]) {
    let policy = try daemon.call(GetPolicy())
    return (
      policy.keys.first { $0.key == "maintenance.budget" }?.value,
      try daemon.call(Status()).warnings
    )
  }

  @Test func withAMistakeTheLastGoodOneHolds() throws {
    let (first, directory) = try start("maintenance.budget: 7m\n")
    try #require(first.waitUntilReady())
    #expect(try budget(first).warnings.isEmpty)
    first.end()
    let path = "\(directory.path)/policy.yaml"
    try directory.write(
      "maintenance.budget: 9m\nrefresh:\n  budgit: 10s\nboot-delay: x\n", to: "policy.yaml")
    let second = try DaemonProcess(directory, ["--config", path])
    let (value, warnings) = try budget(second)
    #expect(value == "7m")
    #expect(
      warnings.count == 1 && warnings[0].contains("\(path):3:3: 'refresh' has no key 'budgit'"))
    let more =
      "'refresh.budget'?; 4:13: boot-delay 'x' is not allowed"
    #expect(warnings[0].contains(more), "\(warnings)")
    #expect(warnings[0].contains(". The last valid settings of the file are in effect"))
    let status = try Rubatoctl.run(["status", "--json"], by: second)
    #expect(status.code == 1 && status.output.contains("policy.yaml:3:3:"), "\(status)")
    #expect(try Rubatoctl.run(["status"], by: second).output.contains("policy.yaml:3:3:"))
    let show = try Rubatoctl.run(["policy", "show", "--changed"], by: second)
    #expect(show.output.contains("Warning: policy file: \(path):3:3"), "\(show)")
    #expect(show.output.contains("rubatoctl policy check \(path)"), "\(show)")
    second.end()
    #expect(second.remainingErrors().contains("\(path):3:3: 'refresh' has no key 'budgit'"))
  }

  /// At boot, a name of a directory service may be unknown.
  @Test func theCopyKnowsAUserWhoseNameIsUnknownLater() throws {
    let (first, directory) = try start("# Mine\nquiet-users: root 22:00..06:00\n")
    try #require(first.waitUntilReady())
    first.end()
    let copy = try String(contentsOfFile: "\(directory.path)/state/policy.yaml", encoding: .utf8)
    #expect(copy == "quiet-users: 0 22:00..06:00\n")
    try directory.write("quiet-users: no-such-user 22:00..06:00\n", to: "policy.yaml")
    let second = try DaemonProcess(directory, ["--config", "\(directory.path)/policy.yaml"])
    let keys = try second.call(GetPolicy()).keys
    #expect(keys.first { $0.key == "quiet-users" }?.value == "0 22:00..06:00")
    let warning = try #require(try second.call(Status()).warnings.first)
    #expect(warning.contains(". The last valid settings of the file are in effect"), "\(warning)")
  }

  @Test func withoutAGoodOneTheDefaultsHold() throws {
    let (daemon, directory) = try start("maintenance.budget: soon\n")
    try #require(daemon.waitUntilReady())
    let (value, warnings) = try budget(daemon)
    #expect(value != nil && value != "soon")
    // The daemon was not started by systemd.
    let again =
      "The defaults are in effect until the file is corrected and rubatod is restarted; to check"
      + " it: rubatoctl policy check \(directory.path)/policy.yaml, or: kill -HUP \(daemon.process.processIdentifier)"
    #expect(warnings.first?.hasSuffix(again) == true, "\(warnings)")
    #expect(try Rubatoctl.run(["submit", "--", "true"], by: daemon).code == 0)
  }

  @Test func aFileThatIsGoneIsNoMistake() throws {
    let directory = try TemporaryDirectory()
    let config = ["XDG_CONFIG_HOME": directory.path]
    let missing = try DaemonProcess(
      directory, ["--config", "\(directory.path)/none.yaml"], environment: config)
    #expect(try budget(missing).warnings.first?.contains("file not found") == true)
  }

  @Test func whatEverybodyMayWriteIsNotBelieved() throws {
    let (daemon, _) = try start("maintenance.budget: 7m\n", mode: 0o666)
    try #require(daemon.waitUntilReady())
    let (value, warnings) = try budget(daemon)
    #expect(value != "7m" && warnings.first?.contains("world-writable") == true)
  }

  @Test func aNamedPipeIsNoPolicy() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/policy.yaml"
    mkfifo(path, 0o644)
    let daemon = try DaemonProcess(directory, ["--config", path])
    #expect(try budget(daemon).warnings.first?.contains("not a file") == true)
    for verb in [["submit", path], ["policy", "check", path]] {
      let said = try Rubatoctl.run(verb)
      #expect(said.code != 0 && said.errors.contains("is a named pipe"), "\(said)")
    }
  }

  @Test func theVerbsReadTheSameFile() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/mine.yaml"
    try Data("boot-delay: 1m\n".utf8).write(to: URL(fileURLWithPath: path))
    let check = try Rubatoctl.run(["policy", "check", path])
    #expect(check.code == 0 && check.output.contains("boot-delay 1m (default 5m)"))
    let show = try Rubatoctl.run(["policy", "show", path, "--changed"])
    #expect(show.code == 0 && show.output.split(separator: "\n").count == 2)
    let yaml = try Rubatoctl.run(["policy", "show", path, "--yaml"])
    try Data(yaml.output.utf8).write(to: URL(fileURLWithPath: path))
    let again = try Rubatoctl.run(["policy", "show", path, "--changed"])
    #expect(again.output == show.output)
    try Data("boot-delay: 9d\n".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try Rubatoctl.run(["policy", "check", path, "--json"])
    #expect(refused.code == 1 && refused.output.contains("\"line\": 1"))
  }

  @Test func theRunningDaemonTellsItsNumbersAndTheirFile() throws {
    let (daemon, directory) = try start("boot-delay: 1m\nrefresh.budget: 20s\n")
    try #require(daemon.waitUntilReady())
    let path = "\(directory.path)/policy.yaml"
    let policy = try daemon.call(GetPolicy())
    #expect(policy.file == path)
    #expect(policy.keys.filter(\.isChanged).map(\.key) == ["refresh.budget", "boot-delay"])
    let show = try Rubatoctl.run(["policy", "show", "--changed"], by: daemon)
    #expect(show.code == 0 && show.output.contains("\(path): of "), "\(show)")
    #expect(show.output.contains("settings, 2 differ from the default"))
    #expect(show.output.split(separator: "\n").count == 4)
    let yaml = try Rubatoctl.run(["policy", "show", "--changed", "--yaml"], by: daemon)
    let copy = "\(directory.path)/copy.yaml"
    try Data(yaml.output.utf8).write(to: URL(fileURLWithPath: copy))
    let file = try Rubatoctl.run(["policy", "show", copy, "--json", "--changed"])
    let running = try Rubatoctl.run(["policy", "show", "--json", "--changed"], by: daemon)
    #expect(file.output == running.output.replacingOccurrences(of: path, with: copy))
  }

  @Test func whatWasWrittenIntoTheFileSinceIsSaidAndDoesNotCount() throws {
    let (daemon, directory) = try start("boot-delay: 1m\n")
    try #require(daemon.waitUntilReady())
    let file = URL(fileURLWithPath: "\(directory.path)/policy.yaml")
    let before = try Rubatoctl.run(["policy", "show", "--changed"], by: daemon)
    #expect(!before.output.contains("By now"))
    try Data("boot-delay: 3m\n".utf8).write(to: file)
    let after = try Rubatoctl.run(["policy", "show", "--changed"], by: daemon)
    #expect(after.output.contains("has changed: boot-delay 3m, once rubatod restarts"), "\(after)")
    #expect(try daemon.call(GetPolicy()).keys.first { $0.key == "boot-delay" }?.value == "1m")
    try Data("boot-delay: soon\n".utf8).write(to: file)
    let wrong = try Rubatoctl.run(["policy", "show", "--changed"], by: daemon)
    #expect(wrong.output.contains("these settings apply"), "\(wrong)")
    try Data("boot-dealy: 1m\n".utf8).write(to: file)
    let question = try Rubatoctl.run(["policy", "show", "--changed"], by: daemon)
    #expect(question.output.contains("'boot-delay'? Until it is corrected"), "\(question)")
  }

  @Test func withoutADaemonItSaysHowToSeeAFile() throws {
    let none = try Rubatoctl.run(["policy", "show", "--socket", "/nowhere/socket"])
    #expect(none.code == 3 && none.output.isEmpty)
    #expect(none.errors.contains("rubatoctl policy show FILE"), "\(none)")
    let defaults = try Rubatoctl.run(["policy", "show", "--defaults", "--changed"])
    #expect(defaults.code == 0 && defaults.output == "All settings have their defaults.\n")
    #expect(try Rubatoctl.run(["policy", "show", "--defaults", "--user"]).code == 2)
  }
}
