import Terminal
import Testing

struct TypedCommandTests {
  private func separated(_ words: [String]) -> String? {
    TypedCommand(words).separatingCommand(
      flags: ["--exact"], valued: ["--id", "--every", "--latest"])
  }

  @Test func aHintKeepsTheTypedOptions() {
    let typed = TypedCommand(
      ["--socket", "/s", "submit", "--every", "1d", "--latest", "Fri 18:00", "--", "a | b"])
    #expect(
      typed.replacingCommand("sh -c 'a | b'")
        == "rubatoctl submit --every 1d --latest 'Fri 18:00' -- sh -c 'a | b'")
    let set = TypedCommand(["set", "x", "--user", "--every", "1d", "--", "a b"])
    #expect(set.replacingCommand("a b") == "rubatoctl set x --every 1d -- a b")
    #expect(TypedCommand(["submit", "x.yaml"]).replacingCommand("a") == "rubatoctl submit -- a")
  }

  @Test func aHintNamesAnotherVerb() {
    let edit = TypedCommand(["--user", "edit", "x", "--latest", "Fri 18:00", "--env=A=secret"])
    #expect(
      edit.replacingVerb(by: "set") == "rubatoctl set x --latest 'Fri 18:00' --env=A=<VALUE>")
  }

  @Test func theCommandIsSeparatedFromTheOptions() {
    #expect(
      separated(["submit", "--id", "x", "restic", "backup", "/my home"])
        == "rubatoctl submit --id x -- restic backup '/my home'")
    #expect(
      separated(["submit", "--exact", "--every=1d", "ls", "-l"])
        == "rubatoctl submit --exact --every=1d -- ls -l")
    #expect(separated(["submit", "--other", "x", "ls"]) == nil)
    #expect(separated(["submit", "--id", "x"]) == nil)
    #expect(separated(["submit", "--id"]) == nil)
    #expect(
      separated(["--user", "submit", "--id", "x", "systemctl", "--user", "start", "a"])
        == "rubatoctl submit --id x -- systemctl --user start a")
  }

  @Test func valuesOfVariablesAreLeftOut() {
    let typed = TypedCommand(
      ["submit", "--env", "TOKEN=a=b", "--env=KEY=secret", "--env", "HOME", "--", "--env", "A=b"])
    #expect(
      typed.adding(["--exact"])
        == "rubatoctl submit --exact --env TOKEN=<VALUE> --env=KEY=<VALUE> --env HOME"
        + " -- --env A=b")
  }

  /// The sign and the mark after it are one character.
  @Test func valuesThatBeginWithAMarkAreLeftOut() {
    let typed = TypedCommand(["submit", "--env", "TOKEN=\u{301}secret", "--", "a"])
    #expect(typed.adding(["--exact"]) == "rubatoctl submit --exact --env TOKEN=<VALUE> -- a")
    let joined = TypedCommand(["submit", "--env=\u{301}T=secret", "--", "a"])
    #expect(joined.adding(["--exact"])?.contains("secret") == false)
  }

  @Test func timesStayAsTheyWereTyped() {
    let typed = TypedCommand(["submit", "--latest", "2026-03-02T18:00:00Z", "--", "a b"])
    #expect(
      typed.replacingCommand("a b") == "rubatoctl submit --latest=2026-03-02T18:00:00Z -- a b")
  }

  @Test func anUnexpectedWordBecomesTheCommand() {
    #expect(
      TypedCommand(["submit", "--id", "ls", "ls"]).movingToCommand("ls")
        == "rubatoctl submit --id ls -- ls")
    #expect(
      TypedCommand(["submit", "ls", "--socket=/s"]).movingToCommand("ls")
        == "rubatoctl submit -- ls")
    #expect(
      TypedCommand(["submit", "ls", "--id", "ls"]).movingToCommand("ls")
        == "rubatoctl submit --id ls -- ls")
  }

  @Test func optionsAreAddedBeforeTheCommand() {
    let typed = TypedCommand(["submit", "--id", "a b", "--", "ls", "-l"])
    #expect(
      typed.adding(["--if-pending", "replace"])
        == "rubatoctl submit --if-pending replace --id 'a b' -- ls -l")
    #expect(TypedCommand(["set", "x"]).adding(["--exact"]) == nil)
    #expect(TypedCommand(["submit", "--", "sh", "-c", "a\nb"]).adding(["--exact"]) == nil)
  }

  @Test func rootTypesTheCommandForOneRequest() {
    #expect(
      TypedCommand(["cancel", "backup", "--keep-running"]).asRoot(for: "backup")
        == "sudo rubatoctl cancel backup --keep-running")
    #expect(TypedCommand(["cancel", "a", "b"]).asRoot(for: "b") == "sudo rubatoctl cancel b")
    #expect(
      TypedCommand(["--json", "run", "app/x", "--system"]).asRoot(for: "x")
        == "sudo rubatoctl run app/x")
    #expect(TypedCommand(["logs", "-f", "x"]).asRoot(for: "x") == "sudo rubatoctl logs x")
  }

  @Test func filesAreCheckedByAnImport() {
    #expect(
      TypedCommand(["submit", "--file", "d/", "--dry-run"]).importCheck
        == "rubatoctl import --dry-run d/")
    #expect(
      TypedCommand(["submit", "--dry-run", "--id", "x"]).importCheck
        == "rubatoctl import --dry-run FILE")
    #expect(TypedCommand(["submit", "--", "a", "--dry-run"]).importCheck == nil)
    #expect(TypedCommand(["submit", "rsync", "--dry-run", "a/", "b"]).importCheck == nil)
    #expect(
      TypedCommand(["submit", "a.yaml", "--dry-run"]).importCheck
        == "rubatoctl import --dry-run a.yaml")
  }

  @Test func optionsThatNameADaemonAreRemoved() {
    #expect(
      GlobalOptions.withoutDaemonOptions(
        ["--user", "a", "--socket", "/s", "b", "--socket=/t", "--system", "--", "--user"])
        == ["a", "b", "--", "--user"])
    #expect(GlobalOptions.withoutDaemonOptions(["a", "--socket"]) == ["a"])
  }
}
