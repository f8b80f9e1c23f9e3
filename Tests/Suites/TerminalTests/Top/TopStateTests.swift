import Control
import Testing

@testable import Terminal

struct TopStateTests {
  private func press(_ keys: String, _ state: inout TopState) -> [TopAction] {
    keys.flatMap { state.handle(.key(.character($0))) }
  }

  @Test func selectsTheFirstRunAndMoves() {
    var state = TopState.sample()
    #expect(state.selected?.id == "backup")
    _ = press("jj", &state)
    #expect(state.selected?.id == "photos")
    _ = press("G", &state)
    #expect(state.selected?.run == 39)
    _ = press("j", &state)
    #expect(state.selected?.run == 39)
    _ = press("g", &state)
    #expect(state.selected?.id == "backup")
    _ = state.handle(.key(.tab))
    #expect(state.selected?.section == .waiting)
    _ = state.handle(.key(.tab))
    _ = state.handle(.key(.tab))
    #expect(state.selected?.section == .running)
  }

  @Test func stopsOnlyAfterAnAnswer() throws {
    var state = TopState.sample()
    #expect(press("s", &state).isEmpty)
    #expect(state.question?.text == "Stop backup (run 41)?")
    #expect(press("n", &state).isEmpty)
    #expect(state.question == nil)
    let selected = try #require(state.selected)
    #expect(press("sy", &state) == [.stop(selected)])
  }

  /// The run that the question names is stopped, also if another one is selected by then.
  @Test func anAnswerIsForTheNamedRun() throws {
    var state = TopState.sample()
    let selected = try #require(state.selected)
    _ = press("s", &state)
    _ = state.handle(.content(.sample(running: [.encode])))
    #expect(state.selected?.id == "encode")
    #expect(press("y", &state) == [.stop(selected)])
  }

  @Test func startsOnlyByForceAfterAnAnswer() throws {
    var state = TopState.sample()
    _ = press("jj", &state)
    let selected = try #require(state.selected)
    #expect(press("r", &state) == [.run(selected, isForced: false)])
    #expect(press("Ry", &state) == [.run(selected, isForced: true)])
    #expect(press("s", &state).isEmpty)
    #expect(state.message?.text.contains("does not run") == true)
  }

  @Test func pausesAndResumes() throws {
    var state = TopState.sample()
    _ = press("jj", &state)
    let photos = try #require(state.selected)
    #expect(press("p", &state) == [.pause(photos)])
    _ = state.handle(.content(.sample(waiting: [.named("photos", reasons: ["paused"])])))
    #expect(press("p", &state) == [.resume(photos)])
  }

  @Test func staysWithTheRequestWhoseRunHasEnded() {
    var state = TopState.sample()
    _ = state.handle(
      .content(.sample(running: [.encode], waiting: TopContent.waitingSamples + [.named("backup")]))
    )
    #expect(state.selected?.id == "backup")
    #expect(state.selected?.section == .waiting)
  }

  /// The next line must not get its keys.
  @Test func followsTheEndedRunOfARequestThatIsGone() {
    var state = TopState.sample()
    let end = RunInfo.ended(41, "backup", "2026-03-02T11:59:00Z", took: 4)
    let ended = [end] + TopContent.endedSamples
    _ = state.handle(.content(.sample(running: [.encode], ended: ended)))
    #expect(state.selected?.section == .ended)
    #expect(state.selected?.run == 41)
  }

  @Test func staysAtItsPositionIfItsRequestIsGone() {
    var state = TopState.sample()
    _ = press("jjj", &state)
    #expect(state.selected?.id == "mail")
    _ = state.handle(.content(.sample(waiting: [.named("photos"), .named("你好-index")])))
    #expect(state.selected?.id == "你好-index")
    _ = state.handle(.content(.sample(running: [], waiting: [], ended: [])))
    #expect(state.selected == nil)
    #expect(press("rspel", &state).isEmpty)
  }

  @Test func scrollsToTheSelection() {
    let waiting = (1...100).map { RequestInfo.named("r\($0)") }
    var state = TopState.sample(.sample(waiting: waiting))
    for _ in 0..<50 { _ = press("j", &state) }
    #expect(state.selected?.id == "r49")
    #expect(state.lines().contains { $0.hasPrefix("> r49 ") })
    _ = state.handle(.resized(TopState.Size(columns: 200, rows: 50)))
    #expect(state.lines().contains { $0.hasPrefix("> r49 ") })
    _ = state.handle(.content(.sample(waiting: [.named("r49")])))
    #expect(state.lines().contains { $0.hasPrefix("> r49 ") })
  }

  @Test func movesByPages() {
    let waiting = (1...100).map { RequestInfo.named("r\($0)") }
    var state = TopState.sample(.sample(running: [], waiting: waiting))
    let rows = state.layout.rows[TopEntry.Section.waiting.rawValue]
    _ = state.handle(.key(.pageDown))
    let next = "r\(rows + 1)"
    #expect(state.selected?.id == next)
    _ = state.handle(.key(.pageUp))
    #expect(state.selected?.id == "r1")
    _ = state.handle(.key(.end))
    #expect(state.selected?.run == 39)
  }

  @Test func anExplanationIsAPage() throws {
    var state = TopState.sample()
    let selected = try #require(state.selected)
    #expect(press("e", &state) == [.explain(selected)])
    _ = state.handle(.explained(.sample(causes: [.unplugged])))
    #expect(state.lines().first == "rubatoctl top: backup")
    #expect(state.lines().contains { $0.contains("not plugged in, since 09:12") })
    #expect(press("q", &state).isEmpty)
    #expect(state.page == nil)
    #expect(press("q", &state) == [.quit])
  }

  @Test func outputHasATitle() {
    #expect(
      TopEntry(.running, .sample()).outputTitle
        == "Output of backup (run 7); Ctrl-C returns to top")
    #expect(TopEntry(.ended, .sample()).outputTitle == "Output of backup (run 7):")
    #expect(
      TopEntry(waiting: .sample()).outputTitle == "Output of backup; Ctrl-C returns to top")
  }

  @Test func helpNamesEachKey() {
    var state = TopState.sample()
    _ = press("?", &state)
    let text = state.lines().joined(separator: "\n")
    for key in ["r ", "R ", "s ", "p ", "e, Enter", "l ", "?, h", "q, Ctrl-C"] {
      #expect(text.contains("\n  \(key)"), "\(key)")
    }
    _ = state.handle(.key(.end))
    #expect(state.pageOffset == max(0, state.pageText.count - state.pageRows))
  }

  @Test func namesTheLossOfTheDaemonUntilItsNextContent() {
    var state = TopState.sample()
    _ = press("s", &state)
    _ = state.handle(.lost("rubatod has ended"))
    #expect(state.question == nil)
    #expect(state.lines().contains("rubatod has ended"))
    #expect(press("r", &state).isEmpty)
    #expect(state.message != nil)
    _ = state.handle(.content(.sample()))
    #expect(!state.lines().contains("rubatod has ended"))
  }

  @Test func quitsAndSuspendsAlsoInPages() {
    var state = TopState.sample()
    _ = press("?", &state)
    #expect(state.handle(.key(.interrupt)) == [.quit])
    #expect(state.handle(.key(.suspend)) == [.suspend])
    #expect(state.handle(.key(.redraw)) == [.redraw])
  }
}
