/// A pressed key.
package enum TopKey: Hashable, Sendable {
  case up, down, pageUp, pageDown, home, end, tab, enter, escape
  /// Ctrl-C, Ctrl-Z and Ctrl-L.
  case interrupt, suspend, redraw
  case character(Character)

  /// The sequences of keys that are no characters (xterm, VT100 and the Linux console), without their escape.
  private static let sequences: [(text: String, key: TopKey)] = [
    ("[A", .up), ("[B", .down), ("OA", .up), ("OB", .down), ("[5~", .pageUp), ("[6~", .pageDown),
    ("[H", .home), ("[F", .end), ("OH", .home), ("OF", .end), ("[1~", .home), ("[4~", .end),
    ("[7~", .home), ("[8~", .end),
  ]

  /// Removes the next key from the bytes of a terminal and returns it; `nil` if no key is complete. Unknown keys are
  /// left out. An escape at the end is the key of this name.
  package static func next(in bytes: inout ArraySlice<UInt8>) -> TopKey? {
    while let first = bytes.first {
      let beginsSequence = first == escapeByte && bytes.count > 1
      if beginsSequence {
        let bytesBehindEscape = bytes.dropFirst()
        guard let length = lengthOfSequence(bytesBehindEscape) else { return nil }
        let sequence = String(decoding: bytesBehindEscape.prefix(length), as: UTF8.self)
        bytes.removeFirst(1 + length)
        if let known = sequences.first(where: { $0.text == sequence }) { return known.key }
      } else {
        bytes.removeFirst()
        if let single = key(of: first) { return single }
      }
    }
    return nil
  }

  /// The byte of the key Escape, which also begins the sequences of other keys.
  private static let escapeByte: UInt8 = 0x1B

  /// Returns the length of the sequence at the beginning of these bytes, which follow its escape: 2 if it begins with
  /// `O`, as in `OA`; up to its final byte if it begins with `[`, as in `[5~` (ECMA-48, 5.4); otherwise 0. `nil` if the
  /// sequence is not complete.
  private static func lengthOfSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    switch bytes.first {
    case UInt8(ascii: "O"): return bytes.count > 1 ? 2 : nil
    case UInt8(ascii: "["):
      let finalIndex = bytes.dropFirst().firstIndex { (0x40...0x7E).contains($0) }
      return finalIndex.map { $0 - bytes.startIndex + 1 }
    default: return 0
    }
  }

  /// Returns the key of a single byte; `nil` for one without a use. Ctrl and a letter send the number of the letter in
  /// the alphabet: Ctrl-B is 2.
  private static func key(of byte: UInt8) -> TopKey? {
    switch byte {
    case 0x02: .pageUp
    case 0x03: .interrupt
    case 0x06: .pageDown
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0C: .redraw
    case 0x1A: .suspend
    case escapeByte: .escape
    case 0x20..<0x7F: .character(Character(Unicode.Scalar(byte)))
    default: nil
    }
  }
}
