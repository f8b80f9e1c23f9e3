/// The text of strings with a backslash in them.
enum JSONEscapes {
  /// Returns the text of a string, with its escapes replaced by their characters.
  ///
  /// - Parameter bytes: The bytes between the quotes of a string that a scanner has accepted.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var rest: ArraySlice<UInt8> = bytes
    text.reserveCapacity(bytes.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        text.append(byte)
        continue
      }
      if letter == UInt8(ascii: "u") {
        text += String(readScalar(&rest)).utf8
      } else {
        text.append(character(letter))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the byte that an escape of one letter stands for. A quote, a slash and a backslash stand for themselves.
  private static func character(_ letter: UInt8) -> UInt8 {
    switch Unicode.Scalar(letter) {
    case "b": 0x08
    case "f": 0x0c
    case "n": 0x0a
    case "r": 0x0d
    case "t": 0x09
    default: letter
    }
  }

  /// Reads `XXXX`, or `XXXX\uXXXX` if those are a surrogate pair, as a scalar.
  private static func readScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{fffd}"
    let first = readUnit(&rest)
    let isHighSurrogate = (0xd800..<0xdc00).contains(first)
    guard isHighSurrogate else { return Unicode.Scalar(first) ?? replacement }
    // The backslash and the `u`: the scanner accepts a high surrogate only before the escape of a low one.
    rest = rest.dropFirst(2)
    let second = readUnit(&rest)
    let isLowSurrogate = (0xdc00..<0xe000).contains(second)
    guard isLowSurrogate else { return replacement }
    // Each surrogate contains ten bits of the scalar's distance from 0x10000.
    let (upperBits, lowerBits) = (first - 0xd800, second - 0xdc00)
    let distance = (upperBits << 10) + lowerBits
    return Unicode.Scalar(0x10000 + distance) ?? replacement
  }

  /// Reads four hexadecimal digits, of four bits each, as a UTF-16 code unit.
  private static func readUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    var unit: UInt32 = 0
    for byte in rest.prefix(4) { unit = unit << 4 | UInt32(hexadecimal(byte) ?? 0) }
    rest = rest.dropFirst(4)
    return unit
  }

  /// Returns the value of a hexadecimal digit; `nil` if `byte` is none.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
