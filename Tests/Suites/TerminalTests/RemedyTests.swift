import Control
import Testing
import Vocabulary

@testable import Terminal

/// Answers that name other requests, and what to do.
struct RemedyTests {
  @Test(arguments: [
    (["a"], [], "waiting for a to complete"),
    (["a", "b"], [], "waiting for a and b to complete"),
    (["a", "b", "c"], [], "waiting for a, b and c to complete"),
    (
      ["a", "b", "c", "d", "e"], ["f"],
      "waiting for a, b, c and 2 more to complete, and for f to end"
    ),
  ])
  func awaitedRequestsAreNamed(toComplete: [String], toEnd: [String], sentence: String) {
    #expect(AwaitedRequests.sentence(toComplete: toComplete, toEnd: toEnd) == sentence)
    let late = "\(sentence); its latest date has passed, and it still waits"
    #expect("waiting for \(AwaitedRequests.need(in: late) ?? "")" == sentence)
    #expect(AwaitedRequests.need(in: "device busy") == nil)
  }

  @Test func submitAndRetryNameTheAwaitedRequests() {
    let cause = CauseInfo(reason: "dependency", text: "waiting for dump and pack to complete")
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
    // An older daemon can have another text.
    let other = CauseInfo(reason: "dependency", text: "dump")
    #expect(
      RetryAnswer.text("backup", .sample(causes: [other]), on: .sample())
        == "Queued again: backup. Waits for other requests to end.")
  }
}
