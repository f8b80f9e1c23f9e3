import Bus
import Scheduling

/// Low-power mode, from a power profile daemon.
final class PowerProfilesSource: DeviceSource {
  let name = "power-profiles"
  private let bus: Bus
  private var report: ReportFilter?
  /// The services under the present and the earlier name; one daemon may have both.
  private var followedServices = [FollowedService]()

  private struct FollowedService {
    var service: BusService
    var properties: BusProperties
  }

  private static let interfaces = [
    "org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles",
  ]

  /// - Parameter bus: The system bus.
  init(on bus: Bus) {
    self.bus = bus
  }

  /// Follows the service under both of its names, and reports its low-power mode.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    self.report = ReportFilter(report)
    followedServices = Self.interfaces.map { follow($0) }
  }

  /// Stops following both names. Nothing is reported any more.
  func stop() {
    for followed in followedServices {
      followed.properties.stop()
      followed.service.stop()
    }
    followedServices = []
    report = nil
  }

  /// Follows the service with this interface; its name and its path have the same words as the interface.
  private func follow(_ interface: String) -> FollowedService {
    let service = BusService(interface, on: bus)
    let path = "/" + interface.split(separator: ".").joined(separator: "/")
    return FollowedService(
      service: service,
      properties: BusProperties(of: path, interface: interface, service: service) {
        [weak self] _ in self?.reportValues()
      })
  }

  /// Reports the values of the first name that has a service; no values if neither has one. Waits while an earlier name
  /// may still have one.
  private func reportValues() {
    let first = followedServices.first {
      !$0.properties.isSettled || $0.properties.properties != nil
    }
    guard let first else {
      report?.send([])
      return
    }
    guard first.properties.isSettled, let properties = first.properties.properties else { return }
    report?.send(PowerProfilesReading(properties).values)
  }
}
