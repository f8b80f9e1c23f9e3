import Scheduling

// The rates of level and temperature, and the moments of their next changes.
extension DevicePhysics {
  /// Whether the device has power, by habit or because its user saw a low level.
  package var isPowered: Bool { cue.isPowered || isRescued || battery == nil }

  private var charges: Bool { isPowered && battery != nil && percent < 100 }

  private var isHot: Bool { thermal >= .serious }

  /// The rate at which the level changes, in percent an hour: below 0 if the battery drains, above 0 if it is charged.
  var levelRate: Double {
    guard let battery, battery.health > 0 else { return 0 }
    // A percent of a worn battery has less energy, so both rates are divided by the health.
    let use = (idleDrain(of: battery) + cue.useDrain + load.drainPerHour) / battery.health
    guard isPowered else {
      let heatFactor = isHot ? battery.hotFactor : 1
      // An empty battery cannot drain.
      return level <= 0 ? 0 : -use * heatFactor
    }
    if percent >= 100 { return 0 }
    return max(0, battery.charging * chargingShare(of: battery) / battery.health - use)
  }

  /// Returns the drain in percent an hour without apps and runs, by the state of the screen and the machine's sleep.
  private func idleDrain(of battery: BatteryModel) -> Double {
    if cue.isAsleep && !load.isWoken { return battery.asleepDrain }
    return cue.screenIsOn ? battery.screenOnDrain : battery.screenOffDrain
  }

  /// Returns the share of the charging rate that a charger gives at the present heat and level. A hot battery is not
  /// charged.
  private func chargingShare(of battery: BatteryModel) -> Double {
    if isHot { return 0 }
    return percent >= BatteryModel.topUpLevel ? battery.topUpShare : 1
  }

  /// The temperature that the device approaches without runs, in degrees: that of its surroundings, and the rise by its
  /// use, its screen and its charging.
  var restingTemperature: Double {
    guard let heat else { return cue.ambient }
    return cue.ambient + cue.useHeat + (cue.screenIsOn ? heat.screen : 0)
      + (charges ? heat.charging : 0)
  }

  /// The rate at which the temperature changes, in degrees a minute; below 0 if the device cools.
  var warmingRate: Double {
    guard let heat else { return 0 }
    // Runs add to the warming, and slow the cooling or turn it into warming.
    if temperature < restingTemperature { return heat.warming + load.heatPerMinute }
    let rateAgainstCooling = load.heatPerMinute - heat.cooling
    let isCooling = temperature > restingTemperature
    // At the resting temperature, runs can only warm the device.
    return isCooling ? rateAgainstCooling : max(0, rateAgainstCooling)
  }

  // MARK: Next changes

  /// The next percentage to report, one above or below the present one; `nil` if it does not change.
  var nextPercent: Int? {
    let rate = levelRate
    if rate < 0 && percent > 0 { return percent - 1 }
    return rate > 0 && percent < 100 ? percent + 1 : nil
  }

  /// The moment at which the level reaches `nextPercent` at its present rate; `nil` if it does not change.
  var nextPercentMoment: WallTime? {
    guard let goal = nextPercent else { return nil }
    let hours = (Double(goal) - level) / levelRate
    return moment(after: hours * 3600)
  }

  /// The next temperature at which the thermal state or the rate of warming changes: the threshold of a state, or the
  /// resting temperature; `nil` if there is none.
  var nextTurningTemperature: Double? {
    let rate = warmingRate
    let resting = restingTemperature
    if rate > 0 {
      guard temperature < resting else { return hotterBound }
      return hotterBound.map { min($0, resting) } ?? resting
    }
    if rate < 0 {
      guard temperature > resting else { return coolingBound }
      return coolingBound.map { max($0, resting) } ?? resting
    }
    return nil
  }

  /// The temperature at which the next hotter state begins; `nil` if there is none.
  private var hotterBound: Double? {
    ThermalState.allCases.first { $0 > thermal }.flatMap { heat?.threshold($0) }
  }

  /// The temperature at or below which the present state ends; `nil` if there is none.
  var coolingBound: Double? {
    guard let heat else { return nil }
    return heat.threshold(thermal).map { $0 - heat.hysteresis }
  }

  /// The moment at which the temperature reaches `nextTurningTemperature` at its present rate; `nil` if there is none.
  var nextHeatMoment: WallTime? {
    guard let goal = nextTurningTemperature else { return nil }
    let minutes = (goal - temperature) / warmingRate
    return moment(after: minutes * 60)
  }

  /// The seconds after which a change does not matter, about a hundred years: no simulation lasts as long.
  private static let furthestChange = 3.2e9

  /// Returns a moment at least a nanosecond from now, so that time always passes; `nil` if it is further away than any
  /// simulation lasts.
  private func moment(after seconds: Double) -> WallTime? {
    guard seconds < Self.furthestChange else { return nil }
    return now.advanced(byNanoseconds: max(1, Int64(bounded: (seconds * 1e9).rounded(.up))))
  }
}
