import Control
import Foundation
import Testing

/// Answers and errors that name a remedy.
struct RemedyVerbTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  @Test func stopNamesTheWayToRemoveTheRequest() throws {
    _ = try daemon.call(
      Submit(id: "long", kind: "userInitiated", command: .test(["/bin/sleep", "1000"])))
    let stop = try Rubatoctl.run(["stop", "long"], by: daemon)
    #expect(
      stop.output
        == "Stopping: long (run 1). The request may start again; `rubatoctl cancel long` removes"
        + " the request.\n", "\(stop)")
  }

  @Test func stopSaysThatACancelledRequestDoesNotStartAgain() throws {
    _ = try daemon.call(
      Submit(id: "long", kind: "userInitiated", command: .test(["/bin/sleep", "1000"])))
    _ = try daemon.call(Cancel(id: "long", keepRunning: true))
    let stop = try Rubatoctl.run(["stop", "long"], by: daemon)
    #expect(
      stop.output == "Stopping: long (run 1). The request is no longer queued.\n", "\(stop)")
  }

  @Test func explainShowsAForcedRunThatFailed() throws {
    _ = try daemon.call(
      Submit(id: "later", kind: "utility", command: .test(["/bin/false"]), earliest: "5h"))
    let run = try Rubatoctl.run(["run", "later", "--force", "--wait"], by: daemon)
    #expect(run.code == 1, "\(run)")
    #expect(
      run.errors.hasSuffix("(run 1; exit 1). later keeps its tries and waits as before.\n"),
      "\(run)")
    let retry = try Rubatoctl.run(["retry", "later"], by: daemon)
    #expect(
      retry.code == 1
        && retry.errors.contains("later has not failed: its last run (1) failed, but was forced"),
      "\(retry)")
    let explained = try Rubatoctl.run(["explain", "later"], by: daemon).output
    #expect(explained.contains("last run  run 1: failed, "), "\(explained)")
    #expect(explained.contains(", exit 1; see `rubatoctl logs --run 1`\n"), "\(explained)")
    #expect(explained.contains("latest  none; the request waits"), "\(explained)")
    #expect(explained.contains("  nothing: run 1 (failed)\n"), "\(explained)")
  }

  /// A cancelled request that has not run is in no list.
  @Test func retryOfACancelledRequestLeadsToTheListOfFailures() throws {
    _ = try daemon.call(
      Submit(id: "later", kind: "utility", command: .test(["/bin/true"]), earliest: "5h"))
    #expect(try Rubatoctl.run(["cancel", "later"], by: daemon).code == 0)
    let advice = "; `rubatoctl list --failed` lists requests that have failed"
    for (verb, isRetry) in [("retry", true), ("acknowledge", false)] {
      let result = try Rubatoctl.run([verb, "later"], by: daemon)
      #expect(result.code == 1, "\(result)")
      #expect(result.errors.contains("request 'later' not found"), "\(result)")
      #expect(result.errors.contains(advice), "\(result)")
      let end = "\(advice). If it was cancelled, submit it again"
      #expect(result.errors.contains(end) == isRetry, "\(result)")
    }
  }

  @Test func editNamesTheVerbThatChangesOneOption() throws {
    let edit = try Rubatoctl.run(["edit", "backup", "--budget", "1h"], by: daemon)
    #expect(edit.code == 2, "\(edit)")
    #expect(
      edit.errors.contains(
        "Unknown option '--budget'; edit changes a request in an editor. To change only some"
          + " options: rubatoctl set backup --budget 1h\n"), "\(edit)")
    let other = try Rubatoctl.run(["edit", "backup", "--wings"], by: daemon)
    #expect(other.code == 2 && !other.errors.contains("rubatoctl set"), "\(other)")
  }

  @Test func anUnknownTagLeadsToTheListOfTags() throws {
    for verb in ["pause", "resume", "cancel", "list"] {
      let result = try Rubatoctl.run([verb, "--tag", "nigthly"], by: daemon)
      #expect(result.code == 1, "\(result)")
      #expect(result.errors.contains("`rubatoctl list --columns id,tags`"), "\(result)")
    }
  }

  @Test func equalRefusalsHaveOneLine() throws {
    let good = #"{"id": "a", "command": ["/bin/true"], "earliest": "5h"}"#
    let bad = (1...300).map { #"{"id": "b\#($0)", "command": ["/bin/true"], "group": "a b"}"# }
    let path = "\(directory.path)/jobs.jsonl"
    try ([good] + bad + [#"{"id": "c", "command": ["/bin/true"], "budget": "x"}"#])
      .joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let result = try Rubatoctl.run(["submit", "--file", path], by: daemon)
    #expect(result.code == 1 && result.output == "Accepted: a.\n", "\(result)")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(lines)")
    #expect(
      lines[0].hasPrefix(
        "rubatoctl: 300 requests were refused, in lines 2, 3, 4, 5, 6 and 295 more of \(path):"
          + " group 'a b'"), "\(lines)")
    #expect(lines[1].hasPrefix("rubatoctl: \(path):302:"), "\(lines)")
    #expect(lines[2] == "rubatoctl: 301 of 302 requests were refused; the others are queued")
    let json = try Rubatoctl.run(["submit", "--json", "--file", path], by: daemon)
    #expect(json.output.split(separator: "\n").count == 302, "\(json.errors)")
  }
}
