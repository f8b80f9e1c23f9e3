/// A network interface, as reported by rtnetlink: `struct ifinfomsg` and attributes.
struct NetworkLink: Hashable {
  var index: Int32
  var name: String
  /// The hardware type (ARPHRD_* in linux/if_arp.h).
  var hardware: UInt16
  /// Whether the link is up, with a carrier.
  var isRunning: Bool
  /// The driver of a virtual interface: "wireguard", "bridge"; `nil` for others.
  var driver: String?
  /// The interface below this one, in the same network namespace; `nil` if there is none.
  var lower: Int32?
  /// Whether the link is a port of another one, such as a bridge.
  var isPort: Bool

  private static let up: UInt32 = 1
  private static let hasCarrier: UInt32 = 1 << 16

  /// Returns the driver's name from the attribute IFLA_LINKINFO, with IFLA_INFO_KIND in it; `nil` if it is missing.
  private static func driver(_ info: [UInt8]?) -> String? {
    guard let info, let kind = RouteMessage.attributes(in: info)[1] else { return nil }
    return String(decoding: kind.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Whether packets leave through another, unknown interface: tun and WireGuard (ARPHRD_NONE), PPP, and the
  /// kernel's own tunnels (ARPHRD_TUNNEL, TUNNEL6, SIT, IPGRE, IP6GRE).
  var isTunnel: Bool {
    [65534, 512, 768, 769, 776, 778, 823].contains(hardware)
  }

  /// Whether the link is PPP, which can be the line of a modem, and then needs no other interface.
  var isPPP: Bool { hardware == 512 }

  /// Whether the link leads only to containers or virtual machines, or nowhere: a bridge without a medium, and its
  /// virtual ports.
  var staysInside: Bool {
    isLoopback || ["bridge", "dummy", "tun"].contains(driver) || (isPort && driver != nil)
  }

  /// Whether the link is the interface of a VPN: WireGuard, or a program with a tunnel for packets.
  var isOfVPN: Bool {
    hardware == 65534 && ["wireguard", "tun", "xfrm"].contains(driver)
  }

  var isLoopback: Bool { hardware == 772 }

  /// Whether the link is no physical device: a bridge of containers, one end of a pair.
  var isVirtual: Bool { driver != nil || isTunnel || isLoopback }
}

extension NetworkLink {
  /// Reads a message about an interface; `nil` for other messages, and if the name is missing.
  init?(_ message: RouteMessage) {
    guard message.kind == RouteMessage.Kind.newLink, message.body.count >= 16 else { return nil }
    let attributes = message.attributes(after: 16)
    // IFLA_IFNAME, with a NUL at its end.
    guard let name = attributes[3] else { return nil }
    self.name = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    // `struct ifinfomsg`: the hardware type, the index, the flags.
    hardware = RouteMessage.number(message.body, at: 2)
    index = RouteMessage.number(message.body, at: 4)
    let flags: UInt32 = RouteMessage.number(message.body, at: 8)
    isRunning = flags & Self.up != 0 && flags & Self.hasCarrier != 0
    // IFLA_MASTER.
    isPort = attributes[10] != nil
    // IFLA_LINKINFO.
    driver = Self.driver(attributes[18])
    // IFLA_LINK, unless IFLA_LINK_NETNSID places it in another namespace: the other end of a pair.
    let below: Int32 = attributes[5].map { RouteMessage.number($0, at: 0) } ?? 0
    let isInThisNamespace = attributes[37] == nil
    lower = isInThisNamespace && below > 0 && below != index ? below : nil
  }
}
