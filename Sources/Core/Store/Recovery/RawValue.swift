/// A value in a row.
enum RawValue: Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Decodes the values of a record, the stored form of a row: a header with the types, then the values. Returns `nil`
  /// if bytes are missing or a type is invalid.
  static func record(in bytes: ArraySlice<UInt8>) -> [RawValue]? {
    // The header begins with its own size.
    var header = RawReader(bytes)
    let headerSize = header.variableNumber()
    guard headerSize > 0, headerSize <= Int64(bytes.count) else { return nil }
    var body = RawReader(bytes.dropFirst(Int(headerSize)))
    let headerEnd = bytes.startIndex + Int(headerSize)
    var values: [RawValue] = []
    while header.place < headerEnd {
      guard let value = body.value(ofType: header.variableNumber()) else { return nil }
      values.append(value)
    }
    return header.place == headerEnd ? values : nil
  }
}

/// Reads numbers and values from the first byte on.
struct RawReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The index of the next byte.
  var place: Int { rest.startIndex }

  /// Consumes a number of one to nine bytes, the highest bits first. Each of the first eight bytes has seven bits, and
  /// one bit that is set if another byte follows. The ninth has eight bits. If bytes are missing, the number consists
  /// of the existing ones.
  mutating func variableNumber() -> Int64 {
    let longest = 9
    var number: UInt64 = 0
    for position in 1...longest {
      guard let byte = rest.popFirst() else { break }
      if position == longest {
        number = number << 8 | UInt64(byte)
      } else {
        number = number << 7 | UInt64(byte & 0b0111_1111)
        let isLast = byte & 0b1000_0000 == 0
        if isLast { break }
      }
    }
    return Int64(bitPattern: number)
  }

  /// Consumes a value of `type`, a type number of SQLite's record format. Returns `nil` if the type is invalid, or
  /// bytes are missing.
  mutating func value(ofType type: Int64) -> RawValue? {
    switch type {
    case 0: return .null
    case 1...4: return integer(of: Int(type))
    case 5: return integer(of: 6)
    case 6: return integer(of: 8)
    case 7:
      return readBytes(8).map { bytes in
        .real(Double(bitPattern: UInt64(truncatingIfNeeded: bytes.number(at: 0, 8))))
      }
    // The constants 0 and 1.
    case 8, 9: return .integer(type - 8)
    // The type contains the length: 12, 14, ... are blobs and 13, 15, ... texts of 0, 1, ... bytes.
    case 12...:
      let length = type / 2 - 6
      guard length <= Int64(rest.count), let bytes = readBytes(Int(length)) else { return nil }
      if type.isMultiple(of: 2) { return .blob(Array(bytes)) }
      return String(validating: bytes, as: UTF8.self).map { .text($0) }
    default: return nil
    }
  }

  /// Consumes a signed integer of `size` bytes, the highest byte first; `nil` if bytes are missing.
  private mutating func integer(of size: Int) -> RawValue? {
    readBytes(size).map { bytes in
      let shift = 64 - 8 * size
      let high = Int64(bytes.number(at: 0, size)) << shift
      // The shift extends the sign.
      return .integer(high >> shift)
    }
  }

  /// Consumes the next `count` bytes and returns them; `nil` if there are fewer.
  private mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
