import Bus
import Scheduling

/// An interface, as systemd-networkd sees it (org.freedesktop.network1(5)).
struct NetworkdLink: Equatable {
  var index: Int
  var name: String
  var isManaged: Bool
  /// Whether it has an address that is valid beyond the link itself (networkctl(1)).
  var isRoutable: Bool

  /// - Parameters:
  ///   - listed: a member of what `ListLinks` returns: index, name, path.
  ///   - properties: those of the object at the path.
  init?(_ listed: BusValue, _ properties: [String: BusValue]) {
    guard listed.elements.count > 2, case .int32(let index) = listed.elements[0],
      let name = listed.elements[1].text
    else { return nil }
    self.index = Int(index)
    self.name = name
    let administration = properties["AdministrativeState"]?.text
    isManaged = administration == "configured" || administration == "configuring"
    isRoutable = properties["OperationalState"]?.text == "routable"
  }

  /// What all interfaces say together.
  ///
  /// Not the manager's own sum of it: that calls a machine online by a cable to nowhere, and offline
  /// where another service looks after the interface that leads out.
  ///
  /// - Returns: nil where networkd looks after none, or others after one that may lead out.
  static func network(_ links: [NetworkdLink], _ tree: KernelTree) -> Network? {
    let managed = links.filter(\.isManaged)
    let routable = managed.filter(\.isRoutable)
    if !routable.isEmpty { return medium(routable, tree) }
    let isSomebodyElses = links.contains { !$0.isManaged && $0.isRoutable }
    return managed.isEmpty || isSomebodyElses ? nil : Network.none
  }

  /// Of several, the one that is usually preferred: cable, wireless, modem. A tunnel or a bridge
  /// does not say what it goes over.
  private static func medium(_ links: [NetworkdLink], _ tree: KernelTree) -> Network {
    let media = links.compactMap { link -> Network? in
      let isCable = ["en", "eth"].contains { link.name.hasPrefix($0) }
      return Medium.radio(link.name, index: link.index, tree) ?? (isCable ? .ethernet : nil)
    }
    return [.ethernet, .wifi, .cellular].first { media.contains($0) } ?? .ethernet
  }
}
