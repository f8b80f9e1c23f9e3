/// The way to disable a timer, so that its state can be restored.
package enum TimerSwitch: Hashable, Sendable {
  /// The timer is stopped, and not started at the next boot.
  case disable
  /// The timer is stopped; it would not exist after the next boot anyway.
  case disableUntilReboot
  /// Another unit starts it at boot, which only a mask prevents.
  case mask
  /// No other unit starts it at boot.
  case stop

  /// Chooses the way by the state of the timer's unit file.
  ///
  /// - Throws: A refusal if `release` could not restore the state of the timer.
  package init(_ timer: TimerFacts) throws(InputError) {
    switch timer.fileState {
    case "enabled": self = .disable
    case "enabled-runtime": self = .disableUntilReboot
    case "disabled", "linked", "linked-runtime", "indirect", "alias": self = .stop
    // systemctl cannot disable these, so a mask keeps the unit that wants the timer from starting it.
    case "static", "generated": self = timer.isWanted ? .mask : .stop
    case "masked", "masked-runtime":
      throw InputError(
        "\(timer.name.visible) is masked, so it does nothing; submit its work with: "
          + "rubatoctl submit --unit ...")
    case "transient":
      throw InputError(
        "\(timer.name.visible) was created by systemd-run and no longer exists once it is stopped, "
          + "so it could not be restored; submit its command instead")
    default:
      throw InputError(
        "\(timer.name.visible) is '\(timer.fileState.visible)', which rubatoctl cannot restore; "
          + "enable or disable it first")
    }
  }
}
