import FoundationEssentials

/// The bytes of messages to send, each with its NUL.
package enum OutgoingFrame {
  /// A call. Parameters without members are left out, as UAPI.20 asks.
  package static func call(
    _ method: String, _ parameters: some Encodable, mode: CallMode = .single
  ) throws(EncodingFailure) -> [UInt8] {
    var frame = Builder()
    frame.member("method", string: method)
    frame.member("parameters", object: try Coding.encodeObject(parameters))
    if let flag = mode.flag { frame.memberTrue(flag) }
    return frame.finished()
  }

  /// A reply. - Parameter continues: Whether more replies to the same call follow.
  package static func reply(
    _ parameters: some Encodable, continues: Bool = false
  ) throws(EncodingFailure) -> [UInt8] {
    var frame = Builder()
    frame.member("parameters", object: try Coding.encodeObject(parameters))
    if continues { frame.memberTrue("continues") }
    return frame.finished()
  }

  /// An error reply. - Parameter name: The fully qualified name of the error.
  package static func error(
    _ name: String, _ parameters: some Encodable = NoParameters()
  ) throws(EncodingFailure) -> [UInt8] {
    var frame = Builder()
    frame.member("error", string: name)
    frame.member("parameters", object: try Coding.encodeObject(parameters))
    return frame.finished()
  }
}

/// Puts a message together from members that are JSON already, so that the parameters are encoded once and copied once.
private struct Builder {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  mutating func member(_ name: StaticString, object: Data) {
    // The shortest object is {}: no parameters.
    guard object.count > 2 else { return }
    bytes.reserveCapacity(bytes.count + object.count + 48)
    start("\(name)")
    bytes.append(contentsOf: object)
  }

  mutating func member(_ name: StaticString, string: String) {
    start("\(name)")
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0..<0x20: bytes.append(contentsOf: "\\u00".utf8 + Self.hexadecimal(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func memberTrue(_ name: String) {
    start(name)
    bytes.append(contentsOf: "true".utf8)
  }

  mutating func finished() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(0)
    return bytes
  }

  private mutating func start(_ name: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
