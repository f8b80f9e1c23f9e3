import Control

/// The answer to `retry`: what the request waits for that is queued again.
package enum RetryAnswer {
  /// - Parameter explanation: Of the request as it is queued; nil where it has run by now.
  package static func text(
    _ id: String, _ explanation: ExplanationInfo?, on screen: Screen
  ) -> String {
    let sentences = ["Queued again: \(id.visible)."] + (explanation.map { start($0, screen) } ?? [])
    return screen.wrap(sentences.joined(separator: " "))
  }

  private static func start(_ explanation: ExplanationInfo, _ screen: Screen) -> [String] {
    if let live = explanation.live { return ["Starts now (run \(live.run))."] }
    if explanation.run || explanation.causes.isEmpty { return ["Starts now."] }
    let needs = explanation.causes.map { ReasonWords.need($0.reason, on: screen) }.enumerated
    let next = explanation.next.map { "Earliest start \(screen.clock.full($0))." }
    return ["Waits for \(needs).", next].compactMap(\.self)
  }
}
