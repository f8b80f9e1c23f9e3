import Bus
import Scheduling

/// The names of the connected networks, from NetworkManager: connections, wireless networks, and `vpn`.
final class NetworkManagerNamesSource: DeviceSource {
  let name = "networkmanager-names"
  /// The names of interfaces must not apply at the start of the daemon because NetworkManager is slow.
  let assumed: [DeviceValue] = [.networkNames(nil)]
  private let bus: Bus
  private var service: BusService?
  private var manager: BusProperties?
  private var changes: BusMatch?
  private var report: ReportFilter?
  /// Number of the last change: answers to earlier queries are ignored.
  private var changeNumber = 0
  /// Whether systemd starts a NetworkManager that has not appeared yet; `nil` until systemd has answered.
  private var isStartExpected: Bool?
  /// The connection that owned NetworkManager's name last; `nil` before the first one.
  private var lastNameOwner: String?
  /// The wait for a NetworkManager that has not reported its connections.
  private var answerTimer: OneShotTimer?
  private var isWaitOver = false
  /// Whether the last answer was that another service manages a network, so that the names of interfaces apply. They do
  /// also while NetworkManager is started again, or its restart would end runs.
  private var wasManagedElsewhere = false
  private let waitMilliseconds: Int

  private static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  /// The time for which a NetworkManager without an answer hides the names of interfaces.
  static let waitMilliseconds = 30_000

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - waitMilliseconds: The time for which a NetworkManager without an answer hides the names of interfaces.
  init(on bus: Bus, waitMilliseconds: Int = NetworkManagerNamesSource.waitMilliseconds) {
    self.bus = bus
    self.waitMilliseconds = waitMilliseconds
  }

  /// Follows the list of active connections, and the properties of each. Each change causes a complete reading. Nothing
  /// is reported until systemd has answered whether NetworkManager is running or will be started.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    // `reportUnknown` arms the timer while NetworkManager is expected but has not reported its connections. If it still
    // has not after the wait, the names of interfaces apply, unless there are names from before.
    answerTimer = OneShotTimer(milliseconds: waitMilliseconds, loop: bus.loop) { [weak self] in
      self?.isWaitOver = true
      self?.keepLastNames()
    }
    // While the machine boots, this daemon can start before NetworkManager. Only systemd knows whether NetworkManager
    // will follow.
    NetworkManagerUnit.queryIsExpected(on: bus) { [weak self] isStartExpected in
      self?.isStartExpected = isStartExpected
      self?.read()
    }
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
    answerTimer = nil
    report = nil
  }

  /// Queries the active connections, then the access points of wireless ones, and reports the names. Reports no value
  /// if NetworkManager is absent, and unknown names if it should be there and has not answered. Does nothing while its
  /// presence is not known yet, and keeps the last names while it starts, since its list is not complete then.
  private func read() {
    changeNumber += 1
    guard let manager, manager.isSettled, isStartExpected != nil else { return }
    if let nameOwner = service?.nameOwner, nameOwner != lastNameOwner {
      lastNameOwner = nameOwner
      // It has appeared. No other start is expected, and the wait for its answer begins again.
      isStartExpected = false
      endWait()
    }

    guard let properties = manager.properties,
      let active = properties["ActiveConnections"]?.elements.compactMap(\.text)
    else {
      reportUnknown()
      return
    }
    if properties["Startup"]?.flag == true {
      keepLastNames()
      return
    }

    let devices = properties["Devices"]?.elements.compactMap(\.text) ?? []
    readProperties(of: active, interface: "Connection.Active") { [weak self] connections in
      let names = NetworkManagerNames(connections)
      // Without a connection of its own, NetworkManager may not manage the network at all.
      if names.hasMadeConnection {
        self?.readAccessPoints(names)
      } else {
        self?.reportIfAllManaged(names, devices)
      }
    }
  }

  /// Reads the access points of wireless connections, and reports `names` with the names of their networks.
  private func readAccessPoints(_ names: NetworkManagerNames) {
    readProperties(of: names.accessPoints, interface: "AccessPoint") { [weak self] points in
      var names = names
      names.addWirelessNames(of: points)
      self?.reportKnown([names.value])
    }
  }

  /// Reports the names if NetworkManager manages all devices; otherwise reports that nothing is known, because it does
  /// not know of the networks of other services.
  private func reportIfAllManaged(_ names: NetworkManagerNames, _ devices: [String]) {
    readProperties(of: devices, interface: "Device") { [weak self] devices in
      let managesAllNetworks = !devices.contains { NetworkManagerReading.isManagedElsewhere($0) }
      self?.reportKnown(managesAllNetworks ? [names.value] : [])
    }
  }

  /// Reports the answer of a NetworkManager: its names, or nothing if it does not know of all networks.
  private func reportKnown(_ values: [DeviceValue]) {
    endWait()
    wasManagedElsewhere = values.isEmpty
    report?.send(values)
  }

  /// Keeps the last names. If there are none, reports that they are unknown, since a start waits for a report.
  private func keepLastNames() {
    let hasNames = report?.last?.contains { $0.text != nil } == true
    if !hasNames { reportUnknown() }
  }

  /// Reports unknown names, so that those of interfaces do not apply, while a NetworkManager is expected or present.
  /// Reports nothing, so that they do, if it is absent or did not manage all networks before, or if the wait for its
  /// answer is over.
  private func reportUnknown() {
    let isComing = isStartExpected == true || service?.nameOwner != nil
    guard isComing, !isWaitOver, !wasManagedElsewhere else {
      report?.send([])
      return
    }
    answerTimer?.arm()
    report?.send([.networkNames(nil)])
  }

  private func endWait() {
    answerTimer?.disarm()
    isWaitOver = false
  }

  /// Reads the properties of the objects; ignores the answers if something changes before all have arrived. If a
  /// query fails, keeps the last report until the next change, since a network would seem to be absent.
  private func readProperties(
    of paths: [String], interface: String, then: @escaping ([[String: BusValue]]) -> Void
  ) {
    let number = changeNumber
    service?.readProperties(of: paths, interface: Self.service + "." + interface) {
      [weak self] answers in
      guard let self, number == changeNumber else { return }
      let knownProperties = answers.compactMap(\.self)
      if knownProperties.count == answers.count { then(knownProperties) } else { keepLastNames() }
    }
  }
}
