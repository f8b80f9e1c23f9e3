import Testing

@testable import Control

/// Commands in texts name the same daemon as the command of the reader.
struct AdvisedCommandsTests {
  private let own = AdvisedCommands(naming: "--user")

  @Test(arguments: [
    ("`rubatoctl list` lists requests", "`rubatoctl --user list` lists requests"),
    ("to keep it: rubatoctl set a", "to keep it: rubatoctl --user set a"),
    (
      "`rubatoctl retry a` queues it, `rubatoctl acknowledge a` forgets it",
      "`rubatoctl --user retry a` queues it, `rubatoctl --user acknowledge a` forgets it"
    ),
    (
      "`rubatoctl policy check /tmp/a.yaml` lists them",
      "`rubatoctl --user policy check /tmp/a.yaml` lists them"
    ),
  ])
  func nameTheDaemon(text: String, completed: String) {
    #expect(own.completed(text) == completed)
    #expect(AdvisedCommands().completed(text) == text)
    #expect(own.completed(own.completed(text)) == completed)
  }

  @Test(arguments: [
    ("`rubatoctl list` lists requests", "`rubatoctl -H a@b --user list` lists requests"),
    ("check: rubatoctl policy show FILE", "check: rubatoctl -H a@b policy show FILE"),
    ("it is 1: rubatoctl simulate a.yaml", "it is 1: rubatoctl simulate a.yaml"),
    (
      "start it with: sudo systemctl start rubatod",
      "start it with: ssh -t a@b sudo systemctl start rubatod"
    ),
    ("if it is root's: sudo rubatoctl run a", "if it is root's: ssh -t a@b sudo rubatoctl run a"),
    ("See: journalctl --unit=rubatod", "See: ssh -t a@b journalctl --unit=rubatod"),
    ("the socket of rubatoctl ", "the socket of rubatoctl "),
  ])
  func nameTheMachine(text: String, completed: String) {
    let remote = AdvisedCommands(naming: "--user", on: "a@b")
    #expect(remote.completed(text) == completed)
    #expect(remote.completed(completed) == completed)
  }

  @Test(arguments: [
    "no text of this program's", "which rubatoctl cannot restore",
    "it is 1: rubatoctl simulate a.yaml",
    "Usage: rubatoctl submit [<options>]", "sh -c 'sleep 1 && rubatoctl list'", "`rubatoctl`",
    "the socket of rubatoctl ",
  ])
  func areFoundNowhereElse(text: String) {
    #expect(own.completed(text) == text)
  }
}
