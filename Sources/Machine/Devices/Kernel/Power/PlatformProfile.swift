/// The firmware's own low-power mode (sysfs-platform_profile in the kernel's ABI documentation).
enum PlatformProfile {
  static let path = "/sys/firmware/acpi/platform_profile"

  /// Whether the machine saves power; nil where the firmware has no profiles. Firmware that has no
  /// "low-power" has "quiet" for it, which power-profiles-daemon too takes for its power saver; where
  /// there are both, quiet is about the fan.
  static func isLowPower(_ tree: KernelTree) -> Bool? {
    guard let profile = tree.line(path) else { return nil }
    if profile == "low-power" { return true }
    let choices = (tree.line("\(path)_choices") ?? "").split(separator: " ")
    return profile == "quiet" && !choices.contains("low-power")
  }
}
