import Control
import Foundation
import Testing

@testable import Daemon

/// The numbers of a daemon, in its answers and as printed.
struct MetricsTests {
  private func daemon() throws -> DaemonProcess {
    try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
  }

  private func count(_ counts: [CountInfo], _ name: String) -> Int64? {
    counts.first { $0.name == name }?.count
  }

  @Test func runsAndRequestsAreCounted() throws {
    let daemon = try daemon()
    let before = try daemon.call(GetMetrics())
    #expect(before.requests.isEmpty && before.unnamed == 0 && before.writable)
    for (id, program) in [("good", "/bin/true"), ("bad", "/bin/false")] {
      _ = try daemon.call(
        Submit(
          id: id, kind: "userInitiated", command: .test([program]), latest: "1h", retries: 0))
      _ = try? daemon.call(Wait(id: id))
    }
    _ = try daemon.call(
      Submit(
        id: "later", command: .test(["/bin/true"]), earliest: "5h", latest: "6h", every: 86_400))
    let after = try daemon.call(GetMetrics())
    #expect(after.waiting == 1 && after.running == 0 && after.failed == 1 && after.overdue == 0)
    #expect(after.requests.map(\.id) == ["bad", "later"])
    #expect(after.requests.map(\.state) == ["failed", "waiting"])
    #expect(after.requests.map(\.interval) == [nil, 86_400])
    #expect(count(after.held, "earliest") == 1 && count(after.held, "power") != nil)
    let runs = try #require(after.runs)
    #expect(count(runs.outcomes, "completed") == 1 && count(runs.outcomes, "failed") == 1)
    #expect(runs.kinds.first { $0.kind == "userInitiated" }?.starts == 2)
    #expect(runs.lateCounts == [2, 0, 0, 0, 0, 0, 0, 0] && runs.lateSeconds == 0)
    #expect(after.commits > before.commits && after.events > before.events)
    #expect(after.wakeups > before.wakeups && after.calls > before.calls)
    #expect(after.storeBytes > 0 && after.started <= Date().timeIntervalSince1970)
    #expect(after.now >= 1_772_400_000 && after.now < 1_772_500_000)
  }

  @Test func refusedCallsAreCounted() throws {
    let daemon = try daemon()
    _ = try? daemon.call(Explain(id: "gone"))
    _ = try? daemon.call(Submit(id: "a b", command: .test(["/bin/true"])))
    let metrics = try daemon.call(GetMetrics())
    #expect(count(metrics.refusedCalls, "NotFound") == 1)
    #expect(count(metrics.refusedCalls, "Refused") == 1)
    #expect(count(metrics.refusedCalls, "Held") == 0)
    #expect(metrics.connections >= 1)
  }

  @Test func requestsThatNeedAttentionAreNamedFirst() throws {
    let daemon = try daemon()
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "40"]))
    for number in 0..<200 {
      _ = try daemon.call(
        Submit(id: "usual-\(number)", command: .test(["/bin/true"]), earliest: "20h"))
    }
    _ = try daemon.call(
      Submit(
        id: "late", kind: "userInitiated", command: .test(["/bin/true"]), latest: "1h",
        requires: ["power"]))
    _ = try daemon.call(AdvanceClock(by: 7200))
    let metrics = try daemon.call(GetMetrics())
    #expect(metrics.requests.count == 200 && metrics.unnamed == 1)
    #expect(metrics.requests.first?.id == "late" && metrics.requests.last?.id == "usual-198")
    #expect(metrics.overdue == 1 && metrics.waiting == 201)
    let missed = try #require(metrics.requests.first?.overdueSince)
    #expect(metrics.now - missed > 3000 && metrics.now - missed < 4000)
    #expect(metrics.battery == 0.4 && metrics.device["power"] == "battery")
    #expect(metrics.device["network-names"] == nil && metrics.device["idle"] == "unknown")
  }

  @Test(.enabled(if: Rubatoctl.canRunAsNobody, "needs root"))
  func aUserGetsOnlyOwnRequests() throws {
    let daemon = try daemon()
    _ = try daemon.call(Submit(id: "mine", command: .test(["/bin/true"]), earliest: "1h"))
    let text = try Rubatoctl.runAsNobody(["metrics"], by: daemon)
    #expect(text.code == 0 && text.output.contains("rubato_wakeups_total"), "\(text)")
    #expect(!text.output.contains("mine") && !text.output.contains("rubato_runs_total"))
  }

  // MARK: The verb

  @Test func theVerbPrintsBothFormats() throws {
    let daemon = try daemon()
    let plain = try Rubatoctl.run(["metrics"], by: daemon)
    #expect(plain.code == 0 && plain.output.contains("# TYPE rubato_runs_total counter"))
    let open = try Rubatoctl.run(["metrics", "--openmetrics"], by: daemon)
    #expect(
      open.output.hasSuffix("\n# EOF\n") && open.output.contains("# TYPE rubato_runs counter"))
    let json = try Rubatoctl.run(["metrics", "--json"], by: daemon)
    #expect(json.output.contains("\"storeBytes\""))
  }

  @Test func aFileIsReplacedAsAWhole() throws {
    let (daemon, directory) = (try daemon(), try TemporaryDirectory())
    let path = "\(directory.path)/rubato.prom"
    for _ in 0..<2 {
      let run = try Rubatoctl.run(["metrics", "--output", path], by: daemon)
      #expect(run.code == 0 && run.output.isEmpty, "\(run)")
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("# HELP rubato_build_info ") && text.hasSuffix("\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["rubato.prom"])
    let missing = try Rubatoctl.run(
      ["metrics", "--output", "\(directory.path)/no/rubato.prom"], by: daemon)
    #expect(missing.code == 1 && missing.errors.contains("cannot write"), "\(missing)")
    let remedy = "directory \(directory.path)/no not found; create it with: mkdir -p"
    #expect(missing.errors.contains(remedy), "\(missing)")
  }

  @Test(arguments: [
    (["--openmetrics", "--json"], "use only one of"),
    (["--allow-host", "a"], "--allow-host requires"),
    (["--output", "a", "--answer-http"], "--output writes metrics"),
  ])
  func mistakesAreNamed(options: [String], message: String) throws {
    let run = try Rubatoctl.run(["metrics"] + options)
    #expect(run.code == 2 && run.errors.contains(message), "\(run)")
  }

  /// Sends a request to the program, as a socket unit does, and returns the answer.
  private func answer(_ request: String, by socket: String) throws -> String {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = Rubatoctl.built
    process.arguments = ["metrics", "--answer-http", "--socket", socket]
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func oneRequestIsAnswered() throws {
    let daemon = try daemon()
    let text = try answer("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", by: daemon.socket)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("rubato_build_info"))
    #expect(try answer("GET / HTTP/1.1\r\n\r\n", by: daemon.socket).hasPrefix("HTTP/1.1 404 "))
    #expect(try answer("nonsense\r\n\r\n", by: daemon.socket).hasPrefix("HTTP/1.1 400 "))
    #expect(try answer("GET /metrics HTT", by: daemon.socket).hasPrefix("HTTP/1.1 400 "))
    #expect(try answer("", by: daemon.socket).isEmpty)
    let long = "GET /metrics HTTP/1.1\r\nLong: \(String(repeating: "x", count: 9000))\r\n\r\n"
    #expect(try answer(long, by: daemon.socket).hasPrefix("HTTP/1.1 431 "))
    let nowhere = try TemporaryDirectory()
    #expect(
      try answer("GET /metrics HTTP/1.1\r\n\r\n", by: "\(nowhere.path)/socket")
        .hasPrefix("HTTP/1.1 503 "))
  }
}
