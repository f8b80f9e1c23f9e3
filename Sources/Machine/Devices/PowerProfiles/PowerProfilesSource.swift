import Bus
import Scheduling

/// Low-power mode, from a daemon of power profiles.
final class PowerProfilesSource: DeviceSource {
  let name = "power-profiles"
  private let bus: Bus
  private var report: ReportFilter?
  /// Under its name of today, and under the earlier one; the same daemon may have both.
  private var followed = [Followed]()

  private struct Followed {
    var service: BusService
    var properties: BusProperties
  }

  private static let interfaces = [
    "org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles",
  ]

  /// - Parameter bus: the system's.
  init(on bus: Bus) {
    self.bus = bus
  }

  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    followed = Self.interfaces.map { follow($0) }
  }

  func stop() {
    for followed in followed {
      followed.properties.stop()
      followed.service.stop()
    }
    followed = []
    report = nil
  }

  /// The name, the path and the interface are spelled alike.
  private func follow(_ interface: String) -> Followed {
    let service = BusService(interface, on: bus)
    let path = "/" + interface.split(separator: ".").joined(separator: "/")
    return Followed(
      service: service,
      properties: BusProperties(of: path, interface: interface, service: service) {
        [weak self] _ in self?.tell()
      })
  }

  private func tell() {
    let first = followed.first { !$0.properties.isSettled || $0.properties.properties != nil }
    guard let first else {
      report?.tell([])
      return
    }
    guard first.properties.isSettled, let properties = first.properties.properties else { return }
    report?.tell(PowerProfilesReading(properties).values)
  }
}
