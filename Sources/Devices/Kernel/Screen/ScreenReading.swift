/// Whether a screen is lit, by the connectors of the graphics cards
/// (/sys/class/drm/card0-eDP-1 and the like).
enum ScreenReading {
  static let directory = "/sys/class/drm"

  /// Nil without a connected screen: a server, a virtual machine, a graphics driver that does not
  /// tell.
  static func isOn(_ tree: KernelTree) -> Bool? {
    let connected = tree.names(in: directory).map { "\(directory)/\($0)" }
      .filter { tree.line("\($0)/status") == "connected" }
    if connected.isEmpty { return nil }
    return connected.contains { tree.line("\($0)/enabled") == "enabled" && isPowered($0, tree) }
  }

  /// A driver without power management keeps its screens on.
  private static func isPowered(_ connector: String, _ tree: KernelTree) -> Bool {
    tree.line("\(connector)/dpms").map { $0 == "On" } ?? true
  }
}
