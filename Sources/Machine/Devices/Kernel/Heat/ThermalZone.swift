/// One thermometer of the machine, and the temperatures at which the kernel acts
/// (sysfs-class-thermal in the kernel's ABI documentation). Temperatures are in m°C.
struct ThermalZone: Hashable {
  struct Trip: Hashable {
    enum Kind: Hashable {
      /// The kernel slows the machine down.
      case passive
      /// The firmware is notified.
      case hot
      /// The machine is switched off.
      case critical
    }

    var kind: Kind
    var temperature: Int
    /// Degrees below the trip point at which the kernel's action ends; `nil` if the kernel does not report it.
    var hysteresis: Int?
  }

  var name: String
  var temperature: Int
  var trips: [Trip]

  static let directory = "/sys/class/thermal"

  /// Returns all usable zones of the machine.
  static func all(in tree: KernelTree) -> [ThermalZone] {
    tree.names(in: directory).filter { $0.hasPrefix("thermal_zone") }
      .compactMap { ThermalZone($0, in: tree) }
  }

  /// Reads a zone.
  /// - Returns: `nil` if the zone is switched off, cannot be read, measures nonsense, or has no trip points for
  ///   heat.
  init?(_ name: String, in tree: KernelTree) {
    let path = "\(Self.directory)/\(name)"
    guard tree.line("\(path)/mode") != "disabled",
      let temperature = tree.number("\(path)/temp"), Self.isBelievable(temperature)
    else { return nil }
    self.name = name
    self.temperature = temperature
    trips = Self.trips(path, tree)
    if trips.isEmpty { return nil }
  }

  /// Whether the temperature is plausible. Drivers report a missing thermometer as exactly 0, -273 or 255 °C.
  private static func isBelievable(_ temperature: Int) -> Bool {
    temperature > -40_000 && temperature <= 150_000 && temperature != 0
  }

  /// Returns the valid trip points of the zone in the directory `path`. An unset one reads as 0 or -274 °C. One at
  /// room temperature would make the machine permanently hot.
  private static func trips(_ path: String, _ tree: KernelTree) -> [Trip] {
    tree.names(in: path).compactMap { name in
      guard name.hasPrefix("trip_point_"), name.hasSuffix("_type") else { return nil }
      let point = "\(path)/\(name.dropLast("_type".count))"
      guard let kind = kind(tree.line("\(point)_type")),
        let temperature = tree.number("\(point)_temp"), (35_000...150_000).contains(temperature)
      else { return nil }
      return Trip(
        kind: kind, temperature: temperature, hysteresis: tree.number("\(point)_hyst"))
    }
  }

  /// Returns the kind of a trip point from the kernel's word for it; `nil` for others, such as active trip points,
  /// which start fans before the machine is hot.
  private static func kind(_ text: String?) -> Trip.Kind? {
    switch text {
    case "passive": .passive
    case "hot": .hot
    case "critical": .critical
    default: nil
    }
  }
}
