/// What was read of a damaged database.
package struct RecoveryReport: Hashable, Sendable, CustomStringConvertible {
  /// By table.
  package var rows: [String: Int] = [:]
  /// Rows that are damaged themselves.
  package var unreadable = 0
  /// Pages that are not what they should be, with all that is in them.
  package var lostPages = 0
  /// As `owner/id` or `owner/app/id`: requests of which only the name is left.
  package var lostRequests: [String] = []

  /// Names that a notice tells.
  private static let longestList = 40

  package var isEmpty: Bool { rows.isEmpty }

  package var description: String {
    let known = [("requests", "requests"), ("apps", "apps"), ("runs", "runs of the past")]
    let found = known.map { "\(rows[$0.0] ?? 0) \($0.1)" }.joined(separator: ", ")
    var text = "what could be read goes on (\(found))"
    if !lostRequests.isEmpty {
      let names = lostRequests.prefix(Self.longestList).joined(separator: ", ")
      let others = lostRequests.count - Self.longestList
      text += "; lost are the requests \(names)" + (others > 0 ? " and \(others) more" : "")
    }
    if unreadable > 0 { text += "; \(unreadable) rows cannot be read" }
    if lostPages > 0 { text += "; \(lostPages) pages cannot be read at all" }
    return text
  }
}
