/// A hash of 64 bits that is the same in every process: FNV-1a. It detects changes, but no forged bytes. The two large
/// numbers are the constants of FNV-1a.
package struct Fingerprint: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(_ bytes: some Sequence<UInt8>) {
    add(bytes)
  }

  /// Adds bytes to those hashed so far. The result depends on all bytes in sequence, and not on the number of calls.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The value in 16 hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
