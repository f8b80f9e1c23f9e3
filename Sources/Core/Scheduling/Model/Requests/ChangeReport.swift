/// A report about a path or key that requests of a user watch.
package struct ChangeReport: Hashable, Codable, Sendable {
  package enum Content: Hashable, Codable, Sendable {
    /// A program bumped the key; this report does not wake requests more often than `atMost`.
    case bumped(atMost: Duration?)
    /// The path has changed, and has this stamp now.
    case changed(stamp: String)
    /// The path is now watched, with its stamp and the time of its last change, if known.
    case watched(stamp: String, changed: WallTime?)
    /// The path cannot be watched, for this reason: one clause for users.
    case unwatchable(String)
  }

  /// The user whose requests receive it.
  package var owner: UInt32
  /// The changed path or key.
  package var pathOrKey: ExactString
  package var news: Content

  /// The names in recordings.
  private enum CodingKeys: String, CodingKey {
    case owner
    case pathOrKey = "what"
    case news
  }

  package init(owner: UInt32, pathOrKey: ExactString, _ news: Content) {
    (self.owner, self.pathOrKey, self.news) = (owner, pathOrKey, news)
  }

  /// The longest stamp and the longest reason, in bytes.
  package static let longestText = 200
}
