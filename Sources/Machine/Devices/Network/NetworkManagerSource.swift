import Bus
import Scheduling

/// The network, whether it is metered, and its identity, from NetworkManager.
final class NetworkManagerSource: DeviceSource {
  let name = "networkmanager"
  private let bus: Bus
  private var service: BusService?
  private var manager: BusProperties?
  private var report: ReportFilter?
  private var last: NetworkManagerReading?
  /// Number of the last change of the manager: answers to earlier queries are ignored.
  private var changeNumber = 0

  private static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  private static let interface = "org.freedesktop.NetworkManager"

  /// - Parameter bus: The system bus.
  init(on bus: Bus) {
    self.bus = bus
  }

  /// Follows the properties of NetworkManager itself, which summarize all connections.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    let service = BusService(Self.service, on: bus)
    self.service = service
    manager = BusProperties(of: Self.path, interface: Self.interface, service: service) {
      [weak self] properties in self?.apply(properties)
    }
  }

  /// Stops following NetworkManager. Nothing is reported any more.
  func stop() {
    manager?.stop()
    service?.stop()
    manager = nil
    service = nil
    report = nil
  }

  /// Reports a new state, in some cases after further queries: the absence of a network is verified, and a wireless or
  /// cellular network is identified. `nil` means that NetworkManager is absent.
  private func apply(_ properties: [String: BusValue]?) {
    let reading = properties.map { NetworkManagerReading($0) }
    // `last` is also `nil` before the first reading, and the first absence must be reported.
    guard reading == nil || reading != last else { return }
    last = reading
    changeNumber += 1
    guard let reading else {
      report?.send([])
      return
    }
    if reading.network == Network.none {
      reportNoNetwork(reading)
    } else if let connection = reading.connection, [.wifi, .cellular].contains(reading.network) {
      reportWithIdentity(reading, connection)
    } else {
      report?.send(reading.values)
    }
  }

  /// Queries all devices, and reports that there is no network only if NetworkManager manages them all; otherwise
  /// reports that nothing is known.
  private func reportNoNetwork(_ reading: NetworkManagerReading) {
    readProperties(of: reading.devices, interface: Self.interface + ".Device") {
      [weak self] devices in
      let managesAllNetworks = !devices.contains { NetworkManagerReading.isManagedElsewhere($0) }
      self?.report?.send(managesAllNetworks ? reading.values : [])
    }
  }

  /// Reports a reading with the identity of its network, which is derived from the UUID of its profile. A profile for
  /// wireless networks is one network. A profile for a cable fits every socket; its network is better identified by the
  /// router.
  private func reportWithIdentity(_ reading: NetworkManagerReading, _ connection: String) {
    readProperties(of: [connection], interface: Self.interface + ".Connection.Active") {
      [weak self] active in
      let uuid = active.first?["Uuid"]?.text
      let identity = uuid.flatMap { NetworkIdentity.digest(of: $0.utf8) }
      self?.report?.send(reading.values + (identity.map { [.networkID($0)] } ?? []))
    }
  }

  /// Reads the properties of the objects; ignores the answers if something changes before all have arrived.
  private func readProperties(
    of paths: [String], interface: String, then: @escaping ([[String: BusValue]]) -> Void
  ) {
    let number = changeNumber
    service?.readProperties(of: paths, interface: interface) { [weak self] answers in
      if number == self?.changeNumber { then(answers.compactMap(\.self)) }
    }
  }
}
