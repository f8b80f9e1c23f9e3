/// A short name for a long text.
package enum Digest {
  /// 16 hexadecimal digits, FNV-1a with 64 bits: other for another text but once in ages. Who could
  /// make two texts of one digest may write task files, and gains nothing.
  package static func text(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
