/// Learned data, pauses, or set numbers of simultaneous runs, in stored form: bytes under a name. Only the part that
/// writes them knows their format. It ignores bytes of another version and then starts fresh.
package struct Learned: Sendable {
  /// The name: `device`, `energy`, `pauses`, `pauses of groups`, `concurrency`, `wakes`, or `user/` and a uid.
  package var name: String
  private let makeBytes: @Sendable () -> [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.init(name: name) { bytes }
  }

  /// Creates a value whose bytes are made when they are read: a simulation reads none.
  init(name: String, makeBytes: @escaping @Sendable () -> [UInt8]) {
    (self.name, self.makeBytes) = (name, makeBytes)
  }

  package var bytes: [UInt8] { makeBytes() }

  static let device = "device"
  static let energy = "energy"
  static let pauses = "pauses"
  static let groupPauses = "pauses of groups"
  static let concurrency = "concurrency"
  static let wakes = "wakes"
  static let userPrefix = "user/"
}

extension Learned: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(bytes)
  }
}

extension Learned: Codable {
  private enum CodingKeys: String, CodingKey { case name, bytes }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let bytes = try values.decode([UInt8].self, forKey: .bytes)
    self.init(name: try values.decode(String.self, forKey: .name), bytes: bytes)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(bytes, forKey: .bytes)
  }
}
