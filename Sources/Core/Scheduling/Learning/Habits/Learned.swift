/// Something learned, or what somebody has paused, as a store keeps it: bytes under a name. What they mean is known only
/// to the part that writes them, which reads nothing from bytes of another version and then begins anew.
package struct Learned: Hashable, Codable, Sendable {
  /// `device`, `energy`, `pauses`, or `user/` and a uid.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static let device = "device"
  static let energy = "energy"
  static let pauses = "pauses"
  static let userPrefix = "user/"
}
