import Bus
import Scheduling

/// The networks to which NetworkManager has connected the machine, from the objects of its active connections.
struct NetworkManagerNames {
  /// The names of the activated connections, and `vpn` if one of them is a VPN.
  private(set) var names: [ExactString] = []
  /// The access points of wireless connections, whose networks have names of their own.
  private(set) var accessPoints: [String] = []
  /// Whether NetworkManager itself has made a connection. It also lists bridges and tunnels that other programs make.
  private(set) var hasMadeConnection = false

  /// Reads the properties of active connections (org.freedesktop.NetworkManager.Connection.Active).
  init(_ connections: [[String: BusValue]]) {
    for connection in connections where Self.isActivated(connection) {
      let (type, id) = (connection["Type"]?.text ?? "", connection["Id"]?.text ?? "")
      if type == "loopback" { continue }
      if let name = NetworkName.cleaned(id) { names.append(name) }
      if connection["Vpn"]?.flag == true || Self.isTunnel(type, id) {
        names.append(NetworkName.vpn)
      }
      // The object is the access point; "/" stands for none.
      if type == "802-11-wireless", let path = connection["SpecificObject"]?.text, path != "/" {
        accessPoints.append(path)
      }
      // Connections of these types can be those of other programs, which NetworkManager only lists.
      if !Self.typesMadeByOthers.contains(type) { hasMadeConnection = true }
    }
  }

  /// Adds the names of wireless networks, from the properties of access points.
  mutating func addWirelessNames(of accessPoints: [[String: BusValue]]) {
    for point in accessPoints {
      let bytes = point["Ssid"]?.elements.compactMap {
        $0.unsigned.map { UInt8(truncatingIfNeeded: $0) }
      }
      // The name of a wireless network need not be text.
      if let bytes, let name = NetworkName.cleaned(String(decoding: bytes, as: UTF8.self)) {
        names.append(name)
      }
    }
  }

  /// The value of the device's field.
  var value: DeviceValue { .networkNames(NetworkName.listed(names)) }

  private static let typesMadeByOthers: Set = ["bridge", "dummy", "tun", "veth"]

  /// Whether a connection is established (`NM_ACTIVE_CONNECTION_STATE_ACTIVATED`).
  private static func isActivated(_ connection: [String: BusValue]) -> Bool {
    connection["State"]?.unsigned == 2
  }

  /// Whether a connection without a profile for a VPN is one: WireGuard, or the interface of another VPN program, but
  /// not that of a virtual machine.
  private static func isTunnel(_ type: String, _ id: String) -> Bool {
    switch type {
    case "vpn", "wireguard": true
    // Virtual machines have interfaces with these names.
    case "tun": !id.hasPrefix("tap") && !id.hasPrefix("vnet")
    default: false
    }
  }
}
