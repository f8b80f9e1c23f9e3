import Scheduling

// The rates of level and temperature, and the moments of their next changes.
extension DevicePhysics {
  /// Whether the device has power, by habit or because its user saw a low level.
  package var isPowered: Bool { cue.isPowered || isRescued || battery == nil }

  private var charges: Bool { isPowered && battery != nil && percent < 100 }

  /// The rate in percent an hour; below 0 if it drains.
  var drainRate: Double {
    guard let battery, battery.health > 0 else { return 0 }
    let base =
      cue.isAsleep && !load.isWoken
      ? battery.asleepDrain : cue.screenIsOn ? battery.screenOnDrain : battery.screenOffDrain
    let use = (base + cue.useDrain + load.drainPerHour) / battery.health
    guard isPowered else {
      return level <= 0 ? 0 : -use * (thermal >= .serious ? battery.hotFactor : 1)
    }
    if percent >= 100 { return 0 }
    // A hot battery is charged no further.
    let share = thermal >= .serious ? 0 : percent >= 80 ? battery.topUpShare : 1
    return max(0, battery.charging * share / battery.health - use)
  }

  /// The temperature that it approaches without runs.
  var target: Double {
    guard let heat else { return cue.ambient }
    return cue.ambient + cue.useHeat + (cue.screenIsOn ? heat.screen : 0)
      + (charges ? heat.charging : 0)
  }

  /// The rate in degrees a minute.
  var warmingRate: Double {
    guard let heat else { return 0 }
    // Runs add to the warming, and slow the cooling or turn it into warming.
    if temperature < target { return heat.warming + load.heatPerMinute }
    let pull = load.heatPerMinute - heat.cooling
    return temperature > target ? pull : max(0, pull)
  }

  // MARK: Goals

  /// The next percentage to report; `nil` if it does not change.
  var percentGoal: Int? {
    let rate = drainRate
    if rate < 0 && percent > 0 { return percent - 1 }
    return rate > 0 && percent < 100 ? percent + 1 : nil
  }

  var percentChange: WallTime? {
    guard let goal = percentGoal else { return nil }
    return moment(after: (Double(goal) - level) / drainRate * 3600)
  }

  /// The next temperature with a change: a threshold, or the resting temperature; `nil` if there is none.
  var heatGoal: Double? {
    let rate = warmingRate
    if rate > 0 {
      guard temperature < target else { return hotterBound }
      return hotterBound.map { min($0, target) } ?? target
    }
    if rate < 0 {
      guard temperature > target else { return coolingBound }
      return coolingBound.map { max($0, target) } ?? target
    }
    return nil
  }

  private var hotterBound: Double? {
    ThermalState.allCases.first { $0 > thermal }.flatMap { heat?.threshold($0) }
  }

  /// The temperature at or below which the present state ends; `nil` if there is none.
  var coolingBound: Double? {
    guard let heat else { return nil }
    return heat.threshold(thermal).map { $0 - heat.hysteresis }
  }

  var heatChange: WallTime? {
    guard let goal = heatGoal else { return nil }
    return moment(after: (goal - temperature) / warmingRate * 60)
  }

  /// Returns a moment at least a nanosecond from now; `nil` if it is further away than any simulation lasts.
  private func moment(after seconds: Double) -> WallTime? {
    guard seconds < 3.2e9 else { return nil }
    return now + .nanoseconds(max(1, Int64(bounded: (seconds * 1e9).rounded(.up))))
  }
}
