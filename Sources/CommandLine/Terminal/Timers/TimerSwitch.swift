/// How a timer is kept from starting anything, so that it can be made again what it was.
package enum TimerSwitch: Hashable, Sendable {
  /// Stopped, and not started at the next boot.
  case disable
  /// Stopped; it would not be there at the next boot anyway.
  case disableUntilReboot
  /// Something else starts it at boot, and nothing but a mask keeps that from it.
  case mask
  /// Nothing starts it at boot.
  case stop

  /// - Throws: Where it could not be put back.
  package init(_ timer: TimerFacts) throws(InputError) {
    switch timer.fileState {
    case "enabled": self = .disable
    case "enabled-runtime": self = .disableUntilReboot
    case "disabled", "linked", "linked-runtime", "indirect", "alias": self = .stop
    case "static", "generated": self = timer.isWanted ? .mask : .stop
    case "masked", "masked-runtime":
      throw InputError(
        "\(timer.name.visible) is masked, so it does nothing; hand its work in with: "
          + "rubatoctl submit --unit ...")
    case "transient":
      throw InputError(
        "\(timer.name.visible) was made by systemd-run and is gone once it is stopped, "
          + "so it could not be put back; submit its command instead")
    default:
      throw InputError(
        "\(timer.name.visible) is '\(timer.fileState.visible)', which rubatoctl cannot put back; "
          + "enable or disable it first")
    }
  }
}
