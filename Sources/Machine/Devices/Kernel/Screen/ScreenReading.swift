/// Whether a screen is lit, by the connectors of the graphics cards
/// (/sys/class/drm/card0-eDP-1 and the like).
enum ScreenReading {
  static let directory = "/sys/class/drm"

  /// Nil without a connected screen that somebody could sit at: on a server, in a virtual machine,
  /// with a graphics driver that does not tell.
  static func isOn(_ tree: KernelTree) -> Bool? {
    let connected = tree.names(in: directory).filter { !isRemote($0, tree) }
      .map { "\(directory)/\($0)" }.filter { tree.line("\($0)/status") == "connected" }
    if connected.isEmpty { return nil }
    return connected.contains { tree.line("\($0)/enabled") == "enabled" && isPowered($0, tree) }
  }

  /// Whether the screen is one that is only shown elsewhere, and thus always connected and lit: of a
  /// virtual machine, or of the board that a server is managed by.
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

  /// A driver without power management keeps its screens on.
  private static func isPowered(_ connector: String, _ tree: KernelTree) -> Bool {
    tree.line("\(connector)/dpms").map { $0 == "On" } ?? true
  }
}
