/// The items that an app observes under one identifier, and the frequency of its wakes.
package struct ObserverTerms: Hashable, Sendable {
  package var identifier: String
  /// Absolute paths and keys.
  package var watched: [String]
  /// The highest frequency of wakes in the daemon's format, such as `hourly`.
  package var atMost: String
  /// The seconds without a further change before a wake; `nil` for the daemon's default.
  package var updateDelay: Double?
  /// The longest delay after the first change in seconds, even if changes continue; `nil` for the daemon's default.
  package var longestDelay: Double?

  package init(
    identifier: String, watched: [String], atMost: String, updateDelay: Double? = nil,
    longestDelay: Double? = nil
  ) {
    self.identifier = identifier
    self.watched = watched
    self.atMost = atMost
    self.updateDelay = updateDelay
    self.longestDelay = longestDelay
  }
}
