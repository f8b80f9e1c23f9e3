import Bus
import Scheduling

/// NetworkManager's state of the whole connection (org.freedesktop.NetworkManager).
struct NetworkManagerReading: Equatable {
  /// The network; `nil` if it is unknown, or its medium is.
  var network: Network?
  var isMetered: Bool?
  /// The object of the connection that leads to the internet; `nil` if there is none.
  var connection: String?
  /// All devices, managed or not.
  var devices: [String]

  /// Reads the properties of NetworkManager's own object.
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

  /// Reads `NMState`: 60 is a default route whose target was not reached, as on a network with a NAS and no
  /// internet; 50 and less have no route. `NMConnectivityState` 2 is a portal, which blocks all access until the
  /// user has signed in. The result is `nil` if the state is unknown, or has no route yet during the start.
  private static func network(_ properties: [String: BusValue]) -> Network? {
    guard let state = properties["State"]?.unsigned, state > 0 else { return nil }
    let isStarting = properties["Startup"]?.flag == true
    if state < 60, isStarting { return nil }
    if state < 60 || properties["Connectivity"]?.unsigned == 2 { return Network.none }
    return medium(properties["PrimaryConnectionType"]?.text ?? "")
  }

  /// Returns the medium for NetworkManager's type of the primary connection; `nil` if it is unknown. All types that are
  /// not listed here count as a cable.
  private static func medium(_ type: String) -> Network? {
    switch type {
    // A connection of another service, or one that is just changing.
    case "": nil
    case "802-11-wireless", "802-11-olpc-mesh", "wifi-p2p": .wifi
    // A telephone shares its connection over Bluetooth.
    case "gsm", "cdma", "bluetooth": .cellular
    // The medium below a tunnel is unknown.
    case "wireguard", "tun", "ip-tunnel", "vpn": nil
    default: .ethernet
    }
  }

  /// Whether the connection is metered, from the number of `NMMetered`; `nil` if it is unknown. A guess counts as
  /// knowledge.
  private static func isMetered(_ metered: UInt64?) -> Bool? {
    switch metered {
    case 1, 3: true
    case 2, 4: false
    default: nil
    }
  }
}

extension NetworkManagerReading {
  /// Whether a device leads to a network, and NetworkManager does not manage it (`NM_DEVICE_STATE_UNMANAGED`), such
  /// as those in /etc/network/interfaces on Debian. NetworkManager then reports the machine as disconnected,
  /// whatever its state is.
  static func isManagedElsewhere(_ device: [String: BusValue]) -> Bool {
    // `NMDeviceType`: Ethernet, Wi-Fi, modem.
    guard let type = device["DeviceType"]?.unsigned, [1, 2, 8].contains(type) else { return false }
    return device["State"]?.unsigned == 10
  }
}
