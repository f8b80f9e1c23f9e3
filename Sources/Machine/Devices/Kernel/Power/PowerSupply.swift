/// A possible power supply of the machine: one directory of /sys/class/power_supply (sysfs-class-power in the
/// kernel's ABI documentation).
struct PowerSupply: Hashable {
  enum Kind: Hashable {
    /// A supply that the machine takes power from.
    case mains(isOnline: Bool)
    /// A battery of the machine's own.
    case battery(Status)
    /// An external battery that feeds the machine.
    case ups(Status)
  }

  enum Status: Hashable {
    case discharging
    /// Charging, full, held at a charge limit ("Not charging"), or unknown.
    case other
  }

  /// The present and the full amount.
  struct Filling: Hashable {
    var now: Int
    var full: Int
  }

  var name: String
  var kind: Kind
  /// Energy in µWh; `nil` if it is not reported.
  var energy: Filling?
  /// Charge in µAh; `nil` if it is not reported.
  var charge: Filling?
  /// Percent, as reported by the driver; `nil` if it is not reported.
  var capacity: Int?

  static let directory = "/sys/class/power_supply"

  /// Reads a supply.
  /// - Returns: `nil` if it does not feed the machine: the battery of a mouse (scope Device), an empty battery bay,
  ///   a port that powers other devices, a supply that cannot be read.
  init?(_ name: String, in tree: KernelTree) {
    let path = "\(Self.directory)/\(name)"
    guard let type = tree.line("\(path)/type"), tree.line("\(path)/scope") != "Device" else {
      return nil
    }
    switch type {
    case "Battery", "UPS":
      // A supply without the file `present` counts as present.
      guard tree.number("\(path)/present") != 0, let status = tree.line("\(path)/status") else {
        return nil
      }
      let batteryStatus: Status = status == "Discharging" ? .discharging : .other
      kind = type == "UPS" ? .ups(batteryStatus) : .battery(batteryStatus)
    default:
      guard let online = tree.number("\(path)/online"), !Self.givesPower(path, tree) else {
        return nil
      }
      // 2 means "online, with a selectable voltage".
      kind = .mains(isOnline: online > 0)
    }
    self.name = name
    energy = Self.filling("energy", path, tree)
    charge = Self.filling("charge", path, tree)
    capacity = tree.number("\(path)/capacity").flatMap { (0...100).contains($0) ? $0 : nil }
  }

  /// Reads the present and the full `energy` or `charge` of the supply in the directory `path`; `nil` if one of the
  /// two is missing or not valid.
  private static func filling(_ quantity: String, _ path: String, _ tree: KernelTree) -> Filling? {
    guard let now = tree.number("\(path)/\(quantity)_now"), now >= 0,
      let full = tree.number("\(path)/\(quantity)_full"), full > 0
    else { return nil }
    return Filling(now: now, full: full)
  }

  /// Whether the USB-C ports behind a supply only give power, by systemd's rule: some port is a source and none is
  /// a sink. The current role is in brackets (sysfs-class-typec, power_role).
  private static func givesPower(_ path: String, _ tree: KernelTree) -> Bool {
    let ports = "\(path)/device/typec"
    let roles = tree.names(in: ports).compactMap { tree.line("\(ports)/\($0)/power_role") }
    func hasPort(in role: String) -> Bool {
      roles.contains { $0 == role || $0.contains("[\(role)]") }
    }
    return hasPort(in: "source") && !hasPort(in: "sink")
  }
}
