import Control
import Foundation
import Testing
import Varlink

/// Background sessions, from the upload to the app's completion handler, with a real daemon, a real app and a server.
@Suite final class AppTransferTests {
  private static let wake = "url-session.com.example.feed.background"

  private let directory: TemporaryDirectory
  private var app: InstalledApp
  private let server: SmallServer
  /// Locked as long as the server does not answer.
  private let gate = Gate()

  init() throws {
    let gate = gate
    server = try SmallServer { request in
      gate.pass()
      let words = Array("thanks for\(request.path)".utf8)
      return SmallServer.answer(request.method == "GET" ? 200 : 201, [], words)
    }
    directory = try TemporaryDirectory()
    app = try InstalledApp("sync", in: directory, DaemonProcess(directory), program: "life-app")
    try app.plugIn()
    app.added = environment
    try app.install("sync", identifiers: [], modes: [])
  }

  deinit {
    gate.open()
    server.stop()
  }

  private var environment: [String: String] {
    ["XDG_STATE_HOME": "\(directory.path)/home", "SERVER": server.url, "TMPDIR": directory.path]
  }

  private func open(_ work: String) throws -> UsersProcess {
    try UsersProcess(
      "sync", socket: app.daemon.socket, program: "life-app",
      environment: environment.merging(["WORK": work]) { $1 })
  }

  /// Makes the app queue its transfers, and ends it.
  private func queue(_ work: String) throws {
    let process = try open(work)
    _ = try process.output(until: "queued")
    try app.quit(process)
  }

  private var transfers: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "\(directory.path)/home/rubato/transfers")
    return names ?? []
  }

  /// Returns the run of the app's wake, which is forced to start.
  private func wakeRun() throws -> Int64 {
    while true {
      if let run = try app.runs().first(where: { $0.id == Self.wake }) { return run.run }
      if try app.isQueued(Self.wake) { return try app.start(Self.wake) }
      pauseBeforeAskingAgain()
    }
  }

  private func ends(_ output: String) -> [String] {
    output.split(separator: "\n").map(String.init).filter { $0.contains(" ends: ") }
  }

  @Test func anAppThatHasEndedHearsOfItsUploads() throws {
    try queue("upload")
    #expect(transfers.count == 2 && server.requests.allSatisfy { $0.number == 0 })
    gate.open()
    let run = try wakeRun()
    let end = try app.end(of: run)
    #expect(end.outcome == "completed" && end.kind == "push")
    let output = try app.output(of: run, until: "all told")
    #expect(output.contains("events of com.example.feed.background"))
    for name in ["one", "two"] {
      #expect(output.contains("\(name) is answered thanks for/\(name)"), "\(output)")
    }
    #expect(Set(ends(output)) == ["one ends: 201", "two ends: 201"], "\(output)")
    #expect(output.components(separatedBy: "all told").count == 2)
    #expect(transfers.isEmpty)
    #expect(
      server.requests.map { $0.headers["authorization"] } == ["Bearer secret", "Bearer secret"])
    #expect(
      Set(server.requests.map { String(decoding: $0.body, as: UTF8.self) }) == ["one", "two"])
    // The app was woken once.
    #expect(try app.runs().count { $0.id == Self.wake } == 1)
  }

  @Test func aDownloadIsTheAppsToTake() throws {
    try queue("download")
    gate.open()
    let run = try wakeRun()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: "all told")
    #expect(output.contains("receives thanks for/film\ntask ends: 200\nall told"), "\(output)")
  }

  /// The process that is woken later would not find the queued transfers.
  @Test func aProcessWithAnotherStateDirectorySaysSo() throws {
    let process = try UsersProcess(
      "sync", socket: app.daemon.socket, program: "life-app",
      environment: environment.merging([
        "WORK": "upload", "XDG_STATE_HOME": "\(directory.path)/elsewhere",
      ]) { $1 })
    let said = try process.output(until: "XDG_STATE_HOME of this process")
    #expect(said.contains("stored in \(directory.path)/elsewhere/rubato/transfers"), "\(said)")
    #expect(said.contains("starts read \(directory.path)/home/rubato/transfers"), "\(said)")
  }

  @Test func anAppInFrontHearsWhenTheyEnd() throws {
    let process = try open("upload")
    _ = try process.output(until: "queued")
    try app.waitForUsersProcess()
    gate.open()
    let output = try process.output(until: "all told")
    #expect(Set(ends(output)) == ["one ends: 201", "two ends: 201"], "\(output)")
    while try app.runs().first(where: { $0.id == Self.wake })?.state != "ended" {
      pauseBeforeAskingAgain()
    }
    #expect(try app.runs().first { $0.id == Self.wake }?.outcome == "completed")
  }

  @Test func aForceQuitCancelsThem() throws {
    try queue("upload")
    try app.client.tell(ReportApp(id: InstalledApp.id, event: "forceQuit"))
    gate.open()
    // Another test opens the app while runs are being stopped.
    while try app.runs().contains(where: { $0.state != "ended" }) { pauseBeforeAskingAgain() }
    #expect(try app.client.tell(List(app: InstalledApp.id)).requests.isEmpty)
    let process = try open("reconnect")
    _ = try process.output(until: "one ends: error -999")
    let output = try process.output(until: "two ends: error -999")
    #expect(ends(output).count == 2, "\(output)")
    #expect(try !app.runs().contains { $0.id == Self.wake })
  }

  @Test func theyOutliveTheDaemon() throws {
    try queue("upload")
    app.daemon.end()
    app = try InstalledApp("sync", in: directory, DaemonProcess(directory), program: "life-app")
    try app.plugIn()
    gate.open()
    let run = try wakeRun()
    #expect(try app.end(of: run).outcome == "completed")
    let output = try app.output(of: run, until: "all told")
    #expect(Set(ends(output)) == ["one ends: 201", "two ends: 201"], "\(output)")
    #expect(transfers.isEmpty)
  }
}

/// Closed until it is opened.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}
