/// One thermometer of the machine, and the temperatures at which the kernel acts
/// (sysfs-class-thermal in the kernel's ABI documentation). Temperatures are in m°C.
struct ThermalZone: Hashable {
  struct Trip: Hashable {
    enum Kind: Hashable {
      /// The kernel slows the machine down.
      case passive
      /// The firmware is told.
      case hot
      /// The machine is switched off.
      case critical
    }

    var kind: Kind
    var temperature: Int
    /// How far below the trip point the kernel stops to act; nil where it does not say.
    var hysteresis: Int?
  }

  var name: String
  var temperature: Int
  var trips: [Trip]

  static let directory = "/sys/class/thermal"

  /// All zones of the machine that tell something.
  static func all(in tree: KernelTree) -> [ThermalZone] {
    tree.names(in: directory).filter { $0.hasPrefix("thermal_zone") }
      .compactMap { ThermalZone($0, in: tree) }
  }

  /// Reads a zone.
  /// - Returns: nil for one that is switched off, that cannot be read, that measures nonsense, or
  ///   whose trip points say nothing of heat.
  init?(_ name: String, in tree: KernelTree) {
    let place = "\(Self.directory)/\(name)"
    guard tree.line("\(place)/mode") != "disabled",
      let temperature = tree.number("\(place)/temp"), Self.isBelievable(temperature)
    else { return nil }
    self.name = name
    self.temperature = temperature
    trips = Self.trips(place, tree)
    if trips.isEmpty { return nil }
  }

  /// A thermometer that is not there reads as exactly 0, -273 or 255 °C, by the driver.
  private static func isBelievable(_ temperature: Int) -> Bool {
    temperature > -40_000 && temperature <= 150_000 && temperature != 0
  }

  /// Of a trip point that a driver did not set, 0 or -274 °C is read. One that a warm room reaches
  /// would keep the machine hot for ever.
  private static func trips(_ place: String, _ tree: KernelTree) -> [Trip] {
    tree.names(in: place).compactMap { name in
      guard name.hasPrefix("trip_point_"), name.hasSuffix("_type") else { return nil }
      let point = "\(place)/\(name.dropLast("_type".count))"
      guard let kind = kind(tree.line("\(point)_type")),
        let temperature = tree.number("\(point)_temp"), (35_000...150_000).contains(temperature)
      else { return nil }
      return Trip(
        kind: kind, temperature: temperature, hysteresis: tree.number("\(point)_hyst"))
    }
  }

  /// Fans start at active trip points, which is no heat yet.
  private static func kind(_ text: String?) -> Trip.Kind? {
    switch text {
    case "passive": .passive
    case "hot": .hot
    case "critical": .critical
    default: nil
    }
  }
}
