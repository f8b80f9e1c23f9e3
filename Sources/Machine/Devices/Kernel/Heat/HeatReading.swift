import Scheduling

/// The heat of the machine, from successive measurements of its zones. A zone returns to the step below only some
/// degrees below the start of the present step.
struct HeatReading {
  private var states: [String: ThermalState] = [:]

  /// Stores the states of all zones after a measurement. Zones that were not measured are forgotten.
  /// - Returns: The hottest zone's state; `nil` if there is no zone.
  mutating func updateStates(from zones: [ThermalZone]) -> ThermalState? {
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
  /// The cooling that is needed for the next lower step.
  var hysteresis: Int

  /// The distance between two steps if the kernel has fewer trip points.
  private static let usualDistance = 5_000
  /// The hysteresis if the kernel reports none.
  private static let usualHysteresis = 3_000

  /// Returns the state at a temperature in m°C. The previous state, `before`, ends only when the temperature has
  /// fallen below its start by the hysteresis.
  func state(at temperature: Int, before: ThermalState?) -> ThermalState {
    let stateByTemperature = state(at: temperature)
    let isCooling = before.map { $0 > stateByTemperature } ?? false
    guard let before, isCooling else { return stateByTemperature }
    // The previous state stays as long as the raised temperature still reaches its start.
    return min(before, state(at: temperature + hysteresis))
  }

  /// Returns the state at a temperature in m°C, regardless of the previous state.
  private func state(at temperature: Int) -> ThermalState {
    if temperature >= critical { return .critical }
    if temperature >= serious { return .serious }
    return temperature >= fair ? .fair : .nominal
  }

  /// Derives the steps from the trip points of the kernel, of which there is at least one. Serious: the kernel slows
  /// the machine down. Critical: the firmware is notified, or else shortly before the machine is switched off.
  init(_ trips: [ThermalZone.Trip]) {
    func lowest(_ kind: ThermalZone.Trip.Kind) -> ThermalZone.Trip? {
      trips.filter { $0.kind == kind }.min { $0.temperature < $1.temperature }
    }
    let distance = Self.usualDistance
    // At a passive point, the kernel slows the machine down; at a hot point, it notifies the firmware.
    let slowDown = lowest(.passive)
    let notification = lowest(.hot)?.temperature
    let beforeSwitchOff = lowest(.critical).map { $0.temperature - distance }
    // If only the slowdown is known, critical begins two steps above it. One of the three points exists.
    let aboveSlowDown = (slowDown?.temperature ?? 0) + 2 * distance
    critical = notification ?? beforeSwitchOff ?? aboveSlowDown
    let belowCritical = critical - distance
    serious = min(slowDown?.temperature ?? belowCritical, critical)
    fair = serious - distance
    // 0 or less would be no hysteresis, and a great one would keep a state for too long.
    let reportedHysteresis = slowDown?.hysteresis ?? Self.usualHysteresis
    hysteresis =
      reportedHysteresis > 0 ? min(reportedHysteresis, 2 * distance) : Self.usualHysteresis
  }
}

extension ThermalZone {
  fileprivate var steps: HeatSteps { HeatSteps(trips) }
}
