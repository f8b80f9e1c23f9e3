import Scheduling

/// The battery and the heat of a simulated device: they follow its use, its surroundings and the runs.
///
/// Between events, level and temperature are linear, so that the moment of the next percent or threshold is computed
/// and not sampled. Only +, -, * and / are used, which give the same results on every processor.
///
/// At each moment, `advance(to:)` must be called before anything else happens.
package struct DevicePhysics: Hashable, Sendable {
  package let battery: BatteryModel?
  package let heat: HeatModel?
  package let lowPowerHabit: LowPowerHabit
  /// The cost of the current runs; set after `advance(to:)`.
  package var load = PhysicsLoad.none {
    didSet { if load != oldValue { computeNextMoments() } }
  }

  private(set) var now: WallTime
  private(set) var cue: PhysicsEvent
  /// All events, and the index of the next one.
  private let cues: PhysicsEvents
  private var nextCue = 1
  /// The percentage, not rounded.
  private(set) var level: Double
  /// The temperature in degrees Celsius.
  private(set) var temperature: Double
  private(set) var thermal = ThermalState.nominal
  private(set) var percent: Int
  private(set) var lowPower: Bool
  /// Whether its user saw a low level and plugged it in.
  private(set) var isRescued = false
  /// The last reported values; `nil` before the first report.
  private var reported: Report?

  /// The moments of the next percentage and of the next turning temperature. Stored, since a world asks for the next
  /// change after each `advance(to:)`, which begins with it.
  private var nextMoments = NextMoments()

  private struct NextMoments: Hashable, Sendable {
    var percent: WallTime?
    var heat: WallTime?
  }

  /// The values that the model computes.
  private struct Report: Hashable, Sendable {
    var lowPower: Bool
    var percent: Int
    var isPowered: Bool
    var thermal: ThermalState
  }

  /// - Parameters:
  ///   - battery: `nil` for a device without one.
  ///   - heat: `nil` for a device without known heat.
  ///   - cues: In the order of time; at least one, and the first is the initial state.
  package init(
    battery: BatteryModel?, heat: HeatModel?, lowPower habit: LowPowerHabit = .always(false),
    cues: PhysicsEvents
  ) {
    let first = cues.count > 0 ? cues[0] : PhysicsEvent(at: WallTime(seconds: 0))
    self.battery = battery
    self.heat = heat
    lowPowerHabit = habit
    self.cues = cues
    cue = first
    now = first.at
    percent = battery?.level ?? 100
    level = Double(percent)
    temperature = first.ambient
    lowPower = habit == .always(true)
    // The resting temperature depends on the charging, which a low level can begin.
    applyLevel()
    temperature = restingTemperature
    // The thermal state of the first temperature can be several steps from nominal.
    while raiseThermalStateIfHot() || lowerThermalStateIfCool() {}
    computeNextMoments()
  }

  /// Returns all its device values, as the first report.
  package mutating func firstReport() -> [DeviceValue] {
    reported = report
    return values(of: report, since: nil)
  }

  /// Lets time pass, and returns the fields that have changed, each with its last value.
  package mutating func advance(to end: WallTime) -> [DeviceValue] {
    while let moment = nextChange, moment <= end { step(to: moment) }
    if now < end {
      moveContinuously(to: end)
      computeNextMoments()
    }
    let report = report
    // Nearly always, since only time has passed.
    if report == reported { return [] }
    let changed = values(of: report, since: reported)
    reported = report
    return changed
  }

  /// The next moment at which anything changes without a new event; `nil` if there is none.
  package var nextChange: WallTime? {
    earlier(futureCueMoment, earlier(nextMoments.percent, nextMoments.heat))
  }

  /// Computes the next moments after a change of the state or the load.
  private mutating func computeNextMoments() {
    nextMoments = NextMoments(percent: nextPercentMoment, heat: nextHeatMoment)
  }

  /// The moment of the next event; `nil` if there is none.
  private var futureCueMoment: WallTime? { nextCue < cues.count ? cues.moment(of: nextCue) : nil }

  /// The present values.
  private var report: Report {
    Report(lowPower: lowPower, percent: percent, isPowered: isPowered, thermal: thermal)
  }

  /// Returns the value of each field of this device that differs from `known`; each field if that is `nil`.
  private func values(of report: Report, since known: Report?) -> [DeviceValue] {
    var values: [DeviceValue] = []
    if report.lowPower != known?.lowPower { values.append(.lowPower(report.lowPower)) }
    if battery != nil {
      if report.percent != known?.percent { values.append(.battery(report.percent)) }
      if report.isPowered != known?.isPowered {
        values.append(.power(report.isPowered ? .ac : .battery))
      }
    }
    if heat != nil && report.thermal != known?.thermal { values.append(.thermal(report.thermal)) }
    return values
  }

  // MARK: Time

  /// Advances to `moment`, which is the next change, and applies the change: a percentage, a temperature or an event.
  private mutating func step(to moment: WallTime) {
    // Computed before time passes, since both follow from the present level and temperature. The percentage and the
    // temperature are then set exactly, without rounding errors.
    let percentGoal = nextMoments.percent == moment ? nextPercent : nil
    let heatGoal = nextMoments.heat == moment ? nextTurningTemperature : nil
    moveContinuously(to: moment)
    if let percentGoal { setLevel(to: percentGoal) }
    if let heatGoal { setTemperature(to: heatGoal) }
    while let next = futureCueMoment, next <= moment {
      cue = cues[nextCue]
      nextCue += 1
    }
    applyLevel()
    computeNextMoments()
  }

  /// Moves time to `moment`, and level and temperature with it, by their present rates in percent an hour and degrees a
  /// minute. Leaves the reported values: the caller applies a change that is due at `moment`.
  private mutating func moveContinuously(to moment: WallTime) {
    let seconds = moment.seconds(since: now)
    level = min(100, max(0, level + levelRate * seconds / 3600))
    temperature += warmingRate * seconds / 60
    // `moment` is in the past only if the events are not in the order of time. Time does not go back even then.
    now = max(now, moment)
  }

  /// Sets the level to exactly the boundary that it has reached, without rounding errors.
  private mutating func setLevel(to goal: Int) {
    percent = goal
    level = Double(goal)
  }

  /// Sets the temperature to exactly the goal that it has reached, and the thermal state to match it.
  private mutating func setTemperature(to goal: Double) {
    temperature = goal
    while raiseThermalStateIfHot() || lowerThermalStateIfCool() {}
  }

  /// Raises the thermal state by one step if the temperature has reached the next threshold. Returns whether it did.
  private mutating func raiseThermalStateIfHot() -> Bool {
    guard let next = thermal.hotter, let bound = heat?.threshold(next), temperature >= bound else {
      return false
    }
    thermal = next
    return true
  }

  /// Lowers the thermal state by one step if the temperature is at or below the bound at which the state ends. Returns
  /// whether it did.
  private mutating func lowerThermalStateIfCool() -> Bool {
    guard let cooler = thermal.cooler, let bound = coolingBound, temperature <= bound else {
      return false
    }
    thermal = cooler
    return true
  }

  /// Applies the consequences of the level: low-power mode, and a user who plugs the device in.
  private mutating func applyLevel() {
    guard let battery else { return }
    if lowPowerHabit == .whenLow {
      if percent <= LowPowerHabit.beginsAt && !isPowered { lowPower = true }
      if percent >= BatteryModel.topUpLevel { lowPower = false }
    }
    // A user notices a low level on the lit screen, and plugs the device in. That lasts until the device is charged, or
    // until it has power by habit.
    if isRescued {
      isRescued = !cue.isPowered && percent < BatteryModel.topUpLevel
    } else if let rescueLevel = battery.rescuedAt, percent <= rescueLevel, cue.screenIsOn {
      isRescued = !cue.isPowered
    }
  }
}

extension ThermalState {
  fileprivate var hotter: ThermalState? { Self.allCases.first { $0.level == level + 1 } }
  fileprivate var cooler: ThermalState? { Self.allCases.first { $0.level == level - 1 } }
}
