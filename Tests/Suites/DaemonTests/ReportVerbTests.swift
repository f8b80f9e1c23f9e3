import Control
import Foundation
import Testing
import Varlink

/// The log of the past of a daemon, and `rubatoctl report`.
struct ReportVerbTests {
  /// A nightly request that waits for power for three hours, and runs.
  private func live(_ daemon: DaemonProcess) throws {
    let client = try daemon.connect()
    try client.tell(SetDevice(values: ["power": "battery", "battery": "60", "idle": "yes"]))
    try client.tell(
      Submit(id: "nightly", kind: "maintenance", command: .test(["/bin/true"]), requires: ["power"])
    )
    try client.tell(AdvanceClock(by: 3 * 3600))
    try client.tell(SetDevice(values: ["power": "ac"]))
    try client.tell(AdvanceClock(by: 6 * 3600))
  }

  private func entries(_ client: Client) throws -> [PastEntryInfo] {
    try client.tell(GetPast(allUsers: geteuid() == 0)).entries
  }

  @Test func theHelpNamesThePageOfTheColumns() throws {
    #expect(try Rubatoctl.run(["help", "report"]).output.contains("docs/simulate.md"))
  }

  @Test func theLogHasTheDeviceTheWaitsAndTheStart() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try live(daemon)
    let client = try daemon.connect()
    // The next commit records all earlier entries.
    try client.tell(Submit(id: "later", command: .test(["/bin/true"]), earliest: "1h"))
    let found = try entries(client)
    #expect(found.first?.event == "gap")
    #expect(found.contains { $0.field == "power" && $0.value == "battery" })
    #expect(found.contains { $0.field == "power" && $0.value == "ac" })
    let waits = found.filter { $0.id == "nightly" }
    #expect(waits.first?.reasons?.contains("power") == true)
    #expect(waits.contains { $0.reasons == nil })
    #expect(waits.allSatisfy { $0.kind == "maintenance" })
    // The pages together are the same list.
    var (paged, after) = ([PastEntryInfo](), Int64?(0))
    while let next = after {
      let page = try client.tell(GetPast(after: next, limit: 3, allUsers: geteuid() == 0))
      paged += page.entries
      after = page.next
    }
    #expect(paged == found)
  }

  @Test func theReportHasTheWaitAndTheRun() throws {
    let directory = try TemporaryDirectory()
    let daemon = try DaemonProcess(directory)
    try live(daemon)
    let json = try Rubatoctl.run(["report", "nightly", "--since", "2d", "--json"], by: daemon)
    #expect(json.code == 0, "\(json)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let tasks = try #require(report["tasks"] as? [[String: Any]])
    #expect(tasks.count == 1)
    #expect(tasks.first?["id"] as? String == "nightly")
    #expect(tasks.first?["successes"] as? Int == 1)
    let gaps = try #require(report["gaps"] as? [[String: Any]])
    #expect(gaps.first?["cause"] as? String == "dropped")

    let page = "\(directory.path)/week.html"
    let written = try Rubatoctl.run(["report", "--since", "2d", "-o", page], by: daemon)
    #expect(written.code == 0 && written.output.isEmpty, "\(written)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("\"nightly\"") && html.contains("\"completed\""))
    let text = try Rubatoctl.run(["report"], by: daemon)
    #expect(text.code == 0 && text.output.contains("nightly"), "\(text)")
  }

  @Test func thePastOutlivesTheDaemon() throws {
    let directory = try TemporaryDirectory()
    let first = try DaemonProcess(directory)
    try live(first)
    first.signal(SIGTERM)
    first.process.waitUntilExit()
    let second = try DaemonProcess(directory)
    let client = try second.connect()
    try client.tell(Submit(id: "later", command: .test(["/bin/true"]), earliest: "1h"))
    let found = try entries(client)
    #expect(found.filter { $0.event == "gap" }.map(\.cause) == ["stopped", "stopped"])
    #expect(found.contains { $0.id == "nightly" && $0.reasons == nil })
    let result = try Rubatoctl.run(["report", "nightly", "--json"], by: second)
    #expect(result.code == 0 && result.output.contains("\"successes\""), "\(result)")
  }

  @Test(arguments: [
    (["--since", "tomorrow"], "--since"), (["--since", "1h", "--until", "2h"], "--since"),
    (["nothing-like-it"], "nothing-like-it"),
  ])
  func wrongValuesAreRefusedByName(arguments: [String], name: String) throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let result = try Rubatoctl.run(["report"] + arguments, by: daemon)
    #expect(result.code == 1 && result.errors.contains(name), "\(result)")
  }

  @Test func usersSeeOnlyTheirOwnWaits() throws {
    guard Rubatoctl.canRunAsNobody else { return }
    let daemon = try DaemonProcess(try TemporaryDirectory())
    try live(daemon)
    let result = try Rubatoctl.runAsNobody(["report", "nightly"], by: daemon)
    #expect(result.code == 1, "\(result)")
    let all = try Rubatoctl.runAsNobody(["report", "--all-users"], by: daemon)
    #expect(all.code == 1 && all.errors.contains("sudo"), "\(all)")
  }
}
