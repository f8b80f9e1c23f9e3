import Bus
import Scheduling

/// What NetworkManager says of the connection as a whole (org.freedesktop.NetworkManager).
struct NetworkManagerReading: Equatable {
  /// Nil where it does not know, or not say over what.
  var network: Network?
  var isMetered: Bool?
  /// The object of the connection that leads to the internet.
  var connection: String?
  /// All devices, managed or not.
  var devices: [String]

  init(_ properties: [String: BusValue]) {
    network = Self.network(properties)
    isMetered = network == Network.none ? nil : Self.isMetered(properties["Metered"]?.unsigned)
    let path = properties["PrimaryConnection"]?.text
    connection = network == Network.none || path == "/" ? nil : path
    devices = properties["Devices"]?.elements.compactMap(\.text) ?? []
  }

  var values: [DeviceValue] {
    [network.map { .network($0) }, isMetered.map { .metered($0) }].compactMap(\.self)
  }

  /// `NMState`: 60 is a default route, though what lies behind it was not reached, as on a network
  /// with a NAS and no internet; 50 and less have none. `NMConnectivityState` 2 is a portal, behind
  /// which nothing can be reached until somebody has signed in. While it starts it does not know yet.
  private static func network(_ properties: [String: BusValue]) -> Network? {
    guard let state = properties["State"]?.unsigned, state > 0 else { return nil }
    let isStarting = properties["Startup"]?.flag == true
    if state < 60, isStarting { return nil }
    if state < 60 || properties["Connectivity"]?.unsigned == 2 { return Network.none }
    return medium(properties["PrimaryConnectionType"]?.text ?? "")
  }

  private static func medium(_ type: String) -> Network? {
    switch type {
    // Somebody else's connection, or one that is just changing.
    case "": nil
    case "802-11-wireless", "802-11-olpc-mesh", "wifi-p2p": .wifi
    // Over Bluetooth a telephone lends its connection.
    case "gsm", "cdma", "bluetooth": .cellular
    // A tunnel does not say what it goes over.
    case "wireguard", "tun", "ip-tunnel", "vpn": nil
    default: .ethernet
    }
  }

  /// `NMMetered`; a guess counts as knowledge.
  private static func isMetered(_ metered: UInt64?) -> Bool? {
    switch metered {
    case 1, 3: true
    case 2, 4: false
    default: nil
    }
  }
}

extension NetworkManagerReading {
  /// Whether a device is one that leads somewhere, and that NetworkManager leaves to others
  /// (`NM_DEVICE_STATE_UNMANAGED`), as what /etc/network/interfaces names on Debian. Then it calls
  /// the machine disconnected, whatever is true.
  static func isSomebodyElses(_ device: [String: BusValue]) -> Bool {
    // `NMDeviceType`: Ethernet, Wi-Fi, modem.
    guard let type = device["DeviceType"]?.unsigned, [1, 2, 8].contains(type) else { return false }
    return device["State"]?.unsigned == 10
  }
}
