extension Explanation.Cause {
  /// The maximum number of named holders.
  private static let named = 4

  /// Creates the cause that all slots of a class are taken. Its texts name the first holders; the text for the owner of
  /// the waiting request does not name the requests of other users.
  ///
  /// - Parameters:
  ///   - slots: The number of slots of the class.
  ///   - holders: The runs and condition checks of the class, oldest first.
  ///   - owner: The uid of the waiting request's owner.
  ///   - before: How many requests of the same user come before the waiting one.
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

  /// Returns the first four of `names` with commas, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let rest = names.count - named
    let shown = names.prefix(named).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}
