import Scheduling

/// The medium of an interface.
enum Medium {
  /// Returns the medium of an interface. For a virtual one, this is the medium of the interface below it, as far as it
  /// can be found. An unknown medium counts as a cable. A tunnel is no network if all interfaces that can be below it
  /// are down.
  /// - Parameters:
  ///   - links: All interfaces, to find the one below a tunnel.
  ///   - tree: The tree with /sys.
  static func network(of link: NetworkLink, among links: [NetworkLink], _ tree: KernelTree)
    -> Network
  {
    if let medium = radioMedium(of: link, tree) { return medium }
    // Each end of a pair of virtual interfaces names the other as the one below it.
    let lower = links.first { $0.index == link.lower && $0.lower != link.index }
    if let lower {
      // Without this interface, so that a longer circle also ends.
      let otherLinks = links.filter { $0.index != link.index }
      return network(of: lower, among: otherLinks, tree)
    }
    guard link.isTunnel else { return .ethernet }
    // The interface below a tunnel is unknown. If all candidates have the same medium, it is that one.
    let candidates = links.filter { leadsOut($0, tree) }
    let running = candidates.filter(\.isRunning)
    // Without any device, the interface below is in another network namespace.
    if running.isEmpty, candidates.contains(where: { deviceMedium(of: $0, tree) != nil }) {
      return .none
    }
    let media = Set(running.compactMap { deviceMedium(of: $0, tree) })
    return media.count == 1 ? media.first ?? .ethernet : .ethernet
  }

  /// Returns the medium of a card, an adapter or a modem; `nil` for a virtual interface.
  private static func deviceMedium(of link: NetworkLink, _ tree: KernelTree) -> Network? {
    radioMedium(of: link, tree) ?? (link.isVirtual ? nil : .ethernet)
  }

  /// Returns whether the packets of a tunnel can leave the machine through an interface.
  private static func leadsOut(_ link: NetworkLink, _ tree: KernelTree) -> Bool {
    if radioMedium(of: link, tree) != nil || link.isPPP { return true }
    return !link.isTunnel && !link.staysInside
  }

  /// Returns the medium if the kernel or the interface's name identifies it as a radio; `nil` otherwise.
  private static func radioMedium(of link: NetworkLink, _ tree: KernelTree) -> Network? {
    if link.hardware == rawPackets { return .cellular }
    return radio(link.name, index: Int(link.index), tree)
  }

  /// Returns the kind of radio of an interface, from /sys or its name; `nil` if it is no radio, or not known to be one.
  static func radio(_ name: String, index: Int, _ tree: KernelTree) -> Network? {
    if let path = directory(of: name, index: index, tree) {
      let type = tree.variable("DEVTYPE", of: path)
      if type == "wlan" || !tree.names(in: "\(path)/wireless").isEmpty { return .wifi }
      if type == "wwan" { return .cellular }
    }
    return medium(named: name)
  }

  /// Returns whether an interface is known to be a card or an adapter, which is no virtual interface.
  static func isDevice(_ name: String, index: Int, _ tree: KernelTree) -> Bool {
    directory(of: name, index: index, tree).map { !tree.names(in: "\($0)/device").isEmpty } ?? false
  }

  /// Returns the directory of an interface in /sys; `nil` if /sys shows another interface with this name: in a network
  /// namespace of our own, its interfaces may differ from the socket's.
  private static func directory(of name: String, index: Int, _ tree: KernelTree) -> String? {
    let path = "/sys/class/net/\(name)"
    return tree.number("\(path)/ifindex") == index ? path : nil
  }

  /// The hardware of modems (ARPHRD_RAWIP).
  private static let rawPackets: UInt16 = 519

  /// Returns the medium by the name (systemd.net-naming-scheme(7), and the kernel's own names); `nil` for other
  /// names.
  private static func medium(named name: String) -> Network? {
    if name.hasPrefix("wl") { return .wifi }
    return name.hasPrefix("ww") ? .cellular : nil
  }
}
