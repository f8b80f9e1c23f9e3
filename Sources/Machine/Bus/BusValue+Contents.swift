extension BusValue {
  /// Makes an array of strings.
  package static func strings(_ values: [String]) -> BusValue {
    .array(of: "s", values.map { .string($0) })
  }

  /// The text of a string, a path or a signature; `nil` for other types.
  package var text: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// A number that is not negative; `nil` for other values.
  package var unsigned: UInt64? {
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

  /// The value of a Boolean; `nil` for other types.
  package var flag: Bool? {
    switch self {
    case .bool(let value): value
    case .variant(let value): value.flag
    default: nil
    }
  }

  /// A number with a fraction; `nil` for other types.
  package var number: Double? {
    switch self {
    case .double(let value): value
    case .variant(let value): value.number
    default: nil
    }
  }

  /// A received descriptor; `nil` for other types.
  package var descriptor: BusDescriptor? {
    switch self {
    case .descriptor(let value): value
    case .variant(let value): value.descriptor
    default: nil
    }
  }

  /// The elements of an array, or the members of a structure; empty for other types.
  package var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .variant(let value): value.elements
    default: []
    }
  }

  /// The pairs of a dictionary with strings as keys, without the variants around the values; empty for other types.
  package var dictionary: [String: BusValue] {
    var result = [String: BusValue]()
    for case .entry(let key, let value) in elements {
      guard let name = key.text else { continue }
      if case .variant(let content) = value { result[name] = content } else { result[name] = value }
    }
    return result
  }
}
