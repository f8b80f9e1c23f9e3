import Bus
import Scheduling

/// Power and battery, from UPower.
final class UPowerSource: DeviceSource {
  let name = "upower"
  private let bus: Bus
  private var subscriptions: Subscriptions?

  static let service = "org.freedesktop.UPower"
  static let path = "/org/freedesktop/UPower"
  static let interface = "org.freedesktop.UPower"
  static let deviceInterface = "org.freedesktop.UPower.Device"
  private static let displayPath = "/org/freedesktop/UPower/devices/DisplayDevice"

  private struct Subscriptions {
    var service: BusService
    var daemon: BusProperties
    var display: BusProperties
    var supplies: UPowerSupplies
    var report: ReportFilter
  }

  /// - Parameter bus: The system bus.
  init(on bus: Bus) {
    self.bus = bus
  }

  /// Follows UPower itself, the device that represents all batteries, and the devices that feed the machine.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    let service = BusService(Self.service, on: bus)
    subscriptions = Subscriptions(
      service: service,
      daemon: BusProperties(of: Self.path, interface: Self.interface, service: service) {
        [weak self] _ in self?.reportValues()
      },
      display: BusProperties(
        of: Self.displayPath, interface: Self.deviceInterface, service: service
      ) { [weak self] _ in self?.reportValues() },
      supplies: UPowerSupplies(of: service) { [weak self] in self?.reportValues() },
      report: ReportFilter(report))
  }

  /// Stops following UPower. Nothing is reported any more.
  func stop() {
    subscriptions?.daemon.stop()
    subscriptions?.display.stop()
    subscriptions?.supplies.stop()
    subscriptions?.service.stop()
    subscriptions = nil
  }

  /// Reports power and battery, but only after everything has been read, so that no partial state is used. Reports no
  /// values if UPower is absent.
  private func reportValues() {
    guard let subscriptions, subscriptions.daemon.isSettled else { return }
    guard let daemon = subscriptions.daemon.properties else { return subscriptions.report.send([]) }
    guard subscriptions.display.isSettled, subscriptions.supplies.isSettled else { return }
    let reading = UPowerReading(
      daemon: daemon, display: subscriptions.display.properties,
      supplies: subscriptions.supplies.all)
    subscriptions.report.send(reading.values)
  }
}
