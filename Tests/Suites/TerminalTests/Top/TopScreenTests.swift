import Control
import Testing

@testable import Terminal

struct TopScreenTests {
  @Test(arguments: [(80, 24), (81, 25), (120, 40), (200, 50), (300, 100)])
  func fitsTheTerminal(columns: Int, rows: Int) {
    let waiting = (1...60).map {
      RequestInfo.named(
        "request-with-quite-a-long-name-\($0)-你好你好你好", reasons: ["power", "userActive", "network"])
    }
    let contents = [
      TopContent.sample(), .sample(waiting: waiting), .sample(running: [], waiting: [], ended: []),
    ]
    for content in contents {
      for isColoured in [false, true] {
        let lines = TopState.sample(columns: columns, rows: rows, content)
          .lines(isColoured: isColoured)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { Style.columns($0) <= columns })
      }
    }
  }

  @Test func saysThatTheTerminalIsTooSmall() {
    let lines = TopState.sample(columns: 79, rows: 24).lines()
    #expect(lines.first == "Terminal of 79 x 24; top needs 80 x 24.")
    #expect(lines.count == 24)
    #expect(TopState.sample(columns: 10, rows: 2).lines() == ["Terminal …", ""])
    #expect(TopState.sample(columns: 10, rows: 2).screen().untilChange == nil)
  }

  @Test func theBudgetRunsDown() {
    let state = TopState.sample()
    #expect(state.lines().contains { $0.contains("backup") && $0.contains(" 25 min ") })
    #expect(state.lines().contains { $0.contains("encode") && $0.contains(" 42 s ") })
    let later = state.lines(after: 40)
    #expect(later.contains { $0.contains("backup") && $0.contains(" 24 min ") })
    #expect(later.contains { $0.contains("encode") && $0.contains(" 2 s ") })
    #expect(state.lines(after: 100).contains { $0.contains("encode") && $0.contains(" 0 s ") })
  }

  /// A time-out is set only while a countdown is shown.
  @Test func wakesOnlyForAShownCountdown() throws {
    let state = TopState.sample()
    #expect(state.screen().untilChange == 1)
    let slow = TopState.sample(.sample(running: [.backup]))
    #expect(try #require(slow.screen().untilChange) > 30)
    #expect(TopState.sample(.sample(running: [])).screen().untilChange == nil)
    let frozen = RunInfo.live(1, "a", budget: 60, left: 30, state: "frozen")
    #expect(TopState.sample(.sample(running: [frozen])).screen().untilChange == nil)
    let expiring = RunInfo.live(1, "a", budget: 60, left: nil, state: "expiring")
    #expect(TopState.sample(.sample(running: [expiring])).screen().untilChange == nil)
    var help = state
    _ = help.handle(.key(.character("?")))
    #expect(help.screen().untilChange == nil)
  }

  /// The end of a launch is read ever more rarely.
  @Test func readsAgainDuringALaunch() {
    #expect(TopState.sample().screen().longestAgeDuringLaunch == nil)
    var launching = RunInfo.live(1, "a", budget: 60, left: 60, state: "launching")
    launching.start = "2026-03-02T12:00:00Z"
    #expect(TopState.sample(.sample(running: [launching])).screen().longestAgeDuringLaunch == 1)
    launching.start = "2026-03-02T11:59:00Z"
    var state = TopState.sample(.sample(running: [launching]))
    #expect(state.screen().longestAgeDuringLaunch == 30)
    _ = state.handle(.key(.character("?")))
    #expect(state.screen().longestAgeDuringLaunch == nil)
  }

  @Test func joinsTheValuesOfTheDeviceOnTwoLines() throws {
    var state = TopState.sample()
    let values = Dictionary(
      uniqueKeysWithValues: (1...20).map { ("path:/media/drive\($0)", "yes") })
    _ = state.handle(.device(values, isAll: false))
    let second = try #require(state.layout.head.dropFirst().first)
    #expect(!second.text.dropFirst(8).contains("  "))
  }

  /// No other line depends on the time.
  @Test func theRestStandsStill() {
    let state = TopState.sample(.sample(running: []))
    #expect(state.lines() == state.lines(after: 86_400))
  }

  @Test func textOfOthersCannotControlTheTerminal() {
    let evil = "a\u{1B}[2J\u{202E}\nb"
    var run = RunInfo.live(1, evil, budget: 60, left: 30)
    run.message = evil
    var request = RequestInfo.named(evil, reasons: [evil])
    request.task = TaskClassInfo(category: "continued", title: evil, strategy: "queue")
    let pause = PauseInfo(
      kinds: [], ids: [evil], by: 0, byName: evil, since: "2026-03-02T11:00:00Z",
      untilRestart: false, runs: "leave")
    var state = TopState.sample(.sample(running: [run], waiting: [request], pauses: [pause]))
    _ = state.handle(.device(["power": evil, evil: evil], isAll: true))
    for key in ["s", "n", "j", "s"] { _ = state.handle(.key(.character(Character(key)))) }
    let text = state.lines().joined()
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(!text.contains("\u{202E}"))
    var explanation = ExplanationInfo.sample(
      causes: [CauseInfo(reason: evil, text: evil, since: nil)])
    explanation.id = evil
    _ = state.handle(.explained(explanation))
    #expect(
      !state.lines().joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func marksTheSelectionAlsoWithoutColours() {
    #expect(TopState.sample().lines().contains { $0.hasPrefix("> backup") })
    #expect(
      TopState.sample().lines(isColoured: true).contains { $0.hasPrefix("\u{1B}[7m> backup") })
  }

  @Test func alignsWideAndCombiningCharacters() throws {
    let names = ["plain", "你好", "e\u{301}e\u{301}", "😀"]
    let state = TopState.sample(
      .sample(running: [], waiting: names.map { .named($0, reasons: ["power"]) }))
    let rows = names.compactMap { name in state.lines().first { $0.dropFirst(2).hasPrefix(name) } }
    #expect(rows.count == names.count)
    let columns = try rows.map { row in
      let kind = try #require(row.firstRange(of: "maintenance"))
      return row[..<kind.lowerBound].columns
    }
    #expect(Set(columns).count == 1)
  }

  @Test func namesOwnersIfThereAreSeveral() {
    let look = TopLook(
      instance: "system", style: Style(isColoured: false), owner: { "user \($0)" },
      localTime: TopContent.localTime)
    let lines = TopScreen(.sample(), at: WallClock.sample.now, look).lines
    #expect(lines.contains { $0.contains("OWNER") })
    #expect(lines.contains { $0.contains("backup") && $0.contains("user 1000") })
  }

  @Test func showsTheReasonOfAFreeze() {
    let frozen = RunInfo.live(1, "encode", budget: 60, left: 30, state: "frozen")
    let lines = TopState.sample(columns: 100, .sample(running: [frozen])).lines()
    #expect(lines.contains { $0.contains("device in use since 2 Mar 12:50") })
  }

  @Test func givesLinesThatASectionDoesNotNeedToTheOthers() {
    let waiting = (1...60).map { RequestInfo.named("r\($0)") }
    let rows = TopState.sample(.sample(running: [.backup], waiting: waiting)).layout.rows
    #expect(rows[0] == 1)
    #expect(rows[2] == 2)
    // The rows without the headline, the device, the titles and the keys.
    let total = rows[0] + rows[1] + rows[2]
    #expect(total == 18)
  }
}
