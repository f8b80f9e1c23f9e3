/// Writes a JSON text from its first byte to its last, without white space.
@usableFromInline
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The last number that JSON cannot write, and that null replaces; `nil` if there was none.
  package private(set) var unwritable: Double?

  /// - Parameter capacity: The initial capacity in bytes.
  @usableFromInline
  package init(capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  // MARK: Groups

  /// Writes the opening brace of an object. Its members must follow.
  @usableFromInline
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Writes the closing brace of an object.
  @usableFromInline
  package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }
  /// Writes the opening bracket of an array. Its elements must follow.
  @usableFromInline
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Writes the closing bracket of an array.
  @usableFromInline
  package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Writes the name of a member that needs no escape; its value must follow.
  @usableFromInline
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the name of a member; its value must follow.
  @usableFromInline
  package mutating func name(_ name: String) {
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  // MARK: Values

  @usableFromInline
  package mutating func null() { token("null") }

  @usableFromInline
  package mutating func write(_ flag: Bool) { token(flag ? "true" : "false") }

  @usableFromInline
  package mutating func write(_ number: Int64) {
    separate()
    append(number)
  }

  /// Writes a number. An infinity or a NaN becomes null and is recorded in `unwritable`. A whole number below 2^53 is
  /// written without a fraction.
  @usableFromInline
  package mutating func write(_ number: Double) {
    guard number.isFinite else {
      unwritable = number
      return null()
    }
    separate()
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53,
      whole != 0 || number.sign == .plus
    {
      return append(whole)
    }
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes a string in quotes, with the escapes that JSON requires.
  @usableFromInline
  package mutating func write(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { characters in
      if characters.contains(where: Self.isEscaped) {
        for character in characters { append(character) }
      } else {
        bytes.append(contentsOf: characters)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value that is JSON already.
  @usableFromInline
  package mutating func write(json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  // MARK: Bytes

  /// Writes a comma, unless the value is the first of its group.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
  }

  /// Writes `text`, which is a whole value: null, true or false.
  private mutating func token(_ text: StaticString) {
    separate()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the decimal digits of a number, with its sign.
  private mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    // Digits are written from the last one, of at most nineteen.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, place) = (number.magnitude, 20)
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[place...])
    }
  }

  private static func isEscaped(_ character: UInt8) -> Bool {
    character < 0x20 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\")
  }

  /// Appends one byte of a string, as an escape if JSON requires one.
  private mutating func append(_ character: UInt8) {
    guard Self.isEscaped(character) else { return bytes.append(character) }
    bytes.append(UInt8(ascii: "\\"))
    switch character {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      for digit in [character >> 4, character & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    default: bytes.append(character)
    }
  }
}
