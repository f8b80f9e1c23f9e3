/// Queries to the kernel about the network, as bodies of messages.
enum RouteQuery {
  enum Family: UInt8 {
    case version4 = 2
    case version6 = 10

    /// An internet address that every default route covers: a root name server's. Nothing is sent there.
    var internetAddress: [UInt8] {
      switch self {
      case .version4: [198, 41, 0, 4]
      case .version6: [0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x30]
      }
    }
  }

  /// Returns the query for the route of a packet to the internet: `struct rtmsg` and RTA_DST.
  static func route(_ family: Family) -> [UInt8] {
    let bits = UInt8(family.internetAddress.count * 8)
    var body: [UInt8] = [family.rawValue, bits, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    body.append(attribute: 1, family.internetAddress)
    return body
  }

  /// Returns the query for the interface with this index, `struct ifinfomsg`; for all interfaces if `index` is `nil`.
  static func link(_ index: Int32?) -> [UInt8] {
    var body: [UInt8] = [0, 0, 0, 0]
    body.append(number: index ?? 0)
    body.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    return body
  }

  /// Returns the query for the hardware address of a router: `struct ndmsg` and NDA_DST.
  ///
  /// - Parameters:
  ///   - address: The router's internet address, 4 or 16 bytes.
  ///   - index: The index of the interface that leads to it.
  static func neighbour(_ address: [UInt8], on index: Int32) -> [UInt8] {
    let family: Family = address.count == 4 ? .version4 : .version6
    var body: [UInt8] = [family.rawValue, 0, 0, 0]
    body.append(number: index)
    body.append(contentsOf: [0, 0, 0, 0])
    body.append(attribute: 1, address)
    return body
  }
}
