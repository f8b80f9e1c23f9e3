/// The route of packets to the internet: the interface, and its router. A query to the kernel covers cases that a
/// search for a default route would miss: several tables, rules, and the two halves of the internet that some
/// tunnels route separately.
struct DefaultRoute: Hashable {
  /// The interface's index.
  var link: Int32
  /// The router's address, 4 or 16 bytes; `nil` on a link that needs none.
  var gateway: [UInt8]?

  /// Reads an answer.
  /// - Returns: `nil` if there is no route, such as an "unreachable" one.
  init?(_ message: RouteMessage) {
    // `struct rtmsg`: the type of the route is its eighth byte, 1 for a usable one.
    guard message.kind == RouteMessage.Kind.newRoute, message.body.count >= 12,
      message.body[7] == 1
    else { return nil }
    let attributes = message.attributes(after: 12)
    // RTA_OIF.
    guard let index = attributes[4] else { return nil }
    link = RouteMessage.number(index, at: 0)
    // RTA_GATEWAY, or RTA_VIA: a router of the other family, after two bytes for the family.
    gateway = attributes[5] ?? attributes[18].map { Array($0.dropFirst(2)) }
  }
}
