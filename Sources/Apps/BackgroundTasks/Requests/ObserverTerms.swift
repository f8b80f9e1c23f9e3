/// What an app observes under one identifier, and how often it is woken for it.
package struct ObserverTerms: Hashable, Sendable {
  package var identifier: String
  /// Absolute paths and keys.
  package var watched: [String]
  /// At most so often, as the daemon reads it, such as `hourly`.
  package var atMost: String
  /// How long nothing more may change before a wake, in seconds; nil is not at all.
  package var updateDelay: Double?
  /// How long after the first change it comes although more changes, in seconds; nil takes the daemon's.
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
