import Control
import Testing

@testable import Terminal

struct AnswerTests {
  private func submitAnswer(
    _ request: RequestInfo, causes: [CauseInfo] = [], run: Bool = false, kept: Bool = false,
    replaced: Bool = false, warnings: [WarningInfo] = []
  ) -> String {
    let reply = Submit.Reply(
      request: request, replaced: replaced, kept: kept, startsNow: run, causes: causes,
      warnings: warnings)
    return SubmitAnswer(reply, screen: .sample()).text
  }

  @Test func submitSaysWhatItWaitsForAndHowItEnds() {
    #expect(
      submitAnswer(.sample(), causes: [.unplugged, .inUse])
        == "Accepted: backup. Waits for external power (not plugged in since 09:12) and an idle device."
        + " Latest date Fri 18:00: preferences are dropped as it nears, requirements are not."
        + " Budget 30 min, then SIGTERM, and SIGKILL after 30 s.")
  }

  @Test(arguments: [
    (["unmetered"], ["power"], "preferences are dropped as it nears, requirements are not."),
    ([], ["power"], "preferences are dropped as it nears."),
    (
      ["unmetered"], [],
      "by then, it no longer waits for its kind's default conditions, only for its requirements."
    ),
    ([], [], "by then, it no longer waits for its kind's default conditions."),
  ])
  func submitSaysWhatGivesWay(requires: [String], prefers: [String], words: String) {
    var request = RequestInfo.sample()
    (request.requires, request.prefers) = (requires, prefers)
    #expect(submitAnswer(request).contains("Latest date Fri 18:00: \(words)"))
  }

  @Test func submitNamesPathsThatNobodyHasLookedForYet() {
    var request = RequestInfo.sample()
    request.requires = ["power", "path=/mnt/usb1", "path=/mnt/nas"]
    let text = submitAnswer(request, causes: [.unplugged])
    #expect(
      text.contains("since 09:12). Starts only while /mnt/usb1 and /mnt/nas are there."),
      "\(text)")
    let missing = CauseInfo(reason: "path", text: "/mnt/usb1: missing", since: nil)
    #expect(!submitAnswer(request, causes: [missing]).contains("Starts only"))
    request.requires = ["path=/run/user/1000"]
    request.task = TaskClassInfo(category: "notification", title: "Tea")
    #expect(submitAnswer(request).contains("If you are not logged in then, it is shown after"))
  }

  @Test func explainSaysWhatIsNeeded() {
    var explanation = ExplanationInfo.sample(run: true)
    explanation.threshold = 0.93
    let text = ExplanationText(explanation, on: .sample()).lines
    #expect(text.last?.hasSuffix("= 0.500000; threshold 0.930000") == true)
  }

  @Test func submitSaysWhenItIsLikelyToRun() {
    let reply = Submit.Reply(
      request: .sample(), replaced: false, kept: false, startsNow: false, causes: [.unplugged],
      likely: LikelyInfo(from: "2026-03-02T22:00:00Z", until: "2026-03-03T05:00:00Z"),
      warnings: [])
    let text = SubmitAnswer(reply, screen: .sample()).text
    #expect(text.contains("(not plugged in since 09:12). Likely 23:00 to Tue 06:00. Latest date"))
  }

  @Test func submitSaysWhenItStartsAtOnce() {
    #expect(
      submitAnswer(.sample(state: "running", run: 7)).hasPrefix(
        "Accepted: backup. Starts now (run 7). Latest date Fri 18:00"))
    #expect(submitAnswer(.sample(), run: true).hasPrefix("Accepted: backup. Starts now."))
  }

  @Test func submitSaysWhatBecameOfTheOneThatWaited() {
    #expect(
      submitAnswer(.sample(), replaced: true).hasPrefix(
        "Accepted, replacing the queued request: backup."))
    let kept = submitAnswer(.sample(), kept: true)
    #expect(kept.hasPrefix("Kept: backup is already queued"))
    #expect(kept.hasSuffix("Use --if-pending replace to replace it."))
  }

  /// A submission cannot replace such a request.
  @Test func aKeptRequestOfATaskFileIsChangedThere() {
    var declared = RequestInfo.sample()
    declared.file = "/etc/rubato/tasks/backup.yaml"
    let kept = submitAnswer(declared, kept: true)
    #expect(
      kept.hasSuffix(
        "/etc/rubato/tasks/backup.yaml declares it; change that file and reload rubatod."))
    #expect(!kept.contains("--if-pending"))
  }

  @Test func submitEndsWithWhatItWarnsOf() {
    let warnings = [
      WarningInfo(code: "noLatestDate", text: "it may never run"),
      WarningInfo(code: "shortWindow", text: "it is short"),
    ]
    let lines = submitAnswer(.sample(), warnings: warnings).split(separator: "\n").suffix(2)
    #expect(lines == ["Warning: it may never run.", "Warning: it is short."])
  }

  @Test func listSaysWhyEachWaits() {
    let lines = RequestTable.lines(
      [.sample(reasons: ["power", "userActive", "novel"]), .sample(state: "running", run: 7)],
      running: 1, owner: nil, on: .sample())
    #expect(
      lines == [
        "ID      KIND         STATE        NEXT     LATEST  REASON",
        "backup  maintenance  waiting      unknown  in 4 d  not plugged in, device in use, novel",
        "backup  maintenance  running (7)           in 4 d", "", "1 waiting, 1 running",
      ])
    #expect(
      RequestTable.lines([], running: 0, owner: nil, on: .sample()) == ["No requests are queued."])
  }

  /// A request that was submitted again during its run is waiting. A cancelled request is no longer listed.
  @Test func listCountsEveryRunThatLives() {
    let lines = RequestTable.lines([.sample(run: 7)], running: 2, owner: nil, on: .sample())
    #expect(lines.last == "1 waiting, 2 running")
    let none = RequestTable.lines([], running: 1, owner: nil, on: .sample())
    #expect(none == ["No requests are queued, 1 running."])
  }

  @Test func listNamesOwnersWhereThereAreSeveral() {
    let lines = RequestTable.lines([.sample()], running: 0, owner: { "user \($0)" }, on: .sample())
    #expect(lines[0].hasPrefix("OWNER      ID"))
    #expect(lines[1].hasPrefix("user 1000  backup"))
  }

  @Test func submitAndShowNameTheSignal() {
    var request = RequestInfo.sample()
    request.signal = "USR1"
    #expect(submitAnswer(request).hasSuffix("then SIGUSR1, and SIGKILL after 30 s."))
    let card = RequestCard.lines(request, owner: { _ in "ada" }, on: .sample())
    #expect(card.contains("   signal  USR1"), "\(card)")
    (request.signal, request.unit) = (nil, "fstrim.service")
    #expect(submitAnswer(request).contains("then stop of fstrim.service, and"))
  }

  @Test func showQuotesTheCommandForAShell() {
    let lines = RequestCard.lines(.sample(), owner: { _ in "ada" }, on: .sample())
    #expect(lines.contains("  command  /usr/bin/restic backup '/home/my files'"))
    #expect(lines.contains("   latest  Fri 18:00 (in 4 d), then relax"))
  }

  @Test func explainSaysWhatEachReasonHasCost() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    explanation.failures = 3
    explanation.history = HistoryInfo(
      changes: [
        ChangeInfo(at: "2026-03-02T09:12:00Z", reasons: []),
        ChangeInfo(at: "2026-03-02T10:00:00Z", reasons: ["power", "userActive"]),
      ],
      costs: [
        CostInfo(reason: "power", seconds: 7200), CostInfo(reason: "userActive", seconds: 60),
      ], since: "2026-03-02T09:12:00Z")
    let text = ExplanationText(explanation, on: .sample()).lines
    #expect(
      text.contains {
        $0.hasSuffix("not plugged in 2 h, device in use 1 min (counted since 10:12)")
      })
    #expect(
      text.contains {
        $0.contains(
          "failed  3 times in a row; see `rubatoctl runs backup` and `rubatoctl logs backup`")
      })
    #expect(text.last == "11:00 (2 h ago)  external power and an idle device")
  }

  @Test func explainAnswersInItsFirstLine() {
    let text = ExplanationText(.sample(causes: [.unplugged, .inUse]), on: .sample()).lines
    #expect(text[0] == "backup has not run: not plugged in and device in use.")
    var again = ExplanationInfo.sample(causes: [.unplugged])
    again.hasRun = true
    #expect(ExplanationText(again, on: .sample()).lines[0] == "backup waits: not plugged in.")
    let new = CauseInfo(
      reason: "power", text: "external power: required; plugged in for less than a minute",
      state: "plugged in for less than a minute")
    #expect(
      ExplanationText(.sample(causes: [new]), on: .sample()).lines[0]
        == "backup has not run: plugged in for less than a minute.")
    #expect(
      text[1] == "  - not plugged in, since 09:12 (4 h ago): external power: required; on battery")
    #expect(text[2] == "  - device in use: idle: by kind; in use")
    #expect(
      text.last
        == "Total: must not run now (not plugged in and device in use); the scores have no effect.")
    #expect(
      ExplanationText(.sample(run: true), on: .sample()).lines[0] == "backup may run now.")
    #expect(
      ExplanationText(.sample(state: "running"), on: .sample()).lines[0] == "backup is running.")
  }

  @Test func retrySaysWhenItStarts() {
    func text(_ explanation: ExplanationInfo?) -> String {
      RetryAnswer.text("backup", explanation, on: .sample())
    }
    #expect(text(nil) == "Queued again: backup.")
    #expect(text(.sample(run: true)) == "Queued again: backup. Starts now.")
    var waiting = ExplanationInfo.sample(causes: [.unplugged, .inUse])
    let words = "Queued again: backup. Waits for external power and an idle device."
    #expect(text(waiting) == words)
    waiting.next = "2026-03-02T17:00:00Z"
    #expect(text(waiting) == words + " Earliest start 18:00 (in 5 h).")
    waiting.live = LiveRunInfo(run: 7, started: "2026-03-02T11:59:00Z", budget: 30)
    #expect(text(waiting) == "Queued again: backup. Starts now (run 7).")
  }

  @Test func explainWarnsOfWhatWillSpoilTheRun() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    explanation.warnings = [WarningInfo(code: "notListed", text: "it is not listed")]
    let lines = ExplanationText(explanation, on: .sample()).lines
    #expect(lines[1] == "Warning: it is not listed.")
    #expect(lines[2].hasPrefix("  - not plugged in"))
  }

  @Test func explainNamesTheRunThatLives() {
    var explanation = ExplanationInfo.sample(state: "running")
    explanation.live = LiveRunInfo(run: 7, started: "2026-03-02T11:59:00Z", budget: 30)
    func lines() -> [String] { ExplanationText(explanation, on: .sample()).lines }
    let words = "run 7, since 12:59 (60 s ago), with a budget of 30 s"
    #expect(lines()[0] == "backup is running: \(words).")
    #expect(!lines().contains { $0.contains("runs now") })
    explanation.runState = "frozen"
    #expect(lines().contains { $0.hasSuffix("runs now  \(words)") })
    (explanation.state, explanation.runState) = ("waiting", nil)
    #expect(lines().contains { $0.hasSuffix("runs now  \(words)") })
  }

  @Test func explainSaysWhyARunIsFrozen() {
    var explanation = ExplanationInfo.sample(state: "running")
    explanation.runState = "frozen"
    explanation.live = LiveRunInfo(run: 7, started: "2026-03-02T11:59:00Z", budget: 30)
    func headline() -> String? { ExplanationText(explanation, on: .sample()).lines.first }
    func row() -> String {
      ExplanationTable.lines([explanation], owner: { "user\($0)" }, on: .sample())[1]
    }
    explanation.live?.frozenBy = "userActive"
    #expect(
      headline()
        == "backup is frozen: device in use; a gate closed during its run, which continues when the gate opens."
    )
    #expect(row().hasPrefix("user") && row().hasSuffix("frozen, device in use"))
    explanation.live?.frozenSince = "2026-03-02T11:59:00Z"
    explanation.live?.onClosedGate = "freeze-when-busy"
    let text = headline() ?? ""
    #expect(text.contains("device in use, since 12:59 (60 s ago); a gate closed") == true)
    #expect(text.contains("however long that takes") && text.contains("rubatoctl stop backup"))
    explanation.live?.frozenBy = "paused"
    explanation.live?.pause = "paused by ada until 2026-03-02T17:00:00Z"
    #expect(
      headline()
        == "backup is frozen: paused by ada until 18:00 (in 5 h); its run continues when the pause ends."
    )
    #expect(row().hasSuffix("frozen, paused since 12:59"))
  }

  @Test func explainShowsScoresToSixDecimals() {
    let text = ExplanationText(.sample(run: true), on: .sample()).lines
    #expect(text.contains("Battery Level  can     0.123457       2  80 %"))
    #expect(text.last == "Total: can, 6.000000 of 12 = 0.500000")
  }

  @Test func explainWithoutAnIdListsAll() {
    let lines = ExplanationTable.lines([.sample(causes: [.unplugged])], owner: nil, on: .sample())
    #expect(lines[1] == "backup  now        in 4 d  not plugged in")
  }

  @Test func runsSaysHowEachCameOut() {
    let lines = RunTable.lines(
      [.sample(), .sample(outcome: "killed", killed: true)], owner: nil, on: .sample())
    #expect(lines[1] == "  7  backup  12:00    2.5 s  completed")
    #expect(
      lines[2] == "  7  backup  12:00    2.5 s  killed     budget used up, signal 9, 0x8badf00d")
  }

  @Test func aBudgetThatWasEndedByHandWasNotUsedUp() {
    var run = RunInfo.sample(outcome: "expired")
    (run.stopReason, run.stopMessage) = ("budget", "expired by hand")
    let lines = RunTable.lines([run], owner: nil, on: .sample())
    #expect(lines[1] == "  7  backup  12:00    2.5 s  expired  expired by hand")
  }

  @Test func waitAnswersInASentence() {
    #expect(RunCard.sentence(.sample(), id: "x") == "backup: completed after 2.5 s (run 7).")
    #expect(
      RunCard.sentence(nil, id: "x")
        == "x is no longer queued: it was cancelled or dropped, and is not running.")
  }

  @Test func runsShowTellsWhatTheKernelTold() {
    let lines = RunCard.lines(.sample(), owner: { _ in "ada" }, on: .sample())
    #expect(lines.contains("peak memory  12 MB"))
    #expect(lines.contains("  processor  0.25 s"))
    var run = RunInfo.sample()
    run.peakMemoryBytes = nil
    let unknown = RunCard.lines(run, owner: { _ in "ada" }, on: .sample())
    #expect(!unknown.contains { $0.contains("peak memory") })
  }
}
