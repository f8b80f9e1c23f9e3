import Bus
import Descriptors

extension Machine {
  /// Makes the sources of the user's presence. A game comes before logind, which may report a user with a gamepad
  /// as idle.
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
