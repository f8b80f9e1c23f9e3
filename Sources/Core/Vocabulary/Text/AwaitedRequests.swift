/// The requests that a request waits for.
package struct AwaitedRequests: Hashable, Sendable {
  /// The ids of requests that must complete.
  package var toComplete: [String]
  /// The ids of requests that must only end.
  package var toEnd: [String]

  package init(toComplete: [String], toEnd: [String]) {
    (self.toComplete, self.toEnd) = (toComplete, toEnd)
  }

  /// The requests after "waits for" or "waiting for": `a and b to complete, and for c to end`.
  package var need: String {
    var parts: [String] = []
    if !toComplete.isEmpty { parts.append("\(ListedIDs.text(toComplete)) to complete") }
    if !toEnd.isEmpty { parts.append("\(ListedIDs.text(toEnd)) to end") }
    return parts.joined(separator: ", and for ")
  }
}
