import Scheduling

/// The network according to the routes.
struct NetworkReading {
  var network: Network
  /// The names of the interfaces that run, and `vpn` if one of them is a tunnel of a VPN.
  var names: [ExactString]
  /// The router's hardware address, which distinguishes networks; `nil` for a link without a router, and until the
  /// address is known.
  var gatewayAddress: [UInt8]?
  /// Whether the router's address may become known soon.
  var isGatewayAwaited: Bool

  /// Queries the kernel.
  /// - Returns: `nil` if it does not answer.
  init?(_ socket: RouteSocket, _ tree: KernelTree) {
    gatewayAddress = nil
    isGatewayAwaited = false
    guard let links = Self.links(socket) else { return nil }
    names = Self.names(of: links)
    guard let route = Self.routeToInternet(socket),
      let link = links.first(where: { $0.index == route.link }), link.isRunning, !link.isLoopback
    else {
      network = .none
      return
    }
    network = Medium.network(of: link, among: links, tree)
    // The other end of a tunnel does not identify the local network.
    guard let gateway = route.gateway, !link.isTunnel else { return }
    gatewayAddress = Self.hardwareAddress(of: gateway, on: route.link, socket)
    // The kernel asks the router for its address at the first packet to it.
    isGatewayAwaited = gatewayAddress == nil
  }

  /// Returns the names of the running interfaces, without the loopback and the ends of pairs (`veth`). Adds `vpn` if
  /// one of them is a tunnel of a VPN.
  private static func names(of links: [NetworkLink]) -> [ExactString] {
    let links = links.filter { $0.isRunning && !$0.isLoopback && $0.driver != "veth" }
    // The first interfaces are the physical ones.
    let names = links.sorted { $0.index < $1.index }.compactMap { NetworkName.cleaned($0.name) }
    // One place is left for `vpn`.
    let kept = names.prefix(NetworkName.most - 1)
    return NetworkName.listed(kept + (links.contains(where: \.isOfVPN) ? [NetworkName.vpn] : []))
  }

  /// Queries the kernel for all interfaces; `nil` if it does not answer.
  private static func links(_ socket: RouteSocket) -> [NetworkLink]? {
    socket.query(RouteMessage.Kind.getLink, RouteQuery.link(nil), forAll: true)?
      .compactMap { NetworkLink($0) }
  }

  /// Returns the kernel's route to the internet by IPv4, or else by IPv6; `nil` if there is none.
  private static func routeToInternet(_ socket: RouteSocket) -> DefaultRoute? {
    for family in [RouteQuery.Family.version4, .version6] {
      let answer = socket.query(RouteMessage.Kind.getRoute, RouteQuery.route(family))
      if let route = answer?.lazy.compactMap({ DefaultRoute($0) }).first { return route }
    }
    return nil
  }

  /// Returns the router's hardware address according to the kernel's table of neighbours; `nil` if it is not known yet.
  private static func hardwareAddress(
    of gateway: [UInt8], on link: Int32, _ socket: RouteSocket
  ) -> [UInt8]? {
    let question = RouteQuery.neighbour(gateway, on: link)
    let answer = socket.query(RouteMessage.Kind.getNeighbour, question)?.first
    guard let answer, answer.kind == RouteMessage.Kind.newNeighbour else { return nil }
    // `struct ndmsg`, and NDA_LLADDR. An unknown address is missing or zero.
    guard let address = answer.attributes(after: 12)[2], address.contains(where: { $0 != 0 })
    else { return nil }
    return address
  }
}
