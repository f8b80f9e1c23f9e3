import Testing

@testable import Terminal

struct CommandEnvironmentTests {
  private let caller = [
    "PATH": "/bin", "HOME": "/home/ada", "LC_ALL": "C", "TZ": "UTC", "XDG_RUNTIME_DIR": "/run/1",
    "SECRET": "s", "EMPTY": "",
  ]

  @Test func inheritsAShortList() {
    let environment = CommandEnvironment(of: caller)
    #expect(
      environment.values == ["PATH": "/bin", "HOME": "/home/ada", "LC_ALL": "C", "TZ": "UTC"])
  }

  @Test func takesMoreByNameAndByValue() throws {
    var environment = CommandEnvironment(of: caller)
    try environment.add("SECRET")
    try environment.add("EMPTY")
    try environment.add("PATH=/usr/bin")
    try environment.add("A=b=c")
    #expect(environment.values["SECRET"] == "s")
    #expect(environment.values["EMPTY"] == "")
    #expect(environment.values["PATH"] == "/usr/bin")
    #expect(environment.values["A"] == "b=c")
  }

  @Test(arguments: ["NOPE", "", "=x", "1A=x", "a-b=x", "a b=x"])
  func refusesWhatIsNoVariable(assignment: String) {
    var environment = CommandEnvironment(of: caller)
    #expect(throws: InputError.self) { try environment.add(assignment) }
    #expect(environment.values == CommandEnvironment(of: caller).values)
  }

  @Test func readsFiles() throws {
    var environment = CommandEnvironment(of: [:])
    try environment.addFile(
      "# where\n\nA=1\n  B=two words \nC=\"quoted = \"\nD='it''s'\nE=\nF=\"\r\n", named: "env")
    #expect(
      environment.values == [
        "A": "1", "B": "two words", "C": "quoted = ", "D": "it''s", "E": "", "F": "\"",
      ])
  }

  @Test func readsFilesOfWindows() throws {
    var environment = CommandEnvironment(of: [:])
    try environment.addFile("A=1\r\n# why\r\n\r\nB=\"two words\"\r\n", named: "env")
    #expect(environment.values == ["A": "1", "B": "two words"])
    #expect(throws: InputError("env:2: 'nonsense' is not allowed; use NAME=VALUE")) {
      try environment.addFile("A=1\r\nnonsense\r\n", named: "env")
    }
  }

  @Test func aMarkDoesNotHideAnEqualsSign() throws {
    var environment = CommandEnvironment(of: [:])
    try environment.addFile("A=\u{301}b=c\nB=", named: "env")
    #expect(environment.values == ["A": "\u{301}b=c", "B": ""])
  }

  @Test func namesTheLineOfAMistake() {
    var environment = CommandEnvironment(of: [:])
    #expect(throws: InputError("env:2: 'nonsense' is not allowed; use NAME=VALUE")) {
      try environment.addFile("A=1\nnonsense\n", named: "env")
    }
  }
}
