import Scheduling

/// An entry of the log of the past with its number, which is above those of all kept entries recorded before.
package struct PastRecord: Hashable, Sendable {
  /// The number; `nil` in an entry that is not stored yet.
  package var number: Int64?
  package var entry: PastEntry

  package init(_ entry: PastEntry, number: Int64? = nil) {
    self.entry = entry
    self.number = number
  }
}

extension PastRecord {
  /// Whether the entry marks a time without other entries.
  var isGap: Bool { if case .gap = entry { true } else { false } }

  /// The user to whom the entry belongs; `nil` if all users see it.
  var owner: UInt32? {
    switch entry {
    case .device: nil
    case .wait(let wait): wait.key.owner
    case .gap(let gap): gap.owner
    }
  }
}

/// The criteria for entries of the log of the past, in the order of their numbers.
package struct PastQuery: Hashable, Sendable {
  /// The number after which the page starts.
  package var after: Int64
  /// The user whose waits are shown; `nil` for all users.
  package var owner: UInt32?
  /// The maximum number of entries.
  package var limit: Int

  package init(after: Int64 = 0, owner: UInt32? = nil, limit: Int = 100) {
    self.after = after
    self.owner = owner
    self.limit = limit
  }
}
