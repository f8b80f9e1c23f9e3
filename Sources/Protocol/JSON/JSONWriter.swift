/// Writes a JSON text from its first byte to its last, without white space.
@usableFromInline
package struct JSONWriter: Sendable {
  /// The written bytes, and after them free space with any content: bytes are written to a known place, since an array
  /// that grows with every piece checks its space and its length for each.
  private var buffer: [UInt8]
  /// The number of written bytes.
  private var count = 0
  /// The last number that JSON cannot write, and that null replaces; `nil` if there was none.
  package private(set) var unwritable: Double?

  /// - Parameter capacity: The initial capacity in bytes.
  @usableFromInline
  package init(capacity: Int = 512) {
    buffer = [UInt8](repeating: 0, count: max(capacity, 64))
  }

  /// The text so far, as a new array.
  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// Calls `body` with the text so far.
  package func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  // MARK: Groups

  /// Writes the opening brace of an object. Its members must follow.
  @usableFromInline
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Writes the closing brace of an object.
  @usableFromInline
  package mutating func endObject() { append(UInt8(ascii: "}")) }
  /// Writes the opening bracket of an array. Its elements must follow.
  @usableFromInline
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Writes the closing bracket of an array.
  @usableFromInline
  package mutating func endArray() { append(UInt8(ascii: "]")) }

  /// Writes the name of a member that needs no escape; its value must follow.
  @usableFromInline
  package mutating func name(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    // The name, a comma, two quotes and a colon.
    reserve(length + 4)
    // The closure must not use `self`, whose buffer it changes.
    let start = count
    let needsComma = needsComma
    let end = buffer.withUnsafeMutableBufferPointer { buffer in
      var place = start
      func put(_ byte: UInt8) {
        buffer[place] = byte
        place += 1
      }
      if needsComma { put(UInt8(ascii: ",")) }
      put(UInt8(ascii: "\""))
      buffer.baseAddress?.advanced(by: place).update(from: name.utf8Start, count: length)
      place += length
      put(UInt8(ascii: "\""))
      put(UInt8(ascii: ":"))
      return place
    }
    count = end
  }

  /// Writes the name of a member; its value must follow.
  @usableFromInline
  package mutating func name(_ name: String) {
    write(name)
    append(UInt8(ascii: ":"))
  }

  /// Writes a member whose value is an object, or nothing if the object is empty. Returns `false`, and writes nothing,
  /// if the value is no object.
  package mutating func member(_ name: StaticString, ofObject value: some JSONWritable) -> Bool {
    let memberStart = count
    self.name(name)
    let valueStart = count
    value.write(to: &self)
    let isObject = count > valueStart && buffer[valueStart] == UInt8(ascii: "{")
    // The shortest object is `{}`.
    let isEmpty = count - valueStart == 2
    // Takes the written member back.
    if !isObject || isEmpty { count = memberStart }
    return isObject
  }

  // MARK: Values

  /// Writes null as a value.
  @usableFromInline
  package mutating func null() { token("null") }

  /// Writes true or false as a value.
  @usableFromInline
  package mutating func write(_ flag: Bool) { token(flag ? "true" : "false") }

  /// Writes a whole number as a value.
  @usableFromInline
  package mutating func write(_ number: Int64) {
    separate()
    appendDigits(of: number)
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
    // A Double is -0.0 or 0.0, and an integer is only 0: the sign would be lost.
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53,
      whole != 0 || number.sign == .plus
    {
      return appendDigits(of: whole)
    }
    append(number.description)
  }

  /// Writes a string in quotes, with the escapes that JSON requires.
  @usableFromInline
  package mutating func write(_ text: String) {
    separate()
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { characters in
      if characters.contains(where: Self.isEscaped) {
        for character in characters { appendCharacter(character) }
      } else {
        append(characters)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Writes a value that is JSON already.
  @usableFromInline
  package mutating func write(json: [UInt8]) {
    separate()
    json.withUnsafeBufferPointer { append($0) }
  }

  // MARK: Bytes

  /// Makes space for `more` bytes after the written ones.
  private mutating func reserve(_ more: Int) {
    if count + more > buffer.count { grow(by: more) }
  }

  /// Enlarges the buffer to at least `more` free bytes. Doubles it, so that each byte is copied only a few times. Not
  /// inlined, since it is rare.
  @inline(never)
  private mutating func grow(by more: Int) {
    let size = max(buffer.count * 2, count + more)
    buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
  }

  /// Appends one byte.
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    buffer[count] = byte
    count += 1
  }

  /// Appends several bytes.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress else { return }
    reserve(bytes.count)
    let place = count
    buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress?.advanced(by: place).update(from: from, count: bytes.count)
    }
    count += bytes.count
  }

  /// Appends a text as it is, without quotes and escapes.
  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Whether a value needs a comma before it: all but the first of a group.
  private var needsComma: Bool {
    guard count > 0 else { return false }
    return switch buffer[count - 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
    default: true
    }
  }

  /// Writes a comma, unless the value is the first of its group.
  private mutating func separate() {
    if needsComma { append(UInt8(ascii: ",")) }
  }

  /// Writes an opening bracket or brace, with a comma before it if another value precedes.
  private mutating func open(_ bracket: UInt8) {
    separate()
    append(bracket)
  }

  /// Writes `text`, which is a whole value: null, true or false.
  private mutating func token(_ text: StaticString) {
    separate()
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the decimal digits of a number, with its sign.
  private mutating func appendDigits(of number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    // Enough for any number of 64 bits. The digits are written from the last one.
    let mostDigits = 20
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostDigits) { digits in
      var rest = number.magnitude
      var first = mostDigits
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  /// Returns whether a byte of a string must be written as an escape: control characters, quotes and backslashes.
  private static func isEscaped(_ character: UInt8) -> Bool {
    character < 0x20 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\")
  }

  /// Appends one byte of a string, as an escape if JSON requires one.
  private mutating func appendCharacter(_ character: UInt8) {
    guard Self.isEscaped(character) else { return append(character) }
    append(UInt8(ascii: "\\"))
    switch character {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0a: append(UInt8(ascii: "n"))
    case 0x0c: append(UInt8(ascii: "f"))
    case 0x0d: append(UInt8(ascii: "r"))
    case 0..<0x20:
      // Four hexadecimal digits, of which the first two are 0.
      append("u00")
      for digit in [character >> 4, character & 15] {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    default: append(character)
    }
  }
}
