/// One field of the device state
package struct DeviceField: Codable, Hashable, Sendable {
  /// path:/mnt/backup for a path
  package var key: String
  /// "unknown" where it is not known
  package var value: String
  /// Since when, where that is known
  @OrNull package var since: String?
  /// When a veto will follow a change that has to hold first
  @OrNull package var settles: String?
  /// The value that vetoes go by from then on; until then they go by another
  @OrNull package var becomes: String?
  /// Who says so: a source of the machine's such as upower, "set by hand", "simulated" or "unknown"
  package var origin: String
  /// When that source told a new value last
  @OrNull package var read: String?
  /// What the machine says, where the value above counts in its place
  @OrNull package var machine: String?

  package init(
    key: String, value: String, since: String? = nil, settles: String? = nil,
    becomes: String? = nil, origin: String, read: String? = nil, machine: String? = nil
  ) {
    self.key = key
    self.value = value
    self.since = since
    self.settles = settles
    self.becomes = becomes
    self.origin = origin
    self.read = read
    self.machine = machine
  }
}
