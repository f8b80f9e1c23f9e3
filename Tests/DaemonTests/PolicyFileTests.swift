import Control
import Foundation
import Testing

/// The numbers that decide come from a file.
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

  @Test func aMistakeKeepsItFromStartingAndIsNamed() throws {
    let (daemon, _) = try start("boot-delay: 1m\nrefresh:\n  budgit: 10s\n")
    #expect(!daemon.waitUntilReady())
    let errors = daemon.remainingErrors()
    #expect(errors.contains("policy.yaml:3:3: 'refresh' has no key 'budgit'; did you mean"))
    #expect(errors.contains("rubatoctl policy check "))
  }

  @Test func whatEverybodyMayWriteIsNotBelieved() throws {
    let (daemon, _) = try start("boot-delay: 1m\n", mode: 0o666)
    #expect(!daemon.waitUntilReady())
    #expect(daemon.remainingErrors().contains("everybody may write it"))
  }

  @Test func aNamedPipeIsNoPolicy() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/policy.yaml"
    mkfifo(path, 0o644)
    let daemon = try DaemonProcess(unready: directory, ["--config", path])
    #expect(!daemon.waitUntilReady())
    #expect(daemon.remainingErrors().contains("it is not a file"))
    for verb in [["submit", path], ["policy", "check", path]] {
      let said = try Rubatoctl.run(verb)
      #expect(said.code != 0 && said.errors.contains("is a named pipe"), "\(said)")
    }
  }

  @Test(.enabled(if: ActivatedDaemon.isPossible))
  func aMistakeIsWhatEveryCallIsAnsweredWithWhereSystemdListens() throws {
    let directory = try TemporaryDirectory()
    try directory.write("boot-delay: 1m\nrefresh:\n  budgit: 10s\n", to: "policy.yaml")
    let path = "\(directory.path)/policy.yaml"
    let daemon = try ActivatedDaemon(directory, ["--config", path])
    for verb in [["list"], ["submit", "--", "true"], ["watch"], ["status"], ["device", "show"]] {
      let said = try Rubatoctl.run(verb, environment: ["RUBATO_SOCKET": daemon.socket])
      #expect(said.code == 1 && said.output.isEmpty, "\(said)")
      #expect(said.errors.contains("rubatod starts nothing because its policy file is invalid: "))
      #expect(said.errors.contains("\(path):3:3: 'refresh' has no key 'budgit'; did you mean"))
      #expect(said.errors.contains("rubatoctl policy check \(path), then: systemctl restart"))
    }
    daemon.end(SIGTERM)
    #expect(daemon.process.terminationStatus == 0)
    try directory.write("boot-delay: 1m\n", to: "policy.yaml")
    let mended = try ActivatedDaemon(directory, ["--config", path])
    #expect(try mended.ask("submit", "--earliest", "1d", "--", "true").code == 0)
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
    #expect(wrong.output.contains("rubatod would start nothing"), "\(wrong)")
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
