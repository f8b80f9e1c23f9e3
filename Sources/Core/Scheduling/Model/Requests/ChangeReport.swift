/// What somebody tells of what requests of a user watch.
package struct ChangeReport: Hashable, Codable, Sendable {
  package enum News: Hashable, Codable, Sendable {
    /// A program bumped the key; for its sake nobody is woken more often than so.
    case bumped(atMost: Duration?)
    /// The path has changed, and looks so now.
    case changed(stamp: String)
    /// The path is watched from now on, looks so, and was changed last at that time where that is known.
    case watched(stamp: String, changed: WallTime?)
    /// The path cannot be watched, for this reason: one clause for people.
    case unwatchable(String)
  }

  /// Whose requests may hear of it.
  package var owner: UInt32
  package var what: ExactString
  package var news: News

  package init(owner: UInt32, what: ExactString, _ news: News) {
    (self.owner, self.what, self.news) = (owner, what, news)
  }

  /// The longest stamp and the longest reason, in bytes.
  package static let longestText = 200
}
