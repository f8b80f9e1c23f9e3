import Simulation

/// A device of a matrix of benches: a phone in one condition.
public enum BenchDevice: String, CaseIterable, Codable, Sendable {
  /// A new phone in mild weather.
  case new
  /// A phone with half its battery capacity that warms fast. Its work takes 1.8 times as long.
  case old
  /// A new phone in a heat wave: each place is 12 degrees warmer.
  case hot
  /// A phone whose work takes three times as long.
  case slow
  /// A phone with 19 percent at the start, whose user forgets every other charge and never charges it between.
  case lowBattery = "low-battery"

  /// The factor by which launches, `Bench.work(_:takes:)`, and sleeps of runs on `Bench.clock` and `TaskClock` take
  /// longer.
  public var slowness: Double {
    switch self {
    case .new, .hot, .lowBattery: 1
    case .old: 1.8
    case .slow: 3
    }
  }

  /// Changes the model of a user's phone to this device, before a variant of a test is simulated. The values of an old
  /// phone and of a low battery are those of the scenarios `old-phone` and `low-battery`.
  func apply(to model: inout DeviceModel) {
    model.slowness = slowness
    switch self {
    case .new, .slow: break
    case .old:
      // It has 55 % of its capacity, drains faster while hot, and its user plugs it in at 14 %.
      model.battery?.health = 0.55
      model.battery?.hotFactor = 1.5
      model.battery?.rescuedAt = 14
      // In degrees Celsius: it warms more than a new phone, and counts as hot earlier.
      var heat = HeatModel()
      heat.screen = 5
      heat.charging = 7
      heat.fair = 35
      heat.serious = 39
      heat.critical = 44
      model.heat = heat
    case .hot:
      // 12 degrees Celsius.
      for index in model.places.indices { model.places[index].ambient += 12 }
    case .lowBattery:
      model.battery?.level = 19
      model.battery?.rescuedAt = nil
      // Every other charge is forgotten.
      for index in model.plugged.indices { model.plugged[index].habit.chance *= 0.5 }
    }
  }
}
