import Bus
import Descriptors

extension Machine {
  /// Who tells of the user. A game is believed before logind, for which whoever holds a gamepad may
  /// be idle.
  static func loginSources(
    _ configuration: Configuration, system: Bus, loop: EventLoop
  ) -> [any DeviceSource] {
    let users: [any DeviceSource] =
      if configuration.isOfUser {
        [GameModeSource(bus: Bus(whenThere: .user, loop: loop))]
      } else {
        []
      }
    return users + [UserSource(bus: system)]
  }
}
