extension Explanation.Cause {
  /// The maximum number of named holders.
  private static let mostNamed = 4

  /// Creates the cause that all slots of a class are taken. Its texts name the first holders; the text for the owner of
  /// the waiting request does not name the requests of other users.
  ///
  /// - Parameters:
  ///   - slots: The number of slots of the class.
  ///   - holders: The runs and condition checks of the class, oldest first.
  ///   - owner: The uid of the waiting request's owner.
  ///   - perUser: How many of the slots one user can have; `nil` if one user can have all.
  ///   - before: How many requests of the same user come before the waiting one.
  init(
    fullSlots slots: Int, perUser: Int?, _ holders: [SlotHolder], seenBy owner: UInt32,
    before: Int, at now: Instant
  ) {
    /// Returns the sentence with the holders of the slots, and then those beyond the slots. With `seesAll`, it names
    /// the requests of other users.
    func text(seesAll: Bool) -> String {
      /// Returns the first four of `holders` in words.
      func words(_ holders: some Collection<SlotHolder>) -> String {
        Self.list(holders.map { $0.words(at: now, isOwn: seesAll || $0.key.owner == owner) })
      }
      let own = holders.filter { $0.key.owner == owner && !$0.isExact }
      let rest = Self.words(before: before)
      if let perUser, own.count >= perUser {
        return "no free slot for this user (\(own.count) of \(perUser): \(words(own)))" + rest
      }
      let beyond = holders.dropFirst(slots)
      let more = beyond.isEmpty ? "" : "; in addition \(words(beyond))"
      return "no free slot (\(min(slots, holders.count)) of \(slots):"
        + " \(words(holders.prefix(slots)))\(more))" + rest
    }
    self.init(
      reason: .concurrencyLimit, text: text(seesAll: false), fullText: text(seesAll: true),
      since: nil)
  }

  /// Creates the cause that as many requests of `group` are running as its width. Its text names the first holders,
  /// which are of the same user.
  init(fullGroup group: String, width: Int, _ holders: [SlotHolder], before: Int, at now: Instant) {
    let words = Self.list(holders.map { $0.words(at: now, isOwn: true) })
    let text =
      width == 1
      ? "another request of group \(group) is running (\(words))"
      : "group \(group) is full (\(holders.count) of \(width): \(words))"
    self.init(reason: .group, text: text + Self.words(before: before), since: nil)
  }

  /// Returns the end of a sentence with the number of requests that come before the waiting one; empty for 0.
  static func words(before: Int) -> String {
    switch before {
    case 0: ""
    case 1: "; 1 request of the same user comes before it"
    default: "; \(before) requests of the same user come before it"
    }
  }

  /// Returns the first four of `names`, which can contain commas, and the number of the remaining names.
  private static func list(_ names: [String]) -> String {
    names.count > mostNamed
      ? names.enumerated(first: mostNamed, separator: "; ") : names.joined(separator: "; ")
  }
}
