/// A systemd timer whose place a request took, as it was before
package struct TimerInfo: Codable, Hashable, Sendable {
  /// With its suffix, such as fstrim.timer
  package var name: String
  /// As systemctl is-enabled said it
  package var state: String
  package var active: Bool

  package init(
    name: String, state: String, active: Bool
  ) {
    self.name = name
    self.state = state
    self.active = active
  }
}
