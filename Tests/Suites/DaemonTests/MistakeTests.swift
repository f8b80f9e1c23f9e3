import Testing

/// First mistakes with `submit`, and what to type instead.
struct MistakeTests {
  @Test(arguments: [
    (
      ["ls"],
      "'ls' is no task file, whose name ends in .yaml; a command stands after --, as in: rubatoctl submit -- ls"
    ),
    (["echo", "hi"], "A command stands after --, as in: rubatoctl submit -- echo hi"),
    (
      ["--id", "x", "echo", "a b"],
      "A command stands after --, as in: rubatoctl submit --id NAME -- COMMAND"
    ),
    (["ls", "-l"], "A command stands after --, as in: rubatoctl submit -- ls -l"),
  ])
  func aCommandStandsBehindTwoDashes(words: [String], message: String) throws {
    let said = try Rubatoctl.run(["submit"] + words)
    #expect(said.code == 2 && said.errors.contains(message), "\(said)")
    #expect(!said.errors.contains("rubatoctl <subcommand>"), "\(said)")
  }

  @Test(arguments: [
    (["cancle"], "rubatoctl: there is no verb 'cancle'; did you mean `rubatoctl cancel`?\n"),
    (
      ["--user", "cancle", "x"],
      "rubatoctl: there is no verb 'cancle'; did you mean `rubatoctl --user cancel`?\n"
    ),
    (["frobnicate"], "rubatoctl: there is no verb 'frobnicate'; `rubatoctl help` lists them\n"),
    (
      ["help", "cancle"],
      "rubatoctl: there is no verb 'cancle'; did you mean `rubatoctl cancel`?\n"
    ),
  ])
  func whatIsNoVerbIsNamed(words: [String], message: String) throws {
    let said = try Rubatoctl.run(words)
    #expect(said.code == 2 && said.errors == message, "\(said)")
    let json = try Rubatoctl.run(["--json"] + words)
    #expect(json.code == 2 && json.errors.contains("there is no verb"), "\(json)")
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
    let other = try Rubatoctl.run(["submit", "--", "/nowhere/a program"])
    #expect(other.errors.contains("there is no program /nowhere/a program"), "\(other)")
  }
}
