import Control
import Testing

@testable import Terminal

struct NoticeLinesTests {
  @Test func headsEachDay() {
    var lines = NoticeLines(on: .sample())
    let first = NoticeInfo(at: "2026-03-02T12:00:00Z", event: "started", text: "backup started")
    let second = NoticeInfo(at: "2026-03-02T12:00:01Z", event: "ended", text: "backup completed")
    let third = NoticeInfo(at: "2026-03-02T23:00:01Z", event: "device", text: "power: ac")
    #expect(lines.lines(first) == ["Mon 2 Mar 2026", "13:00:00  started   backup started"])
    #expect(lines.lines(second) == ["13:00:01  ended     backup completed"])
    #expect(lines.lines(third) == ["Tue 3 Mar 2026", "00:00:01  device    power: ac"])
  }
}
