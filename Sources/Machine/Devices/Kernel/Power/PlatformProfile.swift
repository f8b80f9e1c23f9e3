/// The firmware's own low-power mode (sysfs-platform_profile in the kernel's ABI documentation).
enum PlatformProfile {
  static let path = "/sys/firmware/acpi/platform_profile"

  /// Returns whether the machine saves power; `nil` if the firmware has no profiles. Firmware without "low-power"
  /// uses "quiet" for it, which power-profiles-daemon also treats as its power saver. If it has both, "quiet"
  /// concerns the fan.
  static func isLowPower(_ tree: KernelTree) -> Bool? {
    guard let profile = tree.line(path) else { return nil }
    if profile == "low-power" { return true }
    let choices = (tree.line("\(path)_choices") ?? "").split(separator: " ")
    return profile == "quiet" && !choices.contains("low-power")
  }
}
