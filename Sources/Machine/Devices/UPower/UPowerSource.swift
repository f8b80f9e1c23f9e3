import Bus
import Scheduling

/// Power and battery, from UPower.
final class UPowerSource: DeviceSource {
  let name = "upower"
  private let bus: Bus
  private var following: Following?

  static let service = "org.freedesktop.UPower"
  static let path = "/org/freedesktop/UPower"
  static let interface = "org.freedesktop.UPower"
  static let deviceInterface = "org.freedesktop.UPower.Device"
  private static let displayPath = "/org/freedesktop/UPower/devices/DisplayDevice"

  private struct Following {
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
    following = Following(
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
    following?.daemon.stop()
    following?.display.stop()
    following?.supplies.stop()
    following?.service.stop()
    following = nil
  }

  /// Reports power and battery, but only after everything has been read, so that no partial state is used. Reports no
  /// values if UPower is absent.
  private func reportValues() {
    guard let following, following.daemon.isSettled else { return }
    guard let daemon = following.daemon.properties else { return following.report.send([]) }
    guard following.display.isSettled, following.supplies.isSettled else { return }
    let reading = UPowerReading(
      daemon: daemon, display: following.display.properties, supplies: following.supplies.all)
    following.report.send(reading.values)
  }
}
