import Bus
import Buses

/// NetworkManager, as python-dbusmock simulates it: connected by cable, unless a test changes that.
struct NetworkManagerMock {
  let service: MockService

  private static let path = "/org/freedesktop/NetworkManager"
  private static let interface = "org.freedesktop.NetworkManager"

  init(on bus: PrivateBus) throws {
    service = try MockService(
      template: "networkmanager", name: "org.freedesktop.NetworkManager",
      path: "/org/freedesktop", on: bus)
    try service.add(
      [
        "Metered": .uint32(0), "PrimaryConnection": .path("/"),
        "PrimaryConnectionType": .string("802-3-ethernet"),
      ], path: Self.path, interface: Self.interface)
    // For followers that have already found the service.
    try set(["Metered": .uint32(0), "PrimaryConnectionType": .string("802-3-ethernet")])
  }

  func set(_ properties: [String: BusValue]) throws {
    try service.set(properties, path: Self.path, interface: Self.interface)
  }

  /// - Parameter state: `NMDeviceState`: 10 unmanaged, 30 disconnected, 100 activated.
  func addEthernet(_ name: String, state: Int32) throws {
    try service.mock("AddEthernetDevice", [.string(name), .string(name), .int32(state)])
  }

  /// Makes a wireless connection the primary one.
  func connect(_ name: String, uuid: String) throws {
    let path = "\(Self.path)/ActiveConnection/\(name)"
    try service.addObject(
      path, interface: Self.interface + ".Connection.Active", ["Uuid": .string(uuid)])
    // The methods of dbusmock that change properties do not support paths.
    try service.call(
      "Set", [.string(Self.interface), .string("PrimaryConnection"), .variant(.path(path))],
      path: Self.path, interface: "org.freedesktop.DBus.Properties")
    try set(["PrimaryConnectionType": .string("802-11-wireless")])
  }
}
