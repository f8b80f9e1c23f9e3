/// Learned data, pauses, or set numbers of simultaneous runs, in stored form: bytes under a name. Only the part that
/// writes them knows their format. It ignores bytes of another version and then starts fresh.
package struct Learned: Hashable, Codable, Sendable {
  /// The name: `device`, `energy`, `pauses`, `pauses of groups`, `concurrency`, `wakes`, or `user/` and a uid.
  package var name: String
  package var bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static let device = "device"
  static let energy = "energy"
  static let pauses = "pauses"
  static let groupPauses = "pauses of groups"
  static let concurrency = "concurrency"
  static let wakes = "wakes"
  static let userPrefix = "user/"
}
