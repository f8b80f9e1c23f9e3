import Control
import FoundationEssentials
import Scheduling
import Testing

@testable import Terminal

/// The picture of docs/top.md is drawn by the renderer.
struct TopDocumentTests {
  private let text: String

  init() throws {
    var file = "\(#filePath)"[...]
    for _ in 0..<5 { file = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) }
    text = try String(contentsOfFile: file + "/docs/top.md", encoding: .utf8)
  }

  @Test func showsTheScreen() {
    let picture = Self.picture(columns: 80, rows: 24)
    #expect(text.contains(picture), "docs/top.md needs:\n\(picture)")
  }

  /// Returns the screen as a block of the page.
  static func picture(columns: Int, rows: Int) -> String {
    var state = TopState(size: TopState.Size(columns: columns, rows: rows))
    let device = [
      "power": "ac", "battery": "83", "low-power": "off", "thermal": "nominal", "network": "wifi",
      "metered": "no", "idle": "no", "screen": "on", "load": "12", "memory": "ok",
      "storage": "ok",
    ]
    _ = state.handle(.device(device, isAll: true))
    _ = state.handle(.content(content))
    _ = state.handle(.key(.down))
    return "```text\n" + state.lines().map { trimmed($0) }.joined(separator: "\n") + "\n```"
  }

  private static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  private static var content: TopContent {
    var backup = RunInfo.live(118, "backup", budget: 3600, left: 1470, share: 0.4)
    (backup.step, backup.stepNumber) = ("upload", 3)
    let encode = RunInfo.live(121, "encode-7", budget: 7200, left: 5412, state: "frozen")
    let mail = RunInfo.live(122, "mail", budget: 30, left: 21)
    let pause = PauseInfo(
      kinds: [], group: "encode", ids: [], by: 1000, byName: "ada", since: "2026-03-02T11:00:00Z",
      until: "2026-03-02T17:00:00Z", untilRestart: false, runs: "leave")
    let waiting: [RequestInfo] =
      [
        .named("photos", reasons: ["power", "userActive"]),
        .named("trim", reasons: ["earliest"], next: "2026-03-03T02:00:00Z"),
        .named("news", reasons: ["metered"]), .named("report", reasons: ["dependency"]),
      ] + (8...24).map { .named("encode-\($0)", reasons: ["paused"]) }
    return .sample(
      running: [backup, encode, mail], waiting: waiting,
      ended: [
        .ended(120, "mail", "2026-03-02T11:41:00Z", took: 3.4),
        .ended(119, "index", "2026-03-02T10:12:00Z", took: 605),
        .ended(117, "scrub", "2026-03-02T01:00:00Z", took: 3723, outcome: "failed", exit: 2),
        .ended(116, "trim", "2026-03-01T02:04:00Z", took: 41),
      ], pauses: [pause])
  }
}
