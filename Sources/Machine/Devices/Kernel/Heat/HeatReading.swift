import Scheduling

/// How hot the machine is, from what its zones measure one time after the other. A zone cools down
/// by a step only some degrees below where the step began.
struct HeatReading {
  private var states: [String: ThermalState] = [:]

  /// Takes a measurement of all zones.
  /// - Returns: the hottest zone's state; nil where there is no zone.
  mutating func observe(_ zones: [ThermalZone]) -> ThermalState? {
    var next: [String: ThermalState] = [:]
    for zone in zones {
      next[zone.name] = zone.steps.state(at: zone.temperature, before: states[zone.name])
    }
    states = next
    return next.values.max()
  }
}

/// The temperatures, in m°C, from which a zone is fair, serious and critical.
struct HeatSteps: Hashable {
  var fair: Int
  var serious: Int
  var critical: Int
  /// How far it has to cool to be a step better.
  var hysteresis: Int

  /// Degrees between the steps where the kernel knows fewer, and of hysteresis where it tells none.
  private static let step = 5_000
  private static let usualHysteresis = 3_000

  func state(at temperature: Int, before: ThermalState?) -> ThermalState {
    let rising = state(at: temperature)
    guard let before, before > rising else { return rising }
    return min(before, state(at: temperature + hysteresis))
  }

  private func state(at temperature: Int) -> ThermalState {
    if temperature >= critical { return .critical }
    if temperature >= serious { return .serious }
    return temperature >= fair ? .fair : .nominal
  }

  /// Serious is where the kernel slows the machine down, critical where the firmware is told, else
  /// shortly before the machine is switched off.
  init(_ trips: [ThermalZone.Trip]) {
    func lowest(_ kind: ThermalZone.Trip.Kind) -> ThermalZone.Trip? {
      trips.filter { $0.kind == kind }.min { $0.temperature < $1.temperature }
    }
    let passive = lowest(.passive)
    let end = lowest(.hot)?.temperature ?? lowest(.critical).map { $0.temperature - Self.step }
    critical = end ?? (passive?.temperature ?? 0) + 2 * Self.step
    serious = min(passive?.temperature ?? critical - Self.step, critical)
    fair = serious - Self.step
    let told = passive?.hysteresis ?? Self.usualHysteresis
    hysteresis = told > 0 ? min(told, 2 * Self.step) : Self.usualHysteresis
  }
}

extension ThermalZone {
  fileprivate var steps: HeatSteps { HeatSteps(trips) }
}
