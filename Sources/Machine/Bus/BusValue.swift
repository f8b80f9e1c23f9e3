/// A value of the D-Bus type system, limited to the types in use here (D-Bus specification, "Type System").
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
  case descriptor(BusDescriptor)
  /// Elements of one type, which is explicit because the array may be empty.
  case array(of: String, [BusValue])
  case structure([BusValue])
  /// A pair in an array of pairs: a dictionary.
  indirect case entry(BusValue, BusValue)
  indirect case variant(BusValue)

  /// The type, in D-Bus's notation.
  package var type: String {
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
    case .descriptor: "h"
    case .array(let element, _): "a" + element
    case .structure(let members): "(" + members.map(\.type).joined() + ")"
    case .entry(let key, let value): "{" + key.type + value.type + "}"
    case .variant: "v"
    }
  }
}
