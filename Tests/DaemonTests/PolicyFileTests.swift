import Control
import Foundation
import Testing

/// The numbers that decide come from a file.
struct PolicyFileTests {
  private func start(_ policy: String) throws -> (DaemonProcess, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/policy.yaml"
    try Data(policy.utf8).write(to: URL(fileURLWithPath: path))
    let daemon = try DaemonProcess(
      directory, program: "rubatod",
      arguments: [
        "--simulate", "--state-directory", "\(directory.path)/state", "--socket",
        "\(directory.path)/socket", "--config", path,
      ])
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
    let (daemon, _) = try start("herd-time: 1m\nrefresh:\n  budgit: 10s\n")
    #expect(!daemon.waitUntilReady())
    let errors = daemon.remainingErrors()
    #expect(errors.contains("policy.yaml:3:3: 'refresh' has no key 'budgit'; did you mean"))
    #expect(errors.contains("rubatoctl policy check "))
  }

  @Test func theVerbsReadTheSameFile() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/mine.yaml"
    try Data("herd-time: 1m\n".utf8).write(to: URL(fileURLWithPath: path))
    let check = try Rubatoctl.run(["policy", "check", path])
    #expect(check.code == 0 && check.output.contains("herd-time 1m (usually 5m)"))
    let show = try Rubatoctl.run(["policy", "show", path, "--changed"])
    #expect(show.code == 0 && show.output.split(separator: "\n").count == 2)
    let yaml = try Rubatoctl.run(["policy", "show", path, "--yaml"])
    try Data(yaml.output.utf8).write(to: URL(fileURLWithPath: path))
    let again = try Rubatoctl.run(["policy", "show", path, "--changed"])
    #expect(again.output == show.output)
    try Data("herd-time: 9d\n".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try Rubatoctl.run(["policy", "check", path, "--json"])
    #expect(refused.code == 1 && refused.output.contains("\"line\": 1"))
  }
}
