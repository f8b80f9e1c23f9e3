import Bus
import Buses

/// systemd-networkd, as far as python-dbusmock can simulate it: upstream has no mock of this service.
struct NetworkdMock {
  let service: MockService

  struct Link {
    var index: Int32
    var name: String
    var state = "routable"
    var administration = "configured"

    var path: String { "\(NetworkdMock.path)/link/_3\(index)" }
  }

  private static let path = "/org/freedesktop/network1"
  private static let interface = "org.freedesktop.network1"

  init(on bus: PrivateBus, _ links: [Link]) throws {
    service = try MockService(
      name: "org.freedesktop.network1", path: Self.path, interface: Self.interface + ".Manager",
      on: bus)
    for link in links {
      try service.addObject(
        link.path, interface: Self.interface + ".Link",
        [
          "OperationalState": .string(link.state),
          "AdministrativeState": .string(link.administration),
        ])
    }
    let list = links.map { "(\($0.index), '\($0.name)', '\($0.path)')" }.joined(separator: ", ")
    try service.mock(
      "AddMethod",
      [
        .string(Self.interface + ".Manager"), .string("ListLinks"), .string(""),
        .string("a(iso)"), .string("ret = dbus.Array([\(list)], signature='(iso)')"),
      ])
    let properties = ["OnlineState": BusValue.string("online")]
    try service.add(properties, interface: Self.interface + ".Manager")
    // For followers that have already found the service.
    try service.set(properties, interface: Self.interface + ".Manager")
  }

  func set(_ link: Link, state: String) throws {
    try service.set(
      ["OperationalState": .string(state)], path: link.path, interface: Self.interface + ".Link")
  }
}
