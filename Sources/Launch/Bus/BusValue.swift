/// A value of the D-Bus type system, as far as systemd uses it (D-Bus specification, "Type System").
package enum BusValue: Sendable, Equatable {
  case bool(Bool)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  /// Elements of one type, which is given since there may be none.
  case array(of: String, [BusValue])
  case structure([BusValue])
  /// A pair in an array of pairs: a dictionary.
  indirect case entry(BusValue, BusValue)
  indirect case variant(BusValue)

  /// The type, in D-Bus's notation.
  var type: String {
    switch self {
    case .bool: "b"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .structure(let members): "(" + members.map(\.type).joined() + ")"
    case .entry(let key, let value): "{" + key.type + value.type + "}"
    case .variant: "v"
    }
  }
}

extension BusValue {
  /// An array of strings.
  static func strings(_ values: [String]) -> BusValue {
    .array(of: "s", values.map { .string($0) })
  }

  /// The text of a string, a path or a signature.
  var text: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// A number that is not negative.
  var unsigned: UInt64? {
    switch self {
    case .byte(let value): UInt64(value)
    case .int16(let value): UInt64(exactly: value)
    case .uint16(let value): UInt64(value)
    case .int32(let value): UInt64(exactly: value)
    case .uint32(let value): UInt64(value)
    case .int64(let value): UInt64(exactly: value)
    case .uint64(let value): value
    case .variant(let value): value.unsigned
    default: nil
    }
  }

  /// The truth of a Boolean.
  var flag: Bool? {
    switch self {
    case .bool(let value): value
    case .variant(let value): value.flag
    default: nil
    }
  }

  /// The elements of an array, or the members of a structure.
  var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .variant(let value): value.elements
    default: []
    }
  }

  /// The pairs of a dictionary with strings as keys.
  var dictionary: [String: BusValue] {
    var result = [String: BusValue]()
    for case .entry(let key, let value) in elements {
      guard let name = key.text else { continue }
      if case .variant(let content) = value { result[name] = content } else { result[name] = value }
    }
    return result
  }
}
