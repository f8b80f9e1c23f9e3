import Control
import Foundation
import Testing

@testable import Daemon

/// Tags, as a user types them.
struct TagVerbTests {
  /// Starts a daemon with three requests, of which two have tags.
  private func daemon() throws -> DaemonProcess {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
    for (id, tags) in [("cards", ["photos", "nightly"]), ("mail", ["nightly"]), ("other", [])] {
      _ = try daemon.call(
        Submit(id: id, command: .test(["/bin/true"]), earliest: "1h", tags: tags))
    }
    return daemon
  }

  /// Returns the ids of the queued requests in the order of their names.
  private func ids(_ daemon: DaemonProcess) throws -> [String] {
    try daemon.call(List()).requests.map(\.id).sorted()
  }

  @Test func areSubmittedShownAndChanged() throws {
    let daemon = try daemon()
    let submit = ["submit", "--id", "new", "--earliest", "1h", "--tag", "b,a", "--tag", "b"]
    #expect(try Rubatoctl.run(submit + ["--", "true"], by: daemon).code == 0)
    #expect(try daemon.call(List(id: "new")).requests.first?.tags == ["b", "a"])
    let show = try Rubatoctl.run(["show", "new"], by: daemon)
    #expect(show.output.contains("tags") && show.output.contains("b, a"), "\(show)")
    #expect(try Rubatoctl.run(["set", "new", "--retries", "7"], by: daemon).code == 0)
    #expect(try daemon.call(List(id: "new")).requests.first?.tags == ["b", "a"])
    #expect(try Rubatoctl.run(["set", "new", "--tag", "c"], by: daemon).code == 0)
    #expect(try daemon.call(List(id: "new")).requests.first?.tags == ["c"])
    #expect(try Rubatoctl.run(["set", "new", "--clear", "tag"], by: daemon).code == 0)
    #expect(try daemon.call(List(id: "new")).requests.first?.tags == [])
  }

  @Test(arguments: [
    (["submit", "--tag", "a b", "--", "true"], "--tag 'a b' is not allowed; use 1", 1 as Int32),
    (["submit", "--tag", "a,", "--", "true"], "--tag 'a,' is not allowed", 1),
    (["list", "--tag", "nigthly"], "no request has the tag 'nigthly'; list them", 1),
    (["cancel", "--tag", "a", "--tag", "b"], "no request has the tag 'a' or 'b'", 1),
    (["cancel", "mail", "--tag", "photos"], "no request matches 'mail' and has the tag", 1),
    (["run", "--tag", "gone"], "no waiting request has the tag 'gone'", 1),
    (["stop", "--tag", "nightly"], "no running request has the tag 'nightly'", 1),
    (["retry", "--tag", "nightly"], "no permanently failed request has the tag 'nightly'", 1),
    (["resume", "--tag", "nightly"], "no paused request has the tag 'nightly'", 1),
    (["run", "--tag", "nightly", "--wait"], "--wait takes one request", 2),
    (["run"], "name a request, or use --tag", 2),
    (["set", "--retries", "7"], "name a request, or use --tagged", 2),
    (["cancel"], "name a request, or use --tag or --all", 2),
  ])
  func mistakesAreNamed(arguments: [String], message: String, code: Int32) throws {
    let run = try Rubatoctl.run(arguments, by: try daemon())
    #expect(run.code == code && run.errors.contains(message), "\(run)")
  }

  @Test func selectRequestsThatHaveOneOfThem() throws {
    let daemon = try daemon()
    let list = try Rubatoctl.run(["list", "--tag", "photos", "--json"], by: daemon)
    #expect(list.output.contains("\"cards\"") && !list.output.contains("\"mail\""), "\(list)")
    let both = try Rubatoctl.run(["list", "--tag", "photos", "--tag", "nightly"], by: daemon)
    #expect(both.output.contains("cards") && both.output.contains("mail"), "\(both)")
    #expect(!both.output.contains("other"), "\(both)")
    let set = try Rubatoctl.run(["set", "--tagged", "nightly", "--retries", "7"], by: daemon)
    #expect(set.code == 0, "\(set)")
    #expect(try daemon.call(List()).requests.map(\.retries).sorted() == [4, 7, 7])
    let run = try Rubatoctl.run(["run", "--tag", "photos", "--force"], by: daemon)
    #expect(run.code == 0 && run.output == "Started: cards (run 1).\n", "\(run)")
  }

  @Test func cancelOnlyRequestsThatHaveThem() throws {
    let daemon = try daemon()
    let some = try Rubatoctl.run(["cancel", "m*", "--tag", "nightly"], by: daemon)
    #expect(some.code == 0 && some.output == "Cancelled: mail.\n", "\(some)")
    let rest = try Rubatoctl.run(["cancel", "--all", "--tag", "nightly", "--json"], by: daemon)
    #expect(rest.code == 0 && rest.output.hasPrefix("[\n"), "\(rest)")
    #expect(try ids(daemon) == ["other"])
  }

  @Test func arePausedAndResumed() throws {
    let daemon = try daemon()
    #expect(try Rubatoctl.run(["pause", "--tag", "nightly"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.map { $0.ids.sorted() } == [["cards", "mail"]])
    #expect(try Rubatoctl.run(["resume", "--tag", "photos"], by: daemon).code == 0)
    #expect(try daemon.call(Status()).pauses.map(\.ids) == [["mail"]])
  }

  @Test func areKeptByAFailure() throws {
    let daemon = try daemon()
    let calls = [("broken", ["photos"]), ("worse", [])].map { id, tags in
      Submit(
        id: id, kind: "userInitiated", command: .test(["/bin/false"]), tags: tags, retries: 0)
    }
    for call in calls {
      _ = try daemon.call(call)
      #expect(try Rubatoctl.run(["wait", call.id ?? ""], by: daemon).code == 1)
    }
    #expect(try daemon.call(ListFailures()).failures.map(\.tags) == [[], ["photos"]])
    let list = try Rubatoctl.run(["list", "--failed", "--tag", "photos"], by: daemon)
    #expect(list.output.contains("broken") && !list.output.contains("worse"), "\(list)")
    let retry = try Rubatoctl.run(["retry", "--tag", "photos"], by: daemon)
    #expect(retry.code == 0 && retry.output.contains("broken"), "\(retry)")
    _ = try Rubatoctl.run(["wait", "broken"], by: daemon)
    let gone = try Rubatoctl.run(["acknowledge", "--tag", "photos"], by: daemon)
    #expect(gone.output == "Acknowledged: the failures of broken.\n", "\(gone)")
    #expect(try daemon.call(ListFailures()).failures.map(\.id) == ["worse"])
  }

  @Test func areCompleted() throws {
    let words = ["rubatoctl", "cancel", "--tag", ""]
    let asked = ["---completion", "cancel", "--", "--tag", "3", "0"] + words
    let said = try Rubatoctl.run(asked, by: try daemon())
    #expect(said.output.split(separator: "\n") == ["nightly", "photos"], "\(said)")
  }

  @Test func areWrittenIntoTheTaskFile() throws {
    let daemon = try daemon()
    #expect(try daemon.call(GetTaskFile(id: "cards")).text.contains("tags: [photos, nightly]"))
  }
}
