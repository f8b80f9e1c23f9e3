import Scheduling
import Testing

@testable import Launch

/// Values in the texts of /proc.
@Suite struct ReportTextTests {
  @Test func aNameMayHoldSpacesAndParentheses() throws {
    let status = try #require(ThreadStatus([UInt8]("42 (a) S (b c)) D 17 42 42 0 -1 0".utf8)))
    #expect(status.name == "a) S (b c)")
    #expect(status.state == "D")
    #expect(status.parent == 17)
  }

  @Test(arguments: ["", "42", "42 (sh", "42 sh) S 1", "42 (sh)", "42 (sh) S", "42 (sh) S x 1"])
  func whatIsCutOffIsNoStatus(_ text: String) {
    #expect(ThreadStatus([UInt8](text.utf8)) == nil)
  }

  @Test func aNameCannotSpeakToATerminal() throws {
    let status = try #require(ThreadStatus([UInt8]("1 (\u{1B}[2J\n\u{9B}x) R 1 ".utf8)))
    #expect(status.name == "?[2J??x")
  }

  @Test(arguments: [
    ("hrtimer_nanosleep", "hrtimer_nanosleep"), ("0", nil), ("", nil),
    ("poll_schedule_timeout.constprop.0", "poll_schedule_timeout"), ("do_wait\n", "do_wait"),
  ])
  func aWaitChannelIsAFunctionOfTheKernel(_ text: String, _ expected: String?) {
    #expect(WaitChannel.name(of: [UInt8](text.utf8)) == expected)
  }

  @Test(arguments: [
    // Bit 14 is SIGTERM.
    (["ShdPnd:\t0000000000004000", "SigCgt:\t0000000000004000"], KillReport.Expiration.pending),
    (["SigPnd:\t0000000000004000"], .pending),
    (["SigIgn:\t0000000000004000"], .ignored),
    (["SigCgt:\t0000000000004002"], .caught),
    // The process reads the signal from a descriptor.
    (["SigBlk:\t0000000000004000"], .caught),
    // The first process of a namespace receives only signals that it catches.
    (["SigCgt:\t0000000000002000"], .ignored),
    (["SigCgt:\tnonsense"], .ignored),
  ])
  func masksTellWhatBecameOfAWarning(_ lines: [String], _ expected: KillReport.Expiration) {
    let text = (["Name:\tSigCgt:"] + lines + ["Threads:\t1"]).joined(separator: "\n")
    #expect(SignalStatus([UInt8](text.utf8)).reaction(toWarning: 15) == expected)
  }

  @Test func signalsThatDoNotExistAnnounceNothing() {
    let all = SignalStatus([UInt8]("SigCgt:\tffffffffffffffff\n".utf8))
    #expect(all.reaction(toWarning: 64) == .caught)
    #expect(all.reaction(toWarning: 0) == .notAnnounced)
    #expect(all.reaction(toWarning: 65) == .notAnnounced)
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\n\u{7}b", ["a", "?b"]),
    ("1\n2\n3\n4\n5\n", ["3", "4", "5"]), ("1234567890abcdef", ["1234567890"]),
  ])
  func theLastLinesAreBounded(_ text: String, _ expected: [String]) {
    let bytes = [UInt8](text.utf8)
    #expect(PlainText.lastLines(of: bytes, isWhole: true, limit: 3, limitBytes: 10) == expected)
  }

  @Test func aLineThatLacksItsBeginningIsLeftOut() {
    let lines = { (text: String) in
      PlainText.lastLines(of: [UInt8](text.utf8), isWhole: false)
    }
    #expect(lines("ginning\nwhole\n") == ["whole"])
    #expect(lines("only this") == ["only this"])
  }
}
