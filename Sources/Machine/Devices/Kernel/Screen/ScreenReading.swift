/// Whether a screen is lit, by the connectors of the graphics cards
/// (/sys/class/drm/card0-eDP-1 and the like).
enum ScreenReading {
  static let directory = "/sys/class/drm"

  /// Returns whether a screen is lit; `nil` without a connected screen for a user: on a server, in a virtual
  /// machine, or with a graphics driver that does not report it.
  static func isOn(_ tree: KernelTree) -> Bool? {
    let connected = tree.names(in: directory).filter { !isRemote($0, tree) }
      .map { "\(directory)/\($0)" }.filter { tree.line("\($0)/status") == "connected" }
    if connected.isEmpty { return nil }
    return connected.contains { tree.line("\($0)/enabled") == "enabled" && isPowered($0, tree) }
  }

  /// Whether the screen is only shown remotely, and therefore always connected and lit: that of a virtual machine,
  /// or of a server's management board.
  private static func isRemote(_ connector: String, _ tree: KernelTree) -> Bool {
    if connector.contains("-Virtual-") { return true }
    let card = connector.prefix { $0 != "-" }
    let driver = tree.variable("DRIVER", of: "\(directory)/\(card)/device")
    return driver.map { remoteDrivers.contains($0) } ?? false
  }

  private static let remoteDrivers: Set<String> = [
    "ast", "bochs-drm", "cirrus", "hibmc-drm", "hyperv_drm", "mgag200", "qxl", "vboxvideo",
    "virtio_gpu", "vmwgfx",
  ]

  /// Whether the screen is powered. A driver without power management keeps its screens on.
  private static func isPowered(_ connector: String, _ tree: KernelTree) -> Bool {
    tree.line("\(connector)/dpms").map { $0 == "On" } ?? true
  }
}
