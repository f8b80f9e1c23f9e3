/// The sentence on the requests that a request waits for. The daemon writes it, and `rubatoctl` uses a part of it.
package enum AwaitedRequests {
  private static let beginning = "waiting for "

  /// Returns the sentence, such as `waiting for a and b to complete, and for c to end`.
  ///
  /// - Parameters:
  ///   - toComplete: The ids of requests that must complete.
  ///   - toEnd: The ids of requests that must only end.
  package static func sentence(toComplete: [String], toEnd: [String]) -> String {
    let parts = [(toComplete, "to complete"), (toEnd, "to end")].filter { !$0.0.isEmpty }
    return beginning + parts.map { "\(ListedIDs.text($0)) \($1)" }.joined(separator: ", and for ")
  }

  /// Returns the awaited requests of such a sentence, as in "waits for a to complete"; `nil` if it is another sentence.
  package static func need(in sentence: String) -> String? {
    guard sentence.hasPrefix(beginning) else { return nil }
    // A remark on the latest date can follow.
    return String(sentence.dropFirst(beginning.count).prefix { $0 != ";" })
  }
}
