import CSystemd

/// A short name for a network: constant for a network on one machine, and useless for locating it.
enum NetworkIdentity {
  /// Returns the name of a network.
  /// - Parameter secret: The bytes that distinguish the network from other networks: a profile's UUID, the router's
  ///   hardware address.
  /// - Returns: 16 hexadecimal digits; `nil` if the machine has no id (machine-id(5)).
  static func digest(of secret: some Sequence<UInt8>) -> String? {
    let bytes = Array(secret)
    // The length is prefixed, so that no secret is the beginning of another.
    var rest = withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) } + bytes
    var state = applicationID
    while !rest.isEmpty {
      // Each block is mixed into the hash of the blocks before it.
      state = mix(state, rest.prefix(blockLength))
      rest.removeFirst(min(blockLength, rest.count))
      guard sd_id128_get_machine_app_specific(state, &state) >= 0 else { return nil }
    }
    return withUnsafeBytes(of: state) { $0.prefix(8).map { hexadecimal($0) }.joined() }
  }

  private static let blockLength = 16

  /// An arbitrary id of ours. The library's function is HMAC-SHA256, keyed with the machine's id, of an id of 16
  /// bytes. Each block of the secret is mixed into the result for the blocks before it. That makes a keyed hash of
  /// any length (CBC-MAC, keyed with the machine's id).
  private static let applicationID = sd_id128_t(
    bytes: (
      0x5e, 0x1d, 0x0b, 0x77, 0xc4, 0x92, 0x4f, 0x3a, 0x9b, 0x06, 0xe8, 0x55, 0x2c, 0xd1, 0x7f, 0x40
    ))

  /// Returns the state combined with a block of at most 16 bytes, by exclusive or.
  private static func mix(_ state: sd_id128_t, _ block: some Sequence<UInt8>) -> sd_id128_t {
    var mixed = state
    withUnsafeMutableBytes(of: &mixed) { bytes in
      for (index, byte) in block.enumerated() { bytes[index] ^= byte }
    }
    return mixed
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
