import Control
import Vocabulary

/// The answer to `retry`: the reasons why the requeued request waits.
package enum RetryAnswer {
  /// Returns a sentence that the request is queued again, and sentences on its start.
  ///
  /// - Parameter explanation: The explanation of the queued request; `nil` if it has run already.
  package static func text(
    _ id: String, _ explanation: ExplanationInfo?, on screen: Screen
  ) -> String {
    let sentences =
      ["Queued again: \(id.visible)."] + (explanation.map { startSentences($0, screen) } ?? [])
    return screen.wrap(sentences.joined(separator: " "))
  }

  /// Returns sentences on the start of the request: now, or the needs that delay it and the earliest start.
  private static func startSentences(_ explanation: ExplanationInfo, _ screen: Screen) -> [String] {
    if let live = explanation.live { return ["Starts now (run \(live.run))."] }
    if explanation.run || explanation.causes.isEmpty { return ["Starts now."] }
    let needs = explanation.causes.map { ReasonWords.need($0, on: screen) }.enumerated
    let next = explanation.next.map { "Earliest start \(screen.clock.full($0))." }
    return ["Waits for \(needs).", next].compactMap(\.self)
  }
}
