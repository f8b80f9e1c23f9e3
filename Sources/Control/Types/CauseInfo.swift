/// Why a request waits
package struct CauseInfo: Codable, Hashable, Sendable {
  package var reason: String
  package var text: String
  /// Since when, where that is known
  @OrNull package var since: String?

  package init(
    reason: String, text: String, since: String? = nil
  ) {
    self.reason = reason
    self.text = text
    self.since = since
  }
}
