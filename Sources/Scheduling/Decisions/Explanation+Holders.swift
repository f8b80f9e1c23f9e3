extension Explanation.Cause {
  /// So many are named.
  private static let named = 4

  /// All of `slots` are taken by the first of `holders`.
  init(fullSlots slots: Int, _ holders: [Run], seenBy owner: UInt32) {
    func text(_ name: (Run) -> String) -> String {
      let taken = Self.list(holders.prefix(slots).map(name))
      let beyond = holders.dropFirst(slots).map(name)
      let rest = beyond.isEmpty ? "" : "; in addition \(Self.list(beyond))"
      return "no free slot (\(min(slots, holders.count)) of \(slots): \(taken)\(rest))"
    }
    self.init(
      reason: .concurrencyLimit,
      text: text { $0.key.owner == owner ? $0.words : "run \($0.id) of another user" },
      fullText: text(\.words), since: nil)
  }

  private static func list(_ names: [String]) -> String {
    let rest = names.count - named
    let shown = names.prefix(named).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}

extension Run {
  fileprivate var words: String { "\(key.id), run \(id)" }
}
