/// One field of the device state
package struct DeviceField: Codable, Hashable, Sendable {
  package var key: String
  /// "unknown" where it is not known
  package var value: String
  /// Since when, where that is known
  @OrNull package var since: String?
  /// When a veto will follow a change that has to hold first
  @OrNull package var settles: String?

  package init(
    key: String, value: String, since: String? = nil, settles: String? = nil
  ) {
    self.key = key
    self.value = value
    self.since = since
    self.settles = settles
  }
}
