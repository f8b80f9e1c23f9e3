import Control
import Foundation
import Testing
import Varlink

/// Notifications at a date, on a session bus with a service that shows them.
@Suite(.enabled(if: NotificationService.isPossible, "needs dbus and python3-dbusmock"))
struct NotificationTests {
  private let directory: TemporaryDirectory
  private let session: NotificationService
  private let daemon: DaemonProcess
  private let client: Client

  init() throws {
    directory = try TemporaryDirectory()
    session = try NotificationService(directory)
    daemon = try DaemonProcess(
      directory, environment: ["DBUS_SESSION_BUS_ADDRESS": session.address])
    client = try daemon.connect()
  }

  private func runs() throws -> [RunInfo] {
    try client.tell(Runs(limit: 100)).runs
  }

  private func end(of run: Int64) throws -> RunInfo {
    try #require(try daemon.connect().call(Wait.fullName, Wait(run: run), as: Wait.Reply.self).run)
  }

  @Test func itIsShownAtItsDateWhateverTheDeviceIsLike() throws {
    try session.start()
    try client.tell(
      SetDevice(values: ["power": "battery", "battery": "1", "thermal": "critical"]))
    let notify = try Rubatoctl.run(
      ["notify", "--id", "tea", "--at", "1h", "Tea & <milk>", "It is ready"], by: daemon)
    #expect(notify.code == 0, "\(notify.errors)")
    #expect(try runs().isEmpty)
    try client.tell(AdvanceClock(by: 3600))
    let shown = try session.next()
    #expect(shown.app == "Rubato" && shown.summary == "Tea & <milk>" && shown.body == "It is ready")
    let run = try #require(try runs().first)
    let ended = try end(of: run.run)
    #expect(ended.outcome == "completed" && ended.late == 0)
    // The text of a notification is kept only until it is shown, and never among the arguments.
    #expect(ended.task?.title == "" && ended.arguments == ["/usr/libexec/rubato-notify"])
  }

  @Test func whereNobodyShowsItItIsTriedAgainAndSaysHowLateItIs() throws {
    let notify = try Rubatoctl.run(
      ["notify", "--id", "tea", "--at", "1h", "Tea"], by: daemon)
    #expect(notify.code == 0, "\(notify.errors)")
    try client.tell(AdvanceClock(by: 3600))
    let first = try end(of: try #require(try runs().first).run)
    #expect(first.outcome == "retryLater")
    let explained = try Rubatoctl.run(["explain", "tea"], by: daemon).output
    #expect(explained.contains("retry") || explained.contains("retried"), "\(explained)")
    try client.tell(AdvanceClock(by: 30))
    let second = try end(of: try #require(try runs().first).run)
    #expect(second.run != first.run && second.outcome == "retryLater")
    try session.start()
    try client.tell(AdvanceClock(by: 3600))
    let shown = try session.next()
    #expect(shown.summary == "Tea" && shown.body == "1m30s late", "\(shown.body)")
    let third = try end(of: try #require(try runs().first).run)
    #expect(third.outcome == "completed" && third.late.map { $0 >= 90 } == true)
  }

  @Test func itComesAgainAfterItsInterval() throws {
    try session.start()
    let notify = try Rubatoctl.run(
      ["notify", "--id", "tea", "--at", "1h", "--every", "1d", "Tea"], by: daemon)
    #expect(notify.code == 0, "\(notify.errors)")
    for hours in [1, 24, 24] {
      try client.tell(AdvanceClock(by: Double(hours * 3600)))
      #expect(try session.next().summary == "Tea")
      _ = try end(of: try #require(try runs().first).run)
    }
    #expect(try runs().count == 3)
  }

  /// Of a longer answer, the first 1499 bytes are shown; the last character has three bytes.
  @Test(arguments: [(1495, "€0"), (1496, "€"), (1497, ""), (1498, "")])
  func aLongAnswerEndsWithAWholeCharacter(zeros: Int, end: String) throws {
    try session.start()
    let programs = "\(directory.path)/programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let notify = URL(fileURLWithPath: "\(programs)/rubato-notify")
    try FileManager.default.copyItem(
      at: DaemonProcess.products.appendingPathComponent("rubato-notify"), to: notify)
    try "#!/bin/sh\nprintf '%0\(zeros)d€00' 0\n".write(
      toFile: "\(programs)/rubatoctl", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(programs)/rubatoctl")
    let process = Process()
    process.executableURL = notify
    process.arguments = ["--answer", "logs", "tea"]
    process.environment = ["DBUS_SESSION_BUS_ADDRESS": session.address]
    try process.run()
    let body = String(repeating: "0", count: zeros) + end
    #expect(try session.next().body == body)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func anAppHasThemShownWithoutRunning() throws {
    try session.start()
    let app = try InstalledApp("notifications", in: directory, daemon, program: "life-app")
    try app.install("notifications", identifiers: [], modes: ["fetch"])
    let refused = try UsersProcess(
      "notifications", socket: daemon.socket, program: "life-app")
    let refusal = try refused.output(until: "pending")
    #expect(refusal.contains("allowed: false") && refusal.contains("pending [] with []"))
    let allow = "`rubatoctl --socket \(daemon.socket) app allow \(InstalledApp.id) notify`"
    #expect(refusal.contains(allow), "\(refusal)")
    _ = refused.terminate()
    let allowed = try Rubatoctl.run(["app", "allow", InstalledApp.id, "notify"], by: daemon)
    #expect(allowed.output == "\(InstalledApp.id) may notify.\n", "\(allowed.errors)")
    while try app.info().process != nil { pauseBeforeAskingAgain() }
    let process = try UsersProcess(
      "notifications", socket: daemon.socket, program: "life-app")
    let said = try process.output(until: "pending")
    #expect(said.contains("allowed: true"))
    #expect(said.contains("first monday: a trigger for a weekday of a month cannot repeat here"))
    #expect(said.contains(#"pending ["daily", "monthly", "once"] with [7, 7, 7]"#), "\(said)")
    _ = process.terminate()
    while try app.info().process != nil { pauseBeforeAskingAgain() }
    try client.tell(ReportApp(id: InstalledApp.id, event: "forceQuit"))
    // The date is an hour after the app's call, by the app's clock, which continued while the daemon's stood still.
    try client.tell(AdvanceClock(by: 2 * 3600))
    let shown = try session.next()
    #expect(shown.app == InstalledApp.id && shown.summary == "Tea")
    let listed = try client.tell(List(app: InstalledApp.id)).requests
    let daily = try #require(listed.first { $0.id == "notification:daily" })
    #expect(daily.every == 86_400 && daily.kind == "userInitiated")
    let monthly = try #require(listed.first { $0.id == "notification:monthly" })
    #expect(monthly.task?.repeats == "monthly")
    // Without consent, queued notifications are removed.
    let denied = try Rubatoctl.run(["app", "deny", InstalledApp.id, "notify"], by: daemon)
    #expect(denied.output == "\(InstalledApp.id) may not notify.\n", "\(denied.errors)")
    #expect(try client.tell(List(app: InstalledApp.id)).requests.isEmpty)
  }

  /// Makes the app show a notification immediately.
  private func notify(_ name: String, _ title: String, _ payload: String = "") throws {
    try client.tell(
      Submit(
        id: "notification:\(name)", app: InstalledApp.id, kind: "userInitiated",
        task: TaskClassInfo(category: "notification", title: title, payload: payload)))
    #expect(try session.next().summary == title)
  }

  /// The program that the click opens is in the foreground, and removes another notification.
  @Test func aClickOpensTheAppAndTellsItsDelegate() throws {
    try session.start(clickingOn: "Tea")
    let app = try InstalledApp("notified", in: directory, daemon, program: "life-app")
    try app.install("notified", identifiers: [], modes: [])
    try client.tell(ReportApp(id: InstalledApp.id, event: "allowNotify"))
    try client.tell(ReportApp(id: InstalledApp.id, event: "forceQuit"))
    try notify("daily", "Daily")
    try notify("pot", "Tea", #"{"userInfo": {"pot": 7}}"#)
    let heard = try session.heard(until: "hears of")
    let process = try #require(try app.info().process)
    defer { kill(pid_t(process.pid ?? 0), SIGKILL) }
    #expect(heard.contains("active hears of pot: Tea, 7"), "\(heard)")
    #expect(process.byUser)
    let taken = try session.next()
    #expect(taken.summary == "closed" && taken.body == "1")
    let run = try #require(try runs().first { $0.id == "response:pot" })
    let end = try end(of: run.run)
    #expect(end.outcome == "completed" && end.task?.payload == nil)
  }

  @Test func nobodyHasItRunSomethingElse() throws {
    #expect {
      try client.tell(
        Submit(
          id: "x", kind: "userInitiated", command: .test(["/bin/true"]),
          task: TaskClassInfo(category: "notification", title: "a")))
    } throws: {
      "\($0)".contains("command")
    }
  }
}
