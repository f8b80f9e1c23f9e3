import CSystemd
import Glibc

/// A message of sd-bus (sd_bus_message_append_basic(3), sd_bus_message_read(3)).
struct BusMessage: ~Copyable {
  let raw: OpaquePointer

  /// Takes over a reference.
  init(owned raw: OpaquePointer) {
    self.raw = raw
  }

  deinit {
    sd_bus_message_unref(raw)
  }

  /// Makes the message for a method call, with its arguments, which can be sent over the connection `bus`.
  static func call(_ call: BusCall, on bus: OpaquePointer) throws(BusError) -> BusMessage {
    var made: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      bus, &made, call.destination, call.path, call.interface, call.member)
    guard result >= 0, let made else { throw .system("cannot call \(call.member)", result) }
    let message = BusMessage(owned: made)
    sd_bus_message_set_auto_start(made, call.startsService ? 1 : 0)
    for argument in call.arguments {
      let appendResult = append(argument, to: made)
      if appendResult < 0 {
        throw .system("cannot pass an argument to \(call.member)", appendResult)
      }
    }
    return message
  }

  // MARK: Writing

  /// Appends a value of any type, with the values in it. Returns a negative `errno` if that fails.
  private static func append(_ value: BusValue, to raw: OpaquePointer) -> Int32 {
    switch value {
    // sd-bus passes a Boolean as an `int`.
    case .bool(let flag): append("b", Int32(flag ? 1 : 0), to: raw)
    case .byte(let number): append("y", number, to: raw)
    case .int16(let number): append("n", number, to: raw)
    case .uint16(let number): append("q", number, to: raw)
    case .int32(let number): append("i", number, to: raw)
    case .uint32(let number): append("u", number, to: raw)
    case .int64(let number): append("x", number, to: raw)
    case .uint64(let number): append("t", number, to: raw)
    case .double(let number): append("d", number, to: raw)
    case .string(let text), .path(let text), .signature(let text):
      text.withCString { sd_bus_message_append_basic(raw, code(value.type), $0) }
    case .descriptor(let descriptor): append("h", descriptor.raw, to: raw)
    case .array(let element, let elements): append("a", element, elements, to: raw)
    case .structure(let members):
      append("r", members.map(\.type).joined(), members, to: raw)
    case .entry(let key, let content):
      append("e", key.type + content.type, [key, content], to: raw)
    case .variant(let content): append("v", content.type, [content], to: raw)
    }
  }

  /// Appends a value of a basic type, given by its type code. Returns a negative `errno` if that fails.
  private static func append<Value>(_ type: String, _ value: Value, to raw: OpaquePointer) -> Int32
  {
    withUnsafePointer(to: value) { sd_bus_message_append_basic(raw, code(type), $0) }
  }

  /// Appends a container with its values. Returns a negative `errno` if that fails.
  /// - Parameters:
  ///   - container: Its type code: `a`, `r`, `e` or `v`.
  ///   - contents: The types in it, in the notation of D-Bus.
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
}
