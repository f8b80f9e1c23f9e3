import Scheduling

/// The results of reading a damaged database.
package struct RecoveryReport: Hashable, Sendable, CustomStringConvertible {
  /// The numbers of read rows by table.
  package var rows: [String: Int] = [:]
  /// The number of damaged rows.
  package var unreadable = 0
  /// The number of pages with wrong content, whose rows are all lost.
  package var lostPages = 0
  /// Requests of which only the name is left, as `owner/id` or `owner/app/id`.
  package var lostRequests: [String] = []

  /// The maximum number of requests that a notice names.
  private static let mostNamed = 40

  /// Whether no row could be read.
  package var isEmpty: Bool { rows.isEmpty }

  package var description: String {
    let known = [("requests", "requests"), ("apps", "apps"), ("runs", "past runs")]
    let found = known.map { "\(rows[$0.0] ?? 0) \($0.1)" }.joined(separator: ", ")
    var text = "recovered: \(found)"
    if !lostRequests.isEmpty {
      text += "; lost requests: \(lostRequests.enumerated(first: Self.mostNamed))"
    }
    if unreadable > 0 { text += "; \(unreadable) rows cannot be read" }
    if lostPages > 0 { text += "; \(lostPages) pages cannot be read" }
    return text
  }
}
