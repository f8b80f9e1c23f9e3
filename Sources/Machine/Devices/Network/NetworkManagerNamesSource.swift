import Bus
import Scheduling

/// The names of the connected networks, from NetworkManager: connections, wireless networks, and `vpn`.
final class NetworkManagerNamesSource: DeviceSource {
  let name = "networkmanager-names"
  private let bus: Bus
  private var service: BusService?
  private var manager: BusProperties?
  private var changes: BusMatch?
  private var report: ReportFilter?
  /// Number of the last change: answers to earlier queries are ignored.
  private var lastChange = 0

  private static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"

  /// - Parameter bus: The system bus.
  init(on bus: Bus) {
    self.bus = bus
  }

  /// Follows the list of active connections, and the properties of each. Each change causes a complete reading.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    let service = BusService(Self.service, on: bus)
    self.service = service
    changes = service.match(
      "PropertiesChanged", interface: BusService.properties,
      argument: Self.service + ".Connection.Active"
    ) { [weak self] _ in self?.read() }
    manager = BusProperties(of: Self.path, interface: Self.service, service: service) {
      [weak self] _ in self?.read()
    }
  }

  /// Stops following NetworkManager. Nothing is reported any more.
  func stop() {
    if let changes { bus.remove(changes) }
    manager?.stop()
    service?.stop()
    changes = nil
    manager = nil
    service = nil
    report = nil
  }

  /// Queries the active connections, then the access points of wireless ones, and reports the names. Reports no value
  /// if NetworkManager is absent. Does nothing while its presence is not known yet, and keeps the last names while it
  /// starts, since its list is not complete then.
  private func read() {
    lastChange += 1
    guard let manager, manager.isSettled else { return }
    guard let properties = manager.properties,
      let active = properties["ActiveConnections"]?.elements.compactMap(\.text)
    else {
      report?.send([])
      return
    }
    if properties["Startup"]?.flag == true {
      keepLast()
      return
    }
    let devices = properties["Devices"]?.elements.compactMap(\.text) ?? []
    askAll(active, interface: "Connection.Active") { [weak self] connections in
      let names = NetworkManagerNames(connections)
      if names.hasOwn {
        self?.readAccessPoints(names)
      } else {
        self?.makeSure(of: names, devices)
      }
    }
  }

  private func readAccessPoints(_ names: NetworkManagerNames) {
    askAll(names.accessPoints, interface: "AccessPoint") { [weak self] points in
      var names = names
      names.add(points)
      self?.report?.send([names.value])
    }
  }

  /// Reports the names if NetworkManager would know of a network; otherwise reports that nothing is known.
  private func makeSure(of names: NetworkManagerNames, _ devices: [String]) {
    askAll(devices, interface: "Device") { [weak self] devices in
      let isKnowing = !devices.contains { NetworkManagerReading.isManagedElsewhere($0) }
      self?.report?.send(isKnowing ? [names.value] : [])
    }
  }

  /// Keeps the last report. If there is none, reports that nothing is known, since a start waits for a report.
  private func keepLast() {
    if let report, report.last == nil { report.send([]) }
  }

  /// Queries the properties of the objects; ignores the answers if something changes before all have arrived. If a
  /// query fails, keeps the last report until the next change, since a network would seem to be absent.
  private func askAll(
    _ paths: [String], interface: String, then: @escaping ([[String: BusValue]]) -> Void
  ) {
    let change = lastChange
    service?.askAll(paths, interface: Self.service + "." + interface) { [weak self] answers in
      guard let self, change == lastChange else { return }
      let known = answers.compactMap(\.self)
      if known.count == answers.count { then(known) } else { keepLast() }
    }
  }
}
