import Bus
import Scheduling

/// The network, from systemd-networkd, which does not know whether it is metered.
final class NetworkdSource: DeviceSource {
  let name = "networkd"
  private let bus: Bus
  private let tree: KernelTree
  private var service: BusService?
  private var manager: BusProperties?
  private var changes: BusMatch?
  private var report: ReportFilter?
  /// Number of the last change: answers to earlier queries are ignored.
  private var changeNumber = 0

  private static let service = "org.freedesktop.network1"
  private static let path = "/org/freedesktop/network1"
  private static let managerInterface = "org.freedesktop.network1.Manager"
  private static let linkInterface = "org.freedesktop.network1.Link"

  /// - Parameters:
  ///   - bus: The system bus.
  ///   - tree: The tree with /sys.
  init(on bus: Bus, _ tree: KernelTree = KernelTree()) {
    self.bus = bus
    self.tree = tree
  }

  /// Follows the properties of networkd's manager and of all interfaces. Each change causes a complete reading.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    let service = BusService(Self.service, on: bus)
    self.service = service
    changes = service.match(
      "PropertiesChanged", interface: BusService.properties, argument: Self.linkInterface
    ) { [weak self] _ in self?.read() }
    manager = BusProperties(of: Self.path, interface: Self.managerInterface, service: service) {
      [weak self] _ in self?.read()
    }
  }

  /// Stops following networkd. Nothing is reported any more.
  func stop() {
    if let changes { bus.remove(changes) }
    manager?.stop()
    service?.stop()
    changes = nil
    manager = nil
    service = nil
    report = nil
  }

  /// Queries the list of interfaces, and then each of them. Reports no value if networkd is absent. Does nothing while
  /// its presence is not known yet.
  private func read() {
    changeNumber += 1
    guard let manager, manager.isSettled else { return }
    guard manager.properties != nil else {
      report?.send([])
      return
    }
    // The answer is ignored if something changes before it arrives: the change has a query of its own.
    let number = changeNumber
    service?.call("ListLinks", path: Self.path, interface: Self.managerInterface) {
      [weak self] answer in
      guard let self, number == changeNumber else { return }
      readLinks((try? answer.get().first?.elements) ?? [], number)
    }
  }

  /// Queries each listed interface, and reports the network when all have answered. The answers are ignored if there
  /// was another change after the one with this `number`.
  private func readLinks(_ listed: [BusValue], _ number: Int) {
    // Each is the index, the name and the path of an interface.
    let paths = listed.compactMap { $0.elements.count > 2 ? $0.elements[2].text : nil }
    guard paths.count == listed.count else { return reportValues([]) }
    service?.readProperties(of: paths, interface: Self.linkInterface) { [weak self] answers in
      guard let self, number == changeNumber else { return }
      reportValues(zip(listed, answers).compactMap { NetworkdLink($0, $1 ?? [:]) })
    }
  }

  private func reportValues(_ links: [NetworkdLink]) {
    report?.send(NetworkdLink.network(links, tree).map { [.network($0)] } ?? [])
  }
}
