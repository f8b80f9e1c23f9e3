/// The systemd timer whose place a request took, and what it takes to put it back.
package struct AdoptedTimer: Hashable, Codable, Sendable {
  /// Its unit, such as `fstrim.timer`.
  package var name: String
  /// How it was enabled, in systemd's word (`UnitFileState`), such as `enabled` or `static`.
  package var fileState: String
  package var wasActive: Bool

  package init(name: String, fileState: String, wasActive: Bool) {
    self.name = name
    self.fileState = fileState
    self.wasActive = wasActive
  }
}
