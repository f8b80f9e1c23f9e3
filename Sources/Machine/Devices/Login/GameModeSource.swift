import Bus
import Scheduling

/// Whether a game is being played, by Feral's GameMode, with which games register. It belongs to one user, as does
/// its bus.
final class GameModeSource: DeviceSource {
  let name = "gamemode"
  private let bus: Bus
  private var service: BusService?
  private var properties: BusProperties?

  /// - Parameter bus: The user's bus.
  init(bus: Bus) {
    self.bus = bus
  }

  /// Follows the number of GameMode's clients. Reports that the device is in use while there are any, otherwise no
  /// value.
  func start(_ report: @escaping ([DeviceValue]) -> Void) {
    let service = BusService("com.feralinteractive.GameMode", on: bus)
    self.service = service
    let filter = ReportFilter(report)
    properties = BusProperties(
      of: "/com/feralinteractive/GameMode", interface: "com.feralinteractive.GameMode",
      service: service
    ) { filter.send(Self.values($0 ?? [:])) }
  }

  /// Stops following GameMode. Nothing is reported any more.
  func stop() {
    properties?.stop()
    service?.stop()
    (properties, service) = (nil, nil)
  }

  // Without a game, GameMode does not know whether a user is present.
  private static func values(_ properties: [String: BusValue]) -> [DeviceValue] {
    (properties["ClientCount"]?.unsigned ?? 0) > 0 ? [.idle(false)] : []
  }
}
