/// A message of the kernel about links, routes and neighbours (rtnetlink(7)): a header of 16 bytes, a fixed part,
/// then attributes, all in the machine's own byte order.
struct RouteMessage {
  /// Types of messages (linux/rtnetlink.h, linux/netlink.h).
  enum Kind {
    static let error: UInt16 = 2
    static let newLink: UInt16 = 16
    static let getLink: UInt16 = 18
    static let newRoute: UInt16 = 24
    static let getRoute: UInt16 = 26
    static let newNeighbour: UInt16 = 28
    static let getNeighbour: UInt16 = 30
  }

  static let headBytes = 16
  /// NLM_F_MULTI.
  private static let partFlag: UInt16 = 2

  var kind: UInt16
  var sequence: UInt32
  /// Whether more messages belong to it (NLM_F_MULTI).
  var isPart: Bool
  var body: [UInt8]

  /// Splits a datagram into messages, up to its end or to an invalid one.
  static func messages(in bytes: [UInt8]) -> [RouteMessage] {
    var messages = [RouteMessage]()
    var offset = 0
    // `struct nlmsghdr`: the length of 4 bytes, the type and the flags of 2 each, the number of 4, and the sender.
    while offset + headBytes <= bytes.count {
      let length = Int(number(bytes, at: offset) as UInt32)
      guard length >= headBytes, offset + length <= bytes.count else { break }
      let flags: UInt16 = number(bytes, at: offset + 6)
      messages.append(
        RouteMessage(
          kind: number(bytes, at: offset + 4), sequence: number(bytes, at: offset + 8),
          isPart: flags & partFlag != 0,
          body: Array(bytes[offset + headBytes..<offset + length])))
      offset += aligned(length)
    }
    return messages
  }

  /// Returns the attributes after a fixed part of `fixedBytes` bytes, by type; the last of several.
  func attributes(after fixedBytes: Int) -> [UInt16: [UInt8]] {
    Self.attributes(in: body, from: fixedBytes)
  }

  /// Parses the attributes from the offset `start` on, up to the end or to an invalid one. Of several with one type,
  /// the last is returned.
  static func attributes(in bytes: [UInt8], from start: Int = 0) -> [UInt16: [UInt8]] {
    var attributes: [UInt16: [UInt8]] = [:]
    var offset = start
    // Each begins with its length and its type, of 2 bytes each.
    while offset + 4 <= bytes.count {
      let length = Int(number(bytes, at: offset) as UInt16)
      guard length >= 4, offset + length <= bytes.count else { break }
      // The upper two bits are flags for the encoding of the value.
      let type: UInt16 = number(bytes, at: offset + 2)
      attributes[type & 0x3FFF] = Array(bytes[offset + 4..<offset + length])
      offset += aligned(length)
    }
    return attributes
  }

  /// Returns the number at an offset; 0 beyond the end.
  static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> Number {
    guard offset + MemoryLayout<Number>.size <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }

  /// Returns the length rounded up to a multiple of 4: each message and each attribute begins at one.
  static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension [UInt8] {
  /// Appends a number in the machine's byte order.
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }

  /// Appends an attribute with its length and type, and pads it to a multiple of four bytes.
  mutating func append(attribute type: UInt16, _ value: [UInt8]) {
    append(number: UInt16(4 + value.count))
    append(number: type)
    append(contentsOf: value)
    append(contentsOf: repeatElement(0, count: RouteMessage.aligned(count) - count))
  }
}
