import Control
import Foundation
import Testing
import Varlink

/// Alarms of an app, from its library through the daemon and back.
@Suite struct AlarmTests {
  private func app(_ behaviour: String) throws -> InstalledApp {
    let app = try InstalledApp(behaviour, program: "life-app")
    try app.install(behaviour, identifiers: [], modes: ["fetch"])
    // The low battery holds every request until the app is opened.
    try app.client.tell(SetDevice(values: ["power": "battery", "battery": "3"]))
    return app
  }

  @Test func whatWasMissedIsCaughtUpAtTheNextOpenWithItsLateness() throws {
    let app = try app("alarms")
    let first = try UsersProcess("alarms", socket: app.daemon.socket, program: "life-app")
    #expect(try first.output(until: "pending").contains(#"pending ["sooner", "later"]"#))
    try app.quit(first)
    try app.client.tell(AdvanceClock(by: 90 * 60))
    let explained = try Rubatoctl.run(
      ["explain", "alarm:sooner"], by: app.daemon)
    #expect(explained.output.contains("as soon as the app is opened"), "\(explained.output)")
    #expect(try app.runs().isEmpty)
    let second = try UsersProcess("alarms-silent", socket: app.daemon.socket, program: "life-app")
    _ = try second.output(until: "alarm sooner")
    let run = try #require(try app.runs().first { $0.id == "alarm:sooner" })
    #expect(try app.end(of: run.run).outcome == "completed")
    // The clock stands still. The date came nearer while the test set the clock, so the alarm is late by a little more
    // than half an hour.
    let late = try #require(run.late)
    #expect(late >= 1800 && late < 1900)
    let table = try Rubatoctl.run(["runs", "alarm:sooner"], by: app.daemon)
    #expect(table.output.contains("min") && table.output.contains("late"), "\(table.output)")
    // The other alarm begins at its date, since its app is in the foreground.
    try app.client.tell(AdvanceClock(by: 45 * 60))
    _ = try second.output(until: "alarm later")
    #expect(try app.isQueued("alarm:later") == false)
  }

  @Test func anAlarmWithoutADateIsRefused() throws {
    let app = try app("alarms")
    for due in [nil, "tomorrow", "2026-13-01T00:00:00Z"] {
      #expect {
        try app.client.tell(
          Submit(
            id: "alarm:x", app: InstalledApp.id, kind: "refresh",
            task: TaskClassInfo(category: "alarm", due: due)))
      } throws: {
        "\($0)".contains("task.due")
      }
    }
  }
}
