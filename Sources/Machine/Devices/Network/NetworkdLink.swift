import Bus
import Scheduling

/// An interface, according to systemd-networkd (org.freedesktop.network1(5)).
struct NetworkdLink: Equatable {
  var index: Int
  var name: String
  var isManaged: Bool
  /// Whether the link has an address that is valid beyond the link itself (networkctl(1)).
  var isRoutable: Bool

  /// Reads an interface; `nil` if `listed` is not valid.
  /// - Parameters:
  ///   - listed: A member of the result of `ListLinks`: index, name, path.
  ///   - properties: The properties of the object at the path.
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

  /// Returns the network of all interfaces together.
  ///
  /// The manager's own summary is not used: it reports a machine as online with a cable to nowhere, and as offline
  /// if another service manages the outgoing interface.
  ///
  /// - Returns: `nil` if networkd manages none, if another service manages one that may lead out, and if only tunnels,
  ///   ends of containers, and bridges without a running device below them are routable: they have addresses also
  ///   without a network.
  static func network(_ links: [NetworkdLink], _ tree: KernelTree) -> Network? {
    let managed = links.filter(\.isManaged)
    let routable = managed.filter(\.isRoutable)
    if !routable.isEmpty { return medium(routable, tree) }
    let isManagedElsewhere = links.contains { !$0.isManaged && $0.isRoutable }
    return managed.isEmpty || isManagedElsewhere ? nil : Network.none
  }

  /// Returns the medium of these interfaces that is usually preferred; `nil` if none is known.
  private static func medium(_ links: [NetworkdLink], _ tree: KernelTree) -> Network? {
    Medium.preferred(
      links.compactMap { link in
        // The administrator can have named a cable, such as `lan0`.
        let isNamedAsCable = ["en", "eth"].contains { link.name.hasPrefix($0) }
        return Medium.device(link.name, index: link.index, tree)
          ?? (isNamedAsCable ? .ethernet : Medium.below(link.name, index: link.index, tree))
      })
  }
}
