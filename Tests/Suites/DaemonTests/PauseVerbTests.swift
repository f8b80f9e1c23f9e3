import Control
import Foundation
import Testing

@testable import Daemon

/// `pause`, `resume` and `drain`, as a user types them.
struct PauseVerbTests {
  private func daemon() throws -> DaemonProcess {
    try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
  }

  @Test func whatIsPausedWaitsAndSaysWhyUntilItsTimeIsOver() throws {
    let daemon = try daemon()
    let pause = try Rubatoctl.run(
      ["pause", "--owner", "0", "--kind", "maintenance", "--until", "13:00"], by: daemon)
    #expect(pause.code == 0 && pause.output.contains("of kind maintenance"), "\(pause)")
    _ = try daemon.call(Submit(id: "backup", command: .test(["/bin/true"])))
    let explain = try Rubatoctl.run(["explain", "backup"], by: daemon)
    #expect(explain.output.contains("paused by"), "\(explain)")
    #expect(try Rubatoctl.run(["list"], by: daemon).output.contains("paused"))
    #expect(try Rubatoctl.run(["status"], by: daemon).output.contains("until 13:00"))
    _ = try daemon.call(AdvanceClock(by: 3601))
    #expect(try daemon.call(Status()).pauses.isEmpty)
  }

  @Test func aDrainIsForgottenByAStopAndNotByACrash() throws {
    let directory = try TemporaryDirectory()
    var daemon = try DaemonProcess(directory, ["--start", "2026-03-02 12:00"])
    #expect(try Rubatoctl.run(["drain"], by: daemon).code == 0)
    daemon.end()
    daemon = try DaemonProcess(directory)
    #expect(try daemon.call(Status()).pauses.map(\.untilRestart) == [true])
    daemon.signal(SIGTERM)
    daemon.process.waitUntilExit()
    daemon = try DaemonProcess(directory)
    #expect(try daemon.call(Status()).pauses.isEmpty)
  }

  @Test(arguments: [["a"], ["a*"], ["a", "b"]])
  func resumeTakesRequestsOutOfEveryPause(ids: [String]) throws {
    let daemon = try daemon()
    for id in ["a", "b"] {
      _ = try daemon.call(Submit(id: id, command: .test(["/bin/true"]), earliest: "5am"))
    }
    for arguments in [["a"], ["a", "b"], ["a", "b", "--kind", "maintenance"]] {
      #expect(try Rubatoctl.run(["pause"] + arguments, by: daemon).code == 0)
    }
    let resumed = try Rubatoctl.run(["resume"] + ids, by: daemon)
    #expect(resumed.code == 0, "\(resumed)")
    let left = try daemon.call(Status()).pauses.map(\.ids)
    #expect(left == (ids.count == 2 ? [] : [["b"], ["b"]]), "\(left)")
  }

  @Test func resumeLiftsWhatIsNamedOrAll() throws {
    let daemon = try daemon()
    for arguments in [["pause"], ["pause", "--kind", "push"], ["drain"]] {
      #expect(try Rubatoctl.run(arguments, by: daemon).code == 0)
    }
    #expect(try daemon.call(Status()).pauses.map(\.untilRestart) == [false, false, true])
    #expect(try Rubatoctl.run(["resume", "--kind", "push"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.count == 2)
    let other = try Rubatoctl.run(["resume", "--kind", "push"], by: daemon)
    #expect(other.code == 1 && other.errors.contains("names these requests"), "\(other)")
    #expect(try Rubatoctl.run(["pause", "--kind", "push"], by: daemon).code == 0)
    let some = try Rubatoctl.run(["resume", "--kind", "push"], by: daemon)
    #expect(some.output.hasPrefix("Resumed.\nStill paused: all requests"), "\(some)")
    let all = try Rubatoctl.run(["resume"], by: daemon)
    #expect(all.output == "Resumed. No requests are paused.\n", "\(all)")
    let none = try Rubatoctl.run(["resume"], by: daemon)
    let answer = geteuid() == 0 ? "no requests are paused" : "none of your requests is paused"
    #expect(none.code == 1 && none.errors == "rubatoctl: \(answer)\n", "\(none)")
  }

  @Test(arguments: [
    (["pause", "--for", "1h", "--until", "13:00"], "exclude each other", 2 as Int32),
    (["pause", "nothing"], "request 'nothing' not found", 1),
    (["pause", "--kind", "upkeep"], "--kind 'upkeep' is not allowed; use refresh", 1),
    (["pause", "--until", "yesterday"], "until", 1),
    (
      ["pause", "--until", "9999-01-01T00:00:00Z"],
      "until '9999-01-01T00:00:00Z' is not allowed; use dates from", 1
    ),
    (["pause", "--until", "9999-01-01"], "until '9999-01-01' is not allowed", 1),
  ])
  func refusesWhatMeansNothing(arguments: [String], text: String, code: Int32) throws {
    let result = try Rubatoctl.run(arguments, by: try daemon())
    #expect(result.code == code && result.errors.contains(text), "\(result)")
  }

  @Test func whatRunsOnIsNamed() throws {
    let daemon = try daemon()
    _ = try daemon.call(
      Submit(id: "film", kind: "userInitiated", command: .test(["/bin/sleep", "1000"])))
    _ = try daemon.call(
      Submit(id: "other", kind: "userInitiated", command: .test(["/bin/true"]), earliest: "1h"))
    let all = try Rubatoctl.run(["pause"], by: daemon)
    #expect(all.output.contains("\nfilm continues; `rubatoctl stop ID`"), "\(all)")
    let other = try Rubatoctl.run(["pause", "other"], by: daemon)
    #expect(other.code == 0 && !other.output.contains("continue"), "\(other)")
    let frozen = try Rubatoctl.run(["pause", "--freeze-running"], by: daemon)
    #expect(frozen.code == 0 && !frozen.output.contains("continue"), "\(frozen)")
  }

  /// Such a request waits for its next run.
  @Test func aRequestThatWasChangedDuringItsRunIsStopped() throws {
    let daemon = try daemon()
    let command = CommandInfo.test(["/bin/sleep", "1000"])
    _ = try daemon.call(Submit(id: "film", kind: "userInitiated", command: command, every: 3600))
    let set = try Rubatoctl.run(["set", "film", "--retries", "2"], by: daemon)
    #expect(set.code == 0, "\(set)")
    let pause = try Rubatoctl.run(["pause", "film"], by: daemon)
    #expect(pause.output.contains("\nfilm continues; `rubatoctl stop ID`"), "\(pause)")
    let stop = try Rubatoctl.run(["stop", "--all"], by: daemon)
    #expect(stop.code == 0 && stop.output.hasPrefix("Stopping: film (run 1)."), "\(stop)")
  }

  @Test func severalRequestsAreNamedAtOnce() throws {
    let daemon = try daemon()
    for id in ["one", "two", "three"] {
      _ = try daemon.call(Submit(id: id, command: .test(["/bin/true"]), earliest: "1h"))
    }
    let some = try Rubatoctl.run(["cancel", "one", "nothing", "two"], by: daemon)
    #expect(some.code == 1 && some.output == "Cancelled: one.\nCancelled: two.\n", "\(some)")
    #expect(some.errors.contains("'nothing'"), "\(some)")
    let stop = try Rubatoctl.run(["stop", "three", "none", "--json"], by: daemon)
    #expect(stop.code == 1 && stop.output == "[\n  null,\n  null\n]\n", "\(stop)")
    let last = try Rubatoctl.run(["cancel", "three", "--json"], by: daemon)
    #expect(last.code == 0 && last.output.contains("\"stoppingRun\": null"), "\(last)")
    #expect(try Rubatoctl.run(["acknowledge"], by: daemon).code == 2)
  }

  @Test func requestsAreNamedByPatterns() throws {
    let daemon = try daemon()
    for id in ["enc-1", "enc-2", "other", "rest"] {
      _ = try daemon.call(Submit(id: id, command: .test(["/bin/true"]), earliest: "1h"))
    }
    let some = try Rubatoctl.run(["cancel", "enc-*", "other", "enc-1"], by: daemon)
    #expect(
      some.code == 0
        && some.output == "Cancelled: enc-1.\nCancelled: enc-2.\nCancelled: other.\n", "\(some)")
    let none = try Rubatoctl.run(["cancel", "enc-?"], by: daemon)
    #expect(none.code == 1 && none.errors.contains("no request matches 'enc-?'"), "\(none)")
    #expect(try Rubatoctl.run(["cancel"], by: daemon).code == 2)
    #expect(try Rubatoctl.run(["cancel", "rest", "--all"], by: daemon).code == 2)
    let all = try Rubatoctl.run(["cancel", "--all", "--json"], by: daemon)
    #expect(all.code == 0 && all.output.hasPrefix("[\n"), "\(all)")
    let gone = try Rubatoctl.run(["cancel", "--all"], by: daemon)
    #expect(gone.code == 0 && gone.output == "No request; nothing was changed.\n", "\(gone)")
    let json = try Rubatoctl.run(["stop", "--all", "--json"], by: daemon)
    #expect(json.code == 0 && json.output == "[]\n", "\(json)")
    let failed = try Rubatoctl.run(["retry", "--all"], by: daemon)
    #expect(failed.output == "No permanently failed request; nothing was changed.\n", "\(failed)")
  }

  @Test func anIdThatIsGivenTwiceIsHandledOnce() throws {
    let daemon = try daemon()
    _ = try daemon.call(Submit(id: "one", command: .test(["/bin/true"]), earliest: "1h"))
    let cancel = try Rubatoctl.run(["cancel", "one", "one"], by: daemon)
    #expect(cancel.code == 0 && cancel.output == "Cancelled: one.\n", "\(cancel)")
  }

  @Test func requestsArePausedChangedListedAndStartedByPatterns() throws {
    let daemon = try daemon()
    for id in ["enc-1", "enc-2", "other"] {
      _ = try daemon.call(Submit(id: id, command: .test(["/bin/true"]), earliest: "1h"))
    }
    #expect(try Rubatoctl.run(["pause", "enc-*"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["enc-1", "enc-2"]])
    let none = try Rubatoctl.run(["resume", "oth*"], by: daemon)
    #expect(none.errors.contains("no paused request matches 'oth*'"), "\(none)")
    #expect(try Rubatoctl.run(["resume", "enc-[2]"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["enc-1"]])
    #expect(try Rubatoctl.run(["resume", "enc-*"], by: daemon).code == 0)
    let set = try Rubatoctl.run(["set", "enc-*", "--retries", "7"], by: daemon)
    #expect(set.code == 0, "\(set)")
    #expect(try daemon.call(List()).requests.map(\.retries).sorted() == [4, 7, 7])
    let list = try Rubatoctl.run(["list", "enc-*", "other"], by: daemon)
    #expect(list.code == 0 && list.output.contains("enc-2") && list.output.contains("other"))
    let some = try Rubatoctl.run(["list", "oth*"], by: daemon)
    #expect(some.output.contains("other") && !some.output.contains("enc"), "\(some)")
    let run = try Rubatoctl.run(["run", "enc-*", "--force"], by: daemon)
    #expect(
      run.code == 0 && run.output == "Started: enc-1 (run 1).\nStarted: enc-2 (run 2).\n", "\(run)")
    let waited = try Rubatoctl.run(["run", "enc-*", "--wait"], by: daemon)
    #expect(waited.code == 2 && waited.errors.contains("--wait takes one request"), "\(waited)")
  }

  @Test func aPatternResumesTheRequestsOfSeveralPauses() throws {
    let daemon = try daemon()
    for id in ["enc-1", "enc-2", "enc-3", "other"] {
      _ = try daemon.call(Submit(id: id, command: .test(["/bin/true"]), earliest: "1h"))
    }
    for ids in [["enc-1"], ["enc-2", "other"], ["enc-3", "--kind", "maintenance"]] {
      #expect(try Rubatoctl.run(["pause"] + ids, by: daemon).code == 0)
    }
    let some = try Rubatoctl.run(["resume", "--kind", "maintenance", "enc-*"], by: daemon)
    #expect(some.code == 0, "\(some)")
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["enc-1"], ["enc-2", "other"]])
    let unknown = try Rubatoctl.run(["resume", "enc-*", "enc-3"], by: daemon)
    #expect(unknown.errors.contains("none of your pauses names 'enc-3'"), "\(unknown)")
    let all = try Rubatoctl.run(["resume", "enc-*"], by: daemon)
    #expect(all.code == 0 && all.output.hasPrefix("Resumed.\nStill paused: other"), "\(all)")
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["other"]])
  }

  @Test func aPatternPausesRequestsOfTheKindsAlone() throws {
    let daemon = try daemon()
    for (id, kind) in [("enc-1", "maintenance"), ("enc-2", "userInitiated")] {
      _ = try daemon.call(Submit(id: id, kind: kind, command: .test(["/bin/true"]), earliest: "1h"))
    }
    let pause = try Rubatoctl.run(["pause", "--kind", "maintenance", "enc-*"], by: daemon)
    #expect(pause.code == 0, "\(pause)")
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["enc-1"]])
    let unknown = try Rubatoctl.run(["pause", "--kind", "upkeep", "enc-*"], by: daemon)
    #expect(unknown.errors.contains("--kind 'upkeep' is not allowed; use refresh"), "\(unknown)")
  }

  @Test func aPatternOfMoreRequestsThanAPauseNamesIsRefused() throws {
    let daemon = try daemon()
    for number in 0...100 {
      _ = try daemon.call(
        Submit(id: "enc-\(number)", command: .test(["/bin/true"]), earliest: "1h"))
    }
    let pause = try Rubatoctl.run(["pause", "enc-*"], by: daemon)
    let message = "'enc-*' matches 101 requests, and a pause names at most 100; use --kind"
    #expect(pause.code == 1 && pause.errors.contains(message), "\(pause)")
  }

  /// Far more ids than a message to the daemon can have.
  @Test(arguments: [101, 20_000])
  func moreIDsThanAPauseNamesAreRefused(count: Int) throws {
    let ids = (1...count).map { "some-request-with-a-long-name-of-its-own-\($0)" }
    let pause = try Rubatoctl.run(["pause"] + ids, by: try daemon())
    let message = "\(count) ids are too many: a pause names at most 100; use --kind, --group or"
    #expect(pause.code == 1 && pause.errors.contains(message), "\(pause)")
  }

  @Test func aPatternStartsWaitingRequestsAlone() throws {
    let daemon = try daemon()
    _ = try daemon.call(
      Submit(id: "enc-1", kind: "userInitiated", command: .test(["/bin/sleep", "1000"])))
    let none = try Rubatoctl.run(["run", "enc-*", "--force"], by: daemon)
    #expect(none.code == 1 && none.errors.contains("no waiting request matches"), "\(none)")
    _ = try daemon.call(Submit(id: "enc-2", command: .test(["/bin/true"]), earliest: "1h"))
    let run = try Rubatoctl.run(["run", "enc-*", "--force"], by: daemon)
    #expect(run.code == 0 && run.output == "Started: enc-2 (run 2).\n", "\(run)")
  }

  @Test(arguments: ["show", "explain", "logs", "wait", "runs"])
  func verbsOfOneRequestRefusePatterns(verb: String) throws {
    let daemon = try daemon()
    _ = try daemon.call(Submit(id: "enc-1", command: .test(["/bin/true"]), earliest: "1h"))
    let said = try Rubatoctl.run([verb, "enc-*"], by: daemon)
    #expect(said.code == 1 && said.errors.contains("'enc-*' is a pattern"), "\(said)")
  }
}
