import Control
import Testing

@testable import Terminal

struct NoticeLinesTests {
  @Test func headsEachDay() {
    var lines = NoticeLines(on: .sample())
    let first = NoticeInfo(
      at: "2026-03-02T12:00:00Z", event: "started", id: "backup", run: 7, text: "started backup")
    let second = NoticeInfo(
      at: "2026-03-02T12:00:01Z", event: "ended", id: "backup", outcome: "failed", exit: 3,
      text: "backup failed")
    let third = NoticeInfo(at: "2026-03-02T23:00:01Z", event: "note", text: "Good night.")
    #expect(lines.lines(first) == ["Mon 2 Mar 2026", "13:00:00  started   backup: run 7"])
    #expect(lines.lines(second) == ["13:00:01  ended     backup: failed, exit 3"])
    #expect(lines.lines(third) == ["Tue 3 Mar 2026", "00:00:01  note      Good night."])
  }

  @Test(arguments: [
    ("accepted", "backup: maintenance"), ("waiting", "backup: not plugged in, device in use"),
    ("warned", "backup: budget used up"), ("killing", "backup: budget used up"),
    ("removed", "backup: budget used up"), ("frozen", "backup: budget used up"),
    ("thawed", "backup"), ("novel", "backup: what happened"),
  ])
  func saysWhatHappens(event: String, text: String) {
    let notice = NoticeInfo(
      at: "2026-03-02T12:00:00Z", event: event, id: "backup", kind: "maintenance",
      reasons: ["power", "userActive"], stopReason: "budget", text: "what happened")
    var lines = NoticeLines(on: .sample())
    #expect(lines.lines(notice).last?.hasSuffix(text) == true)
  }

  @Test func saysDeviceFieldsInWordsAndInOrder() {
    let values = [
      "battery": "18", "power": "battery", "network": "wifi", "metered": "no", "idle": "yes",
      "low-power": "on", "memory": "unknown", "novel": "thing",
    ]
    #expect(
      DeviceWords.words(values)
        == "unplugged, battery 18 %, low-power mode on, on wifi, unmetered, idle, memory unknown, "
        + "novel thing")
  }

  @Test func aSnapshotLeavesOutWhatIsNotKnown() {
    func text(_ device: [String: String]) -> String? {
      var lines = NoticeLines(on: .sample())
      let notice = NoticeInfo(
        at: "2026-03-02T12:00:00Z", event: "snapshot", device: device, text: "watching")
      return lines.lines(notice).last
    }
    #expect(text(["power": "ac", "idle": "unknown"]) == "13:00:00  snapshot  plugged in")
    #expect(
      text(["power": "unknown"]) == "13:00:00  snapshot  device state unknown")
  }
}
