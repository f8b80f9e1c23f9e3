import Control
import Testing

@testable import Terminal

struct SubmittedWorkTests {
  @Test(arguments: [
    ("restic backup /home", ["restic", "backup", "/home"]),
    ("  a\t'b c'  \"d e\" ", ["a", "b c", "d e"]), ("a\\ b ''", ["a b", ""]),
    ("echo \"it's\" 'a\"b' \"\\\"\\\\x\"", ["echo", "it's", "a\"b", "\"\\x"]),
    ("sh -c 'a | b > c'", ["sh", "-c", "a | b > c"]), ("", []),
    // A mark after a quote, which is one `Character` with it.
    ("'a b'\u{301} \u{301}c", ["a b\u{301}", "\u{301}c"]),
  ])
  func splitsWordsAsAShellDoes(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(arguments: [
    "a | b", "a > b", "a; b", "a $HOME", "a \"$HOME\"", "a *", "a & ", "a 'b", "a;\u{301}b",
  ])
  func refusesWhatOnlyAShellCanDo(line: String) {
    #expect(throws: InputError.self) { try ShellWords.split(line) }
  }

  @Test func readsStepsWithNamesAndLimits() throws {
    let steps = try StepList.parse(
      ["fetch=curl -O https://example.com/?a=b'&'c", "/bin/true x=y", "sync=rsync a b"].map {
        $0.replacing("?", with: "%3F")
      },
      limits: ["1m", "sync=5m"])
    #expect(steps.map(\.name) == ["fetch", "step-2", "sync"])
    #expect(steps.map(\.limit) == [60, 60, 300])
    #expect(steps[1].arguments == ["/bin/true", "x=y"])
    #expect(steps[0].arguments.last == "https://example.com/%3Fa=b&c")
  }

  @Test func namesTheStepAtFault() {
    let cases: [([String], [String], String)] = [
      (["a="], [], "has no command"), (["a=b"], ["soon"], "use NAME=DURATION"),
      (["a=b"], ["c=5s"], "--step 'c' not found; name one of a"),
    ]
    for (steps, limits, words) in cases {
      let error = #expect(throws: InputError.self) { try StepList.parse(steps, limits: limits) }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test func readsLimits() throws {
    let limits = try LimitList.parse(["memory=512M,tasks=100", "cpu=50%,cpu-weight=20,io-weight=9"])
    #expect(
      limits
        == LimitsInfo(
          memoryBytes: 536_870_912, tasks: 100, cpuPercent: 50, cpuWeight: 20, ioWeight: 9))
    #expect(try LimitList.parse([]) == nil)
  }

  @Test(arguments: ["memory=lots", "memory=-1M", "cpu=50", "disk=1", "tasks", "memory=9999999999T"])
  func refusesLimitsThatAreNone(text: String) {
    let error = #expect(throws: InputError.self) { try LimitList.parse([text]) }
    #expect(error?.description.contains("use memory=512M") == true)
  }

  @Test(arguments: [("40%", 0.4), ("0%", 0), ("100%", 1), ("12.5%", 0.125)])
  func readsShares(text: String, share: Double) {
    #expect(ShareText.parse(text) == share)
  }

  @Test(arguments: ["40", "101%", "-1%", "nan%", "%", ""])
  func refusesOtherShares(text: String) {
    #expect(ShareText.parse(text) == nil)
  }

  @Test func addsTheSuffixThatWasNotTyped() {
    #expect(SystemdUnit.service("fstrim") == "fstrim.service")
    #expect(SystemdUnit.timer("fstrim.timer") == "fstrim.timer")
    #expect(SystemdUnit.service("backup@home.service") == "backup@home.service")
    #expect(SystemdUnit.service("org.example.sync") == "org.example.sync.service")
  }
}
