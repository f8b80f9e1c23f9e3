/// The systemd timer that a request replaced, and the values to restore it.
package struct AdoptedTimer: Hashable, Codable, Sendable {
  /// The name of its unit, such as `fstrim.timer`.
  package var name: String
  /// Its former unit file state, in systemd's word (`UnitFileState`), such as `enabled` or `static`.
  package var fileState: String
  package var wasActive: Bool

  package init(name: String, fileState: String, wasActive: Bool) {
    self.name = name
    self.fileState = fileState
    self.wasActive = wasActive
  }
}
