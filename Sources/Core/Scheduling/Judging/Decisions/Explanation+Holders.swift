extension Explanation.Cause {
  /// The maximum number of named holders.
  private static let named = 4

  /// Creates a cause for full `slots`, taken by the first of `holders`.
  ///
  /// - Parameter before: How many requests of the same user come before the waiting one.
  init(fullSlots slots: Int, _ holders: [SlotHolder], seenBy owner: UInt32, before: Int) {
    /// Returns the sentence with the names that `name` returns: the holders of the slots, and then those beyond the
    /// slots.
    func text(_ name: (SlotHolder) -> String) -> String {
      let taken = Self.list(holders.prefix(slots).map(name))
      let beyond = holders.dropFirst(slots).map(name)
      let rest = beyond.isEmpty ? "" : "; in addition \(Self.list(beyond))"
      return "no free slot (\(min(slots, holders.count)) of \(slots): \(taken)\(rest))"
        + Self.words(before: before)
    }
    self.init(
      reason: .concurrencyLimit,
      text: text { $0.key.owner == owner ? $0.words : $0.wordsForOthers },
      fullText: text(\.words), since: nil)
  }

  /// Returns the end of a sentence with the number of requests that come before the waiting one; empty for 0.
  static func words(before: Int) -> String {
    switch before {
    case 0: ""
    case 1: "; 1 request of the same user comes before it"
    default: "; \(before) requests of the same user come before it"
    }
  }

  /// Returns the first `named` names, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let rest = names.count - named
    let shown = names.prefix(named).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}
