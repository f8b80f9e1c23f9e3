import Foundation

/// One element of a matrix of benches: a device, its user, the seed of the user's habits, and optionally an early
/// expiration. Its text, such as `device=old user=night-shift seed=3`, names it in results.
public struct BenchVariant: Hashable, Sendable, LosslessStringConvertible {
  /// An early end of each run of a task.
  public struct Expiration: Hashable, Sendable {
    /// The identifier of the task.
    public var identifier: String
    /// The time from the delivery of a run to its handler until it expires, in whole seconds.
    public var second: Int

    /// Creates an expiration of each run of a task after so many seconds.
    public init(of identifier: String, at second: Int) {
      (self.identifier, self.second) = (identifier, max(0, second))
    }
  }

  /// The device.
  public var device: BenchDevice
  /// The user of the device.
  public var user: BenchUser
  /// The seed of the random choices in the user's habits.
  public var seed: UInt64
  /// The early end of the runs of a task; `nil` if they have their whole budget.
  public var expiration: Expiration?

  /// Creates a variant.
  public init(
    device: BenchDevice = .new, user: BenchUser = .everyday, seed: UInt64 = 1,
    expiration: Expiration? = nil
  ) {
    (self.device, self.user, self.seed, self.expiration) = (device, user, seed, expiration)
  }

  /// Creates a variant from its text, in which each word may be omitted; `nil` if a word is unknown or has an invalid
  /// value.
  public init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, set(parts[0], to: parts[1]) else { return nil }
    }
  }

  /// Sets the part with this name. Returns `false` if the name is unknown or the value is invalid.
  private mutating func set(_ name: String, to value: String) -> Bool {
    // `map` sets the part if the value is valid; its result is `nil` otherwise.
    switch name {
    case "device": BenchDevice(rawValue: value).map { device = $0 } != nil
    case "user": BenchUser(rawValue: value).map { user = $0 } != nil
    case "seed": UInt64(value).map { seed = $0 } != nil
    case "expire": Expiration(text: value).map { expiration = $0 } != nil
    default: false
    }
  }

  /// The words of the variant: `device`, `user`, `seed` and, with an expiration, `expire=IDENTIFIER@SECOND`.
  public var description: String {
    let end = expiration.map { " expire=\($0.identifier)@\($0.second)" } ?? ""
    return "device=\(device.rawValue) user=\(user.rawValue) seed=\(seed)\(end)"
  }
}

extension BenchVariant.Expiration {
  /// Creates an expiration from a text such as `com.example.refresh@3`; `nil` if it has another form.
  fileprivate init?(text: String) {
    guard let atSign = text.lastIndex(of: "@"), atSign > text.startIndex,
      let second = Int(text[text.index(after: atSign)...]), second >= 0
    else { return nil }
    self.init(of: String(text[..<atSign]), at: second)
  }
}

extension BenchVariant: Codable {
  /// Decodes a variant from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let variant = BenchVariant(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no variant of a bench")
    }
    self = variant
  }

  /// Encodes the text of the variant.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
