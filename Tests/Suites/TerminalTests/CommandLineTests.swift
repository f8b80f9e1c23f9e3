import Testing

@testable import Terminal

struct CommandLineTests {
  @Test(arguments: [
    (["--user", "list"], ["list", "--user"]),
    (
      ["--socket", "/s", "--json", "device", "show"],
      ["device", "show", "--socket", "/s", "--json"]
    ),
    (
      ["--socket=/s", "submit", "--", "a", "--json"],
      ["submit", "--socket=/s", "--", "a", "--json"]
    ),
    (["--owner", "ada", "cancel", "x"], ["cancel", "x", "--owner", "ada"]),
    (["list", "--user"], ["list", "--user"]),
    (["--help"], ["--help"]),
    (["--user"], ["--user"]),
    (["--socket"], ["--socket"]),
    ([], []),
  ])
  func movesGlobalOptionsBehindTheVerb(typed: [String], read: [String]) {
    #expect(GlobalOptions.movedBehindVerb(typed) == read)
  }

  @Test(arguments: [
    (["--user", "list"], "--user"), (["list", "--system"], "--system"), (["list"], ""),
    (["--socket", "/a b", "list"], "--socket '/a b'"), (["list", "--socket=/s"], "--socket=/s"),
    (["submit", "--", "a", "--user"], ""), (["list", "--socket"], ""), ([], ""),
  ])
  func knowsWhatNamesTheDaemon(typed: [String], naming: String) {
    #expect(GlobalOptions.daemonOption(in: typed) == naming)
  }

  @Test(arguments: [
    (["--user", "lst"], ["lst"]), (["--socket", "/s", "submit", "ls"], ["submit", "ls"]),
    (["list", "--user"], ["list", "--user"]), (["--user"], ["--user"]), ([], []),
    (["-H", "one", "--json", "help"], ["help"]),
  ])
  func knowsWhereTheVerbIs(typed: [String], words: [String]) {
    #expect(GlobalOptions.fromVerbOn(typed) == words)
  }

  @Test(arguments: [
    (["clock", "advance", "-1h"], ["clock", "advance", "--", "-1h"]),
    (["clock", "rate", "-1", "--json"], ["clock", "rate", "--json", "--", "-1"]),
    (["clock", "rate", "--json", "-1"], ["clock", "rate", "--json", "--", "-1"]),
    (["submit", "--every", "-5s", "--", "-1"], ["submit", "--every", "-5s", "--", "-1"]),
    (["runs", "--limit", "-5"], ["runs", "--limit", "-5"]), (["list", "-h"], ["list", "-h"]),
  ])
  func keepsSignedArgumentsFromBeingOptions(typed: [String], read: [String]) {
    #expect(SignedArguments.behindTerminator(typed) == read)
  }

  @Test func takesListsWithCommasAndRepeatedOptions() throws {
    #expect(
      try ["power,idle", "unmetered"].words(of: "--requires") == ["power", "idle", "unmetered"])
    #expect(try [String]().words(of: "--requires") == nil)
  }

  @Test func readsAssignments() throws {
    #expect(
      try ["power=battery", "battery=18"].assignments() == ["power": "battery", "battery": "18"])
    // The sign and the mark after it are one character.
    #expect(try ["key=\u{301}a=b"].assignments() == ["key": "\u{301}a=b"])
    #expect(throws: InputError("'power' is given twice; give each key once")) {
      try ["power=ac", "power=ac"].assignments()
    }
    #expect(throws: InputError.self) { try ["power"].assignments() }
    #expect(throws: InputError.self) { try ["=ac"].assignments() }
  }

  @Test(arguments: ["TERM", "term", "SIGTERM", "sigterm"])
  func knowsSignalsByAnySpelling(text: String) {
    #expect(SignalName.short(text) == "TERM")
  }
}
