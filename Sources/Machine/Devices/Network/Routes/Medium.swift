import Scheduling

/// Over what an interface sends.
enum Medium {
  /// - Parameters:
  ///   - links: all interfaces, for what a tunnel may lie on.
  ///   - tree: where /sys is.
  static func network(of link: NetworkLink, among links: [NetworkLink], _ tree: KernelTree)
    -> Network
  {
    if let own = told(link, tree) { return own }
    if let lower = links.first(where: { $0.index == link.lower && $0.lower != link.index }) {
      return network(of: lower, among: links.filter { $0.index != link.index }, tree)
    }
    guard link.isTunnel else { return .ethernet }
    // A tunnel does not say what it goes over. Where all that could be it are alike, it is that.
    let media = Set(
      links.filter(\.isRunning).compactMap { told($0, tree) ?? ($0.isVirtual ? nil : .ethernet) })
    return media.count == 1 ? media.first ?? .ethernet : .ethernet
  }

  /// Where the kernel or the interface's name says that it is a radio.
  private static func told(_ link: NetworkLink, _ tree: KernelTree) -> Network? {
    if link.hardware == rawPackets { return .cellular }
    return radio(link.name, index: Int(link.index), tree)
  }

  /// Nil where it is none, or not known to be one.
  static func radio(_ name: String, index: Int, _ tree: KernelTree) -> Network? {
    let place = "/sys/class/net/\(name)"
    // In a network namespace of our own, /sys may show other interfaces than the socket does.
    if tree.number("\(place)/ifindex") == index {
      let type = tree.variable("DEVTYPE", of: place)
      if type == "wlan" || !tree.names(in: "\(place)/wireless").isEmpty { return .wifi }
      if type == "wwan" { return .cellular }
    }
    return named(name)
  }

  /// The hardware of modems (ARPHRD_RAWIP).
  private static let rawPackets: UInt16 = 519

  /// systemd.net-naming-scheme(7), and the kernel's own names.
  private static func named(_ name: String) -> Network? {
    if name.hasPrefix("wl") { return .wifi }
    return name.hasPrefix("ww") ? .cellular : nil
  }
}
