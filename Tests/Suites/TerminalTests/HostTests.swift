import Testing

@testable import Terminal

/// Verbs for other machines.
struct HostTests {
  private func options(_ arguments: String...) throws -> HostOptions {
    try HostOptions(arguments)
  }

  @Test(arguments: [
    (["list"], [], ["list"]),
    (["-H", "a@b", "list", "--json"], ["a@b"], ["list", "--json"]),
    (["list", "-Hone,two", "--failed"], ["one", "two"], ["list", "--failed"]),
    (["--host=one", "status", "--host", "two", "-H", "one"], ["one", "two"], ["status"]),
    (
      ["-H", "one", "submit", "--", "curl", "-H", "Accept: x"], ["one"],
      ["submit", "--", "curl", "-H", "Accept: x"]
    ),
    (["submit", "--", "-H", "one"], [], ["submit", "--", "-H", "one"]),
    (["list", "-H"], [], ["list", "-H"]),
    (["submit", "-H", "--", "-H", "one"], [], ["submit", "-H", "--", "-H", "one"]),
    (["submit", "--host", "--", "true"], [], ["submit", "--host", "--", "true"]),
    (
      ["-H", "ssh://alice@[fe80::1%25eth0]:22/", "list"], ["ssh://alice@[fe80::1%25eth0]:22/"],
      ["list"]
    ),
  ])
  func hostsAreReadBeforeTheCommand(typed: [String], hosts: [String], rest: [String]) throws {
    let options = try HostOptions(typed)
    #expect(options.hosts == hosts)
    #expect(options.rest == rest)
  }

  @Test(arguments: [
    "-oProxyCommand=x", "", "a b", "a\nb", "a;b", "$(id)", "a,,b", "a,-b", "`id`", "a'b",
  ])
  func namesThatAnotherProgramWouldReadAreRefused(host: String) throws {
    let error = try #require(throws: InputError.self) { try options("-H", host, "list") }
    #expect(error.description.contains("is not allowed"))
    #expect(error.description.contains("as in -H alice@laptop"))
    #expect(!error.description.contains("\n"))
  }

  @Test func thereIsALimitOfHosts() throws {
    let hosts = (0...HostOptions.most).map { "h\($0)" }
    #expect(throws: InputError.self) { try options("-H", hosts.joined(separator: ","), "list") }
    #expect(
      try options("-H", hosts.dropLast().joined(separator: ","), "list").hosts.count
        == HostOptions.most)
  }

  @Test func someVerbsAreForThisMachine() throws {
    for words in [["simulate", "a.yaml"], ["app", "simulate", "x", "y"], ["checkpoint"]] {
      let error = try #require(throws: InputError.self) {
        try HostVerb(words).check(hosts: ["one"])
      }
      #expect(error.description.contains("is a verb for this machine; use it without -H"))
    }
    try HostVerb(["app", "list"]).check(hosts: ["one"])
    try HostVerb(["policy", "check"]).check(hosts: ["one"])
    try HostVerb(["--user", "submit", "--", "simulate"]).check(hosts: ["one"])
  }

  @Test func onlyAnswersThatCanBeShownTogetherAreForSeveral() throws {
    for verb in ["status", "list", "metrics"] {
      try HostVerb(["--json", verb]).check(hosts: ["one", "two"])
    }
    let error = try #require(throws: InputError.self) {
      try HostVerb(["cancel", "x"]).check(hosts: ["one", "two"])
    }
    #expect(
      error.description
        == "'cancel' is for one host, and -H names 2; name one, or use list, metrics or status")
  }

  @Test(arguments: [
    (["logs", "x"], false), (["logs", "-f", "x"], true), (["edit", "x"], true),
    (["transfer", "x", "--wait"], true), (["run", "x*"], true), (["list"], false),
    (["set", "x*"], true), (["pause", "--all"], true), (["resume", "--all"], true),
    (["--user", "top"], true), (["list", "--", "--wait"], false),
  ])
  func someVerbsNeedATerminal(words: [String], needsOne: Bool) {
    #expect(HostVerb(words).needsTerminal == needsOne)
  }

  @Test func helpIsThatOfThisMachine() {
    #expect(HostVerb([]).isHelp)
    #expect(HostVerb(["help", "list"]).isHelp)
    #expect(HostVerb(["list", "-h"]).isHelp)
    #expect(!HostVerb(["submit", "--", "ls", "--help"]).isHelp)
    #expect(!HostVerb(["--version"]).isHelp)
  }

  @Test func theLineIsQuotedForTheOtherShell() {
    let words = [
      "submit", "--id", "a b", "--", "sh", "-c", "echo 'it' \"$HOME\"; ls", "", "=ls", "~",
    ]
    let command = RemoteCommand(on: "a@b", words, to: .output(["COLUMNS": "80"]))
    #expect(
      command.arguments == [
        "--", "a@b",
        "env COLUMNS=80 RUBATO_HOST=a@b rubatoctl submit --id 'a b' -- sh -c"
          + #" 'echo '\''it'\'' "$HOME"; ls' '' '=ls' '~'"#,
      ])
  }

  @Test func onlyOneHostMayAskForAPassword() {
    let one = RemoteCommand(on: "a", ["edit", "x"], to: .terminal)
    #expect(one.arguments.first == "-t")
    #expect(one.arguments.suffix(3).prefix(2) == ["--", "a"])
    let several = RemoteCommand(on: "a", ["list"], to: .pipe([:]))
    #expect(several.arguments.contains("BatchMode=yes"))
    #expect(several.line == "env RUBATO_HOST=a rubatoctl list")
  }
}

/// The answers of several machines.
struct HostAnswerTests {
  private func answer(
    _ host: String, _ output: String, errors: String = "", status: Int32 = 0
  ) -> HostAnswer {
    HostAnswer(
      host: host, output: Array(output.utf8), errors: Array(errors.utf8), status: status)
  }

  @Test func anAnswerStandsBelowItsHost() {
    #expect(answer("one", "a\n\n  b\n").lines == ["one:", "  a", "", "    b"])
    #expect(answer("one", "").lines.isEmpty)
    #expect(answer("one", "", errors: "x\r\ny\n").complaints == ["one: x", "one: y"])
  }

  @Test func aHostThatIsNotReachedHasAProblemAndARemedy() {
    let lost = answer("one", "", errors: "ssh: connect to host one: refused\r\n", status: 255)
    #expect(lost.exitCode == 3)
    #expect(
      lost.complaints == [
        "one: ssh: connect to host one: refused",
        "one: rubatoctl: ssh did not reach one, or was refused; check with: ssh one true",
      ])
    #expect(answer("one", "", status: 127).exitCode == 3)
    #expect(answer("one", "{}", status: 1).exitCode == 1)
  }

  @Test func programsReadOneObject() {
    let answers = [
      answer("two", "[\n  1,\n  \"a b\\\" :\"\n]\n"),
      answer("one", "", errors: "{\"error\":\"Refused\"}", status: 1),
      answer("three", "", errors: "lost\r\n", status: 255),
      answer("four", "# TYPE a gauge\n"),
    ]
    #expect(
      HostAnswer.json(answers) == #"""
        {
          "four": "# TYPE a gauge\n",
          "one": {
            "error": "Refused"
          },
          "three": {
            "error": "NoDaemon",
            "message": "lost\nrubatoctl: ssh did not reach three, or was refused; check with: ssh three true"
          },
          "two": [
            1,
            "a b\" :"
          ]
        }
        """#)
  }
}
