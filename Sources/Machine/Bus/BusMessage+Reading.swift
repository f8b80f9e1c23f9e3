import CSystemd
import Glibc

extension BusMessage {
  /// Reads all values of the message from its start, also if some of them were read before.
  static func values(in raw: OpaquePointer) throws(BusError) -> [BusValue] {
    sd_bus_message_rewind(raw, 1)
    return try readAll(raw)
  }

  /// Reads a signal with all of its arguments. A missing name is read as an empty text.
  static func signal(in raw: OpaquePointer) throws(BusError) -> BusSignal {
    BusSignal(
      sender: text(sd_bus_message_get_sender(raw)), path: text(sd_bus_message_get_path(raw)),
      interface: text(sd_bus_message_get_interface(raw)),
      member: text(sd_bus_message_get_member(raw)), arguments: try values(in: raw))
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// Returns the error in an answer; `nil` if the call has succeeded.
  static func error(in raw: OpaquePointer) -> BusError? {
    guard sd_bus_message_is_method_error(raw, nil) > 0,
      let error = sd_bus_message_get_error(raw)
    else { return nil }
    return BusError(error.pointee)
  }

  /// Reads the remaining values of the message, or of the container that is open in it.
  private static func readAll(_ raw: OpaquePointer) throws(BusError) -> [BusValue] {
    var values = [BusValue]()
    while let value = try readNext(raw) { values.append(value) }
    return values
  }

  /// Reads the next value of the message or of the open container; `nil` at its end.
  private static func readNext(_ raw: OpaquePointer) throws(BusError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let result = sd_bus_message_peek_type(raw, &type, &contents)
    if result < 0 { throw .system("cannot read a message", result) }
    guard result > 0 else { return nil }
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UInt8(bitPattern: type) {
    // sd-bus passes a Boolean as an `int`.
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
    case UInt8(ascii: "h"): return .descriptor(try readDescriptor(type, raw))
    case UInt8(ascii: "a"): return .array(of: inner, try readContainer(type, inner, raw))
    case UInt8(ascii: "r"): return .structure(try readContainer(type, inner, raw))
    case UInt8(ascii: "e"): return try entry(of: try readContainer(type, inner, raw))
    case UInt8(ascii: "v"): return try variant(of: try readContainer(type, inner, raw))
    default: throw .system("cannot read a value of type \(type)", -EBADMSG)
    }
  }

  /// Reads a value of a basic type.
  /// - Parameters:
  ///   - type: Its type code.
  ///   - initial: Any value of the corresponding Swift type.
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

  /// Reads a string, a path or a signature, according to its type code.
  private static func readText(_ type: CChar, _ raw: OpaquePointer) throws(BusError) -> String {
    let text: UnsafePointer<CChar>? = try read(type, nil, raw)
    return Self.text(text)
  }

  /// Reads a descriptor and copies it, so that it can outlive the message.
  private static func readDescriptor(_ type: CChar, _ raw: OpaquePointer) throws(BusError)
    -> BusDescriptor
  {
    // The descriptor belongs to the message, and is closed with it.
    let borrowed: Int32 = try read(type, -1, raw)
    guard let descriptor = BusDescriptor(copying: borrowed) else {
      throw .system("cannot keep a descriptor", errno)
    }
    return descriptor
  }

  /// Reads all values of the next container. `contents` are the types in it, in the notation of D-Bus.
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

  /// Makes an entry of a dictionary from its key and its value. Throws unless there are exactly two values.
  private static func entry(of values: [BusValue]) throws(BusError) -> BusValue {
    guard values.count == 2 else { throw .system("cannot read a dictionary", -EBADMSG) }
    return .entry(values[0], values[1])
  }

  /// Makes a variant from the value in it. Throws if there is none.
  private static func variant(of values: [BusValue]) throws(BusError) -> BusValue {
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
