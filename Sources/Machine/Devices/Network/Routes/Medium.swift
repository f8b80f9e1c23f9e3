import Scheduling

/// The medium of an interface.
enum Medium {
  /// Returns the medium of an interface. For a virtual one, this is the medium of an interface below it, as far as it
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
    guard link.isTunnel else {
      return below(link.name, index: Int(link.index), tree) ?? .ethernet
    }
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
  private static func radio(_ name: String, index: Int, _ tree: KernelTree) -> Network? {
    if let path = directory(of: name, index: index, tree) {
      let type = tree.variable("DEVTYPE", of: path)
      if type == "wlan" || !tree.names(in: "\(path)/wireless").isEmpty { return .wifi }
      if type == "wwan" { return .cellular }
    }
    return medium(named: name)
  }

  /// Returns the medium of a card, an adapter or a modem, from /sys or its name; `nil` for an interface that is not
  /// known to be such a device.
  static func device(_ name: String, index: Int, _ tree: KernelTree) -> Network? {
    if let medium = radio(name, index: index, tree) { return medium }
    let path = directory(of: name, index: index, tree)
    return path.map { !tree.names(in: "\($0)/device").isEmpty } == true ? .ethernet : nil
  }

  /// Returns the preferred medium of the running devices below a bridge, a bond or a VLAN, according to /sys; `nil` if
  /// there is none, as below a bridge of virtual machines.
  ///
  /// - Parameter levels: The number of levels to follow, such as a bridge of a VLAN of a bond. The kernel allows eight.
  static func below(
    _ name: String, index: Int, _ tree: KernelTree, levels: Int = 8
  ) -> Network? {
    guard levels > 0, let path = directory(of: name, index: index, tree) else { return nil }
    let prefix = "lower_"
    let names = tree.names(in: path).filter { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
    return preferred(
      names.compactMap { name in
        let path = "/sys/class/net/\(name)"
        guard tree.number("\(path)/carrier") == 1, let index = tree.number("\(path)/ifindex")
        else { return nil }
        return device(name, index: index, tree)
          ?? below(name, index: index, tree, levels: levels - 1)
      })
  }

  /// Returns the medium that is usually preferred: cable, wireless, modem; `nil` if there is none.
  static func preferred(_ media: [Network]) -> Network? {
    [.ethernet, .wifi, .cellular].first { media.contains($0) }
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
