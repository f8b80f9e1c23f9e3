import Bus
import Dispatch

extension Machine {
  /// Who tells of the user. A game is believed before logind, for which whoever holds a gamepad may
  /// be idle.
  static func loginSources(
    _ configuration: Configuration, system: Bus, queue: DispatchQueue
  ) -> [any DeviceSource] {
    let users: [any DeviceSource] =
      if configuration.isOfUser {
        [GameModeSource(bus: queue.sync { Bus(whenThere: .user, queue: queue) })]
      } else {
        []
      }
    return users + [UserSource(bus: system)]
  }
}
