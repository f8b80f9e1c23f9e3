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
  private var lastChange = 0

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
    guard reading == nil || reading != last else { return }
    last = reading
    lastChange += 1
    guard let reading else {
      report?.send([])
      return
    }
    if reading.network == Network.none {
      makeSure(of: reading)
    } else if let connection = reading.connection, [.wifi, .cellular].contains(reading.network) {
      identify(reading, by: connection)
    } else {
      report?.send(reading.values)
    }
  }

  /// Queries all devices, and reports the absence of a network only if NetworkManager would know of one; otherwise
  /// reports that nothing is known.
  private func makeSure(of reading: NetworkManagerReading) {
    askAll(reading.devices, interface: Self.interface + ".Device") { [weak self] devices in
      let isKnowing = !devices.contains { NetworkManagerReading.isManagedElsewhere($0) }
      self?.report?.send(isKnowing ? reading.values : [])
    }
  }

  /// Reports a reading with the identity of its network, which is derived from the UUID of its profile. A profile for
  /// wireless networks is one network. A profile for a cable fits every socket; its network is better identified by the
  /// router.
  private func identify(_ reading: NetworkManagerReading, by connection: String) {
    askAll([connection], interface: Self.interface + ".Connection.Active") { [weak self] active in
      let uuid = active.first?["Uuid"]?.text
      let identity = uuid.flatMap { NetworkIdentity.digest(of: $0.utf8) }
      self?.report?.send(reading.values + (identity.map { [.networkID($0)] } ?? []))
    }
  }

  /// Queries the properties of the objects; ignores the answers if something changes before all have arrived.
  private func askAll(
    _ paths: [String], interface: String, then: @escaping ([[String: BusValue]]) -> Void
  ) {
    let change = lastChange
    service?.askAll(paths, interface: interface) { [weak self] answers in
      if change == self?.lastChange { then(answers.compactMap(\.self)) }
    }
  }
}
