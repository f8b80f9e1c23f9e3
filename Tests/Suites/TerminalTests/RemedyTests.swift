import Control
import Testing
import Vocabulary

@testable import Terminal

/// Answers that name other requests, and what to do.
struct RemedyTests {
  @Test(arguments: [
    (["a"], [], "a to complete"),
    (["a", "b"], [], "a and b to complete"),
    (["a", "b", "c"], [], "a, b and c to complete"),
    (
      ["a", "b", "c", "d", "e"], ["f"],
      "a, b, c and 2 more to complete, and for f to end"
    ),
  ])
  func awaitedRequestsAreNamed(toComplete: [String], toEnd: [String], need: String) {
    #expect(AwaitedRequests(toComplete: toComplete, toEnd: toEnd).need == need)
  }

  @Test func submitAndRetryNameTheAwaitedRequests() {
    let cause = CauseInfo(
      reason: "dependency", text: "waiting",
      awaited: AwaitedRequestsInfo(toComplete: ["dump", "pack"], toEnd: []))
    var request = RequestInfo.sample()
    (request.latest, request.latestAfter, request.after) = (nil, 3600, ["dump", "pack"])
    let reply = Submit.Reply(
      request: request, replaced: false, kept: false, startsNow: false, causes: [cause],
      warnings: [])
    let text = SubmitAnswer(reply, screen: .sample()).text
    #expect(
      text.hasPrefix(
        "Accepted: backup. Waits for dump and pack to complete."
          + " Latest date 1 h after dump and pack have ended: "), "\(text)")
    #expect(
      RetryAnswer.text("backup", .sample(causes: [cause]), on: .sample())
        == "Queued again: backup. Waits for dump and pack to complete.")
    // An older daemon does not name the awaited requests.
    let other = CauseInfo(reason: "dependency", text: "waiting for dump to complete")
    #expect(
      RetryAnswer.text("backup", .sample(causes: [other]), on: .sample())
        == "Queued again: backup. Waits for other requests to end.")
  }

  @Test func explainShowsTheRunsThatItsFailuresDoNotCount() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    explanation.history = HistoryInfo(
      changes: [
        ChangeInfo(at: "2026-03-02T10:00:00Z", reasons: ["power"]),
        ChangeInfo(at: "2026-03-02T11:00:00Z", reasons: [], run: 7, outcome: "failed"),
        ChangeInfo(at: "2026-03-02T11:00:02.500Z", reasons: ["power"]),
        ChangeInfo(at: "2026-03-02T11:30:00Z", reasons: []),
      ], costs: [], since: "2026-03-02T10:00:00Z")
    var run = RunInfo.sample(outcome: "failed")
    run.exit = 3
    explanation.lastRun = run
    func lines() -> [String] { ExplanationText(explanation, on: .sample()).lines }
    #expect(lines()[0] == "backup waits: not plugged in.")
    #expect(
      lines().contains {
        $0.hasSuffix(
          "last run  run 7: failed, 12:00 (60 min ago), exit 3; see `rubatoctl logs --run 7`")
      }, "\(lines())")
    let changes = lines().suffix(4)
    #expect(changes.map { $0.hasSuffix("  external power") } == [true, false, true, false])
    #expect(changes.dropFirst().first?.hasSuffix("  nothing: run 7 (failed)") == true, "\(changes)")
    #expect(changes.last?.hasSuffix("  nothing") == true, "\(changes)")
    explanation.lastRun = nil
    #expect(lines()[0] == "backup has not run: not plugged in.")
    #expect(!lines().contains { $0.contains("last run") })
  }

  @Test func explainNamesTheNeedsThatTimeDoesNotFulfil() {
    func next(_ reasons: String...) -> String? {
      var explanation = ExplanationInfo.sample(
        causes: reasons.map { CauseInfo(reason: $0, text: $0) })
      explanation.next = "2026-03-02T15:00:00Z"
      return ExplanationText(explanation, on: .sample()).lines
        .first { $0.contains("starts by  ") || $0.contains("earliest start  ") }?
        .drop { $0 == " " }.description
    }
    #expect(
      next("earliest", "power", "concurrencyLimit")
        == "earliest start  16:00 (in 3 h), if it then no longer waits for external power and a free"
        + " slot")
    #expect(
      next("earliest") == "earliest start  16:00 (in 3 h), if no other reason to wait arises")
    #expect(next("power") == "starts by  16:00 (in 3 h), if no other reason to wait arises")
  }

  @Test func explainNamesTheLatestDateOrThatThereIsNone() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    func latest() -> String? {
      ExplanationText(explanation, on: .sample()).lines.first { $0.contains("latest  ") }
    }
    #expect(latest()?.hasSuffix("latest  Fri 18:00 (in 4 d)") == true)
    explanation.latest = nil
    #expect(latest()?.hasSuffix("none; the request waits for as long as a reason holds it") == true)
    explanation.reasons = ["dependency"]
    #expect(
      latest()?.hasSuffix("latest  none until the requests that it follows have ended") == true)
    explanation.reasons = ["unchanged"]
    #expect(latest()?.hasSuffix("latest  none until the next change") == true)
  }

  @Test func explainNamesThePoliciesThatForbidAStart() {
    var explanation = ExplanationInfo.sample(causes: [.unplugged])
    for name in ["Power", "Thermal"] {
      explanation.policies.append(
        PolicyInfo(
          name: name, weight: 1, decision: "mustNotProceed", score: 0, rationale: "on battery"))
    }
    func total() -> String? { ExplanationText(explanation, on: .sample()).lines.last }
    #expect(
      total()
        == "Total: must not run now, because Power and Thermal forbid it; the scores have no"
        + " effect."
    )
    explanation.policies.removeLast()
    #expect(
      total() == "Total: must not run now, because Power forbids it; the scores have no effect.")
    explanation.decision = "mustProceed"
    #expect(total() == "Total: must run now; the scores have no effect.")
  }

  @Test func statusNamesARemedyForEachTrouble() {
    func text(_ overdue: [String], _ skipped: [String], _ quarantined: [String]) -> String {
      let status = Status.Reply(
        version: "1", now: "2026-03-02T12:00:00Z", simulated: false, stateDirectory: "/x",
        history: RetentionInfo(
          seconds: 86_400, runs: 1000, directOutputBytes: 1 << 20, usesJournal: false),
        waiting: 0, running: 0, overdue: overdue, skipped: skipped, failed: [], failing: [],
        retrying: [], quarantined: quarantined, pauses: [], warnings: [], invalidFiles: [])
      return StatusText.lines(
        status, instance: "system", userName: { "uid \($0)" }, on: .sample()
      ).joined(separator: "\n")
    }
    #expect(!text([], [], []).contains("`rubatoctl"))
    for troubled in [text(["a"], [], []), text([], ["a"], [])] {
      #expect(troubled.contains("`rubatoctl explain ID` shows why one waits, "), "\(troubled)")
      #expect(troubled.contains("`rubatoctl acknowledge ID` removes one"), "\(troubled)")
    }
    let quarantined = text([], [], ["a"])
    #expect(
      quarantined.contains("`rubatoctl unquarantine ID` lets one run again"), "\(quarantined)")
  }
}
