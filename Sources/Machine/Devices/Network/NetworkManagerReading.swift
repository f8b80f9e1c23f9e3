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

  /// The lowest `NMState` with a default route. Its target was not reached, as on a network with a NAS and no internet.
  private static let lowestStateWithRoute: UInt64 = 60
  /// The `NMConnectivityState` of a portal, which blocks all access until the user has signed in.
  private static let portal: UInt64 = 2

  /// Reads the network from `NMState` and the type of the primary connection. The result is `nil` if the state is
  /// unknown, or has no route yet during the start.
  private static func network(_ properties: [String: BusValue]) -> Network? {
    guard let state = properties["State"]?.unsigned, state > 0 else { return nil }
    let isStarting = properties["Startup"]?.flag == true
    let hasRoute = state >= lowestStateWithRoute
    if !hasRoute, isStarting { return nil }
    let isBehindPortal = properties["Connectivity"]?.unsigned == portal
    if !hasRoute || isBehindPortal { return Network.none }
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
    // Yes, and probably yes.
    case 1, 3: true
    // No, and probably no.
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
    let unmanaged: UInt64 = 10
    return device["State"]?.unsigned == unmanaged
  }
}
