/// Something learned, as a store keeps it: bytes under a name. What they mean is known only to what
/// has learned it, which reads nothing from bytes of another version and then learns anew.
package struct Learned: Hashable, Codable, Sendable {
  /// `device`, `energy`, or `user/` and a uid.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static let device = "device"
  static let energy = "energy"
  static let userPrefix = "user/"
}
