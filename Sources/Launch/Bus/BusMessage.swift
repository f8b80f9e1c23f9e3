import CSystemd
import Glibc

/// A message of sd-bus, in Swift's terms (sd_bus_message_append_basic(3), sd_bus_message_read(3)).
struct BusMessage: ~Copyable {
  let raw: OpaquePointer

  /// Takes over a reference.
  init(owned raw: OpaquePointer) {
    self.raw = raw
  }

  deinit {
    sd_bus_message_unref(raw)
  }

  /// A call, ready to be sent.
  static func call(_ call: BusCall, on bus: OpaquePointer) throws(BusError) -> BusMessage {
    var made: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      bus, &made, call.destination, call.path, call.interface, call.member)
    guard result >= 0, let made else { throw .system("cannot call \(call.member)", result) }
    let message = BusMessage(owned: made)
    for argument in call.arguments {
      let result = append(argument, to: made)
      if result < 0 { throw .system("cannot pass an argument to \(call.member)", result) }
    }
    return message
  }

  // MARK: Writing

  private static func append(_ value: BusValue, to raw: OpaquePointer) -> Int32 {
    switch value {
    case .bool(let value): append("b", Int32(value ? 1 : 0), to: raw)
    case .byte(let value): append("y", value, to: raw)
    case .int16(let value): append("n", value, to: raw)
    case .uint16(let value): append("q", value, to: raw)
    case .int32(let value): append("i", value, to: raw)
    case .uint32(let value): append("u", value, to: raw)
    case .int64(let value): append("x", value, to: raw)
    case .uint64(let value): append("t", value, to: raw)
    case .double(let value): append("d", value, to: raw)
    case .string(let text), .path(let text), .signature(let text):
      text.withCString { sd_bus_message_append_basic(raw, code(value.type), $0) }
    case .array(let element, let elements): append("a", element, elements, to: raw)
    case .structure(let members):
      append("r", members.map(\.type).joined(), members, to: raw)
    case .entry(let key, let content):
      append("e", key.type + content.type, [key, content], to: raw)
    case .variant(let content): append("v", content.type, [content], to: raw)
    }
  }

  private static func append<Value>(_ type: String, _ value: Value, to raw: OpaquePointer) -> Int32
  {
    withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, code(type), $0) }
  }

  private static func append(
    _ container: String, _ contents: String, _ values: [BusValue], to raw: OpaquePointer
  ) -> Int32 {
    var result = sd_bus_message_open_container(raw, code(container), contents)
    for value in values where result >= 0 { result = append(value, to: raw) }
    return result < 0 ? result : sd_bus_message_close_container(raw)
  }

  private static func code(_ type: String) -> CChar {
    CChar(bitPattern: type.utf8.first ?? 0)
  }

  // MARK: Reading

  /// Everything in it.
  static func values(in raw: OpaquePointer) throws(BusError) -> [BusValue] {
    sd_bus_message_rewind(raw, 1)
    return try readAll(raw)
  }

  /// The error that it brings, if it brings one.
  static func error(in raw: OpaquePointer) -> BusError? {
    guard sd_bus_message_is_method_error(raw, nil) > 0,
      let error = sd_bus_message_get_error(raw)
    else { return nil }
    return BusError(error.pointee)
  }

  private static func readAll(_ raw: OpaquePointer) throws(BusError) -> [BusValue] {
    var values = [BusValue]()
    while let value = try readNext(raw) { values.append(value) }
    return values
  }

  private static func readNext(_ raw: OpaquePointer) throws(BusError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let result = sd_bus_message_peek_type(raw, &type, &contents)
    if result < 0 { throw .system("cannot read a message", result) }
    guard result > 0 else { return nil }
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "b"): return .bool(try read(type, Int32(0), raw) != 0)
    case UInt8(ascii: "y"): return .byte(try read(type, 0, raw))
    case UInt8(ascii: "n"): return .int16(try read(type, 0, raw))
    case UInt8(ascii: "q"): return .uint16(try read(type, 0, raw))
    case UInt8(ascii: "i"): return .int32(try read(type, 0, raw))
    case UInt8(ascii: "u"): return .uint32(try read(type, 0, raw))
    case UInt8(ascii: "x"): return .int64(try read(type, 0, raw))
    case UInt8(ascii: "t"): return .uint64(try read(type, 0, raw))
    case UInt8(ascii: "d"): return .double(try read(type, 0, raw))
    case UInt8(ascii: "s"): return .string(try readText(type, raw))
    case UInt8(ascii: "o"): return .path(try readText(type, raw))
    case UInt8(ascii: "g"): return .signature(try readText(type, raw))
    case UInt8(ascii: "a"): return .array(of: inner, try readContainer(type, inner, raw))
    case UInt8(ascii: "r"): return .structure(try readContainer(type, inner, raw))
    case UInt8(ascii: "e"): return try pair(try readContainer(type, inner, raw))
    case UInt8(ascii: "v"): return try variant(try readContainer(type, inner, raw))
    default: throw .system("cannot read a value of type \(type)", -EBADMSG)
    }
  }

  private static func read<Value: BitwiseCopyable>(
    _ type: CChar, _ initial: Value, _ raw: OpaquePointer
  )
    throws(BusError) -> Value
  {
    var value = initial
    let result = sd_bus_message_read_basic(raw, type, &value)
    if result < 0 { throw .system("cannot read a message", result) }
    return value
  }

  private static func readText(_ type: CChar, _ raw: OpaquePointer) throws(BusError) -> String {
    let text: UnsafePointer<CChar>? = try read(type, nil, raw)
    return text.map { String(cString: $0) } ?? ""
  }

  private static func readContainer(_ type: CChar, _ contents: String, _ raw: OpaquePointer)
    throws(BusError) -> [BusValue]
  {
    var result = sd_bus_message_enter_container(raw, type, contents)
    if result < 0 { throw .system("cannot read a message", result) }
    let values = try readAll(raw)
    result = sd_bus_message_exit_container(raw)
    if result < 0 { throw .system("cannot read a message", result) }
    return values
  }

  private static func pair(_ values: [BusValue]) throws(BusError) -> BusValue {
    guard values.count == 2 else { throw .system("cannot read a dictionary", -EBADMSG) }
    return .entry(values[0], values[1])
  }

  private static func variant(_ values: [BusValue]) throws(BusError) -> BusValue {
    guard let value = values.first else { throw .system("cannot read a variant", -EBADMSG) }
    return .variant(value)
  }
}

extension BusError {
  init(_ error: sd_bus_error) {
    name = error.name.map { String(cString: $0) } ?? ""
    message = error.message.map { String(cString: $0) } ?? ""
  }
}
