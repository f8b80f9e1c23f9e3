/// The device as policies see it: raw for scores, steady for vetoes.
package struct DeviceView: Hashable, Sendable {
  package private(set) var raw: DeviceState
  /// Whether the device runs on battery, steadily.
  package private(set) var onBattery: Debounced
  /// The same, except that a loss of power counts immediately. For work below its battery floor: a flap stops it, and
  /// the next flap must not start it again.
  package private(set) var onBatteryWithoutDelay: Debounced
  /// Whether the user is at the device, steadily.
  package private(set) var userActive: Debounced
  /// When each field last changed, by key.
  private var changes: [ExactString: WallTime] = [:]
  /// The hottest state that has stopped work, until the device has been nominal for the cooling time; `nil` if there is
  /// none.
  private var heatStop: ThermalState?
  private var nominalSince: BootTime?
  /// Whether the machine is about to sleep.
  package internal(set) var isGoingToSleep = false
  /// Whether the machine is awake only because of its alarm.
  package internal(set) var isWoken = false

  /// Creates the view of a device whose present power source and user are already steady.
  package init(_ state: DeviceState = DeviceState(), settings: Settings) {
    raw = state
    onBattery = Debounced(state.isOnBattery)
    onBatteryWithoutDelay = onBattery
    userActive = Debounced(state.userIsActive(busyLoad: settings.busyLoad))
  }

  /// Records new values, and when each field changed. Passes power, user and heat on to the steady values, which follow
  /// with a delay; the first value of an unknown field counts immediately.
  ///
  /// - Returns: The fields that have other values now.
  @discardableResult
  mutating func apply(
    _ values: [DeviceValue], at now: Instant, settings: Settings
  ) -> [DeviceValue] {
    let before = raw
    for value in values {
      raw.apply(value)
    }
    let changed = raw.changes(since: before)
    for field in changed {
      changes[field.key] = now.wall
    }
    observePower(before: before, at: now.boot, settings: settings)
    observeUser(before: before, at: now.boot, settings: settings)
    observeHeat(at: now.boot)
    return changed
  }

  /// Passes the present power source to the steady values, the values for vetoes, which follow it after the delays of
  /// `settings`. The first known source takes effect immediately.
  private mutating func observePower(
    before: DeviceState, at now: BootTime, settings: Settings
  ) {
    let isOnBattery = raw.isOnBattery
    let isFirst = before.power == nil && raw.power != nil
    let delayOfGain = isFirst ? .zero : settings.steadyPowerGain
    let delayOfLoss = isFirst ? .zero : settings.steadyPowerLoss
    onBattery.observe(isOnBattery, at: now, after: isOnBattery ? delayOfLoss : delayOfGain)
    // Work with too little battery stops as soon as the power is lost, but also waits for steady power.
    onBatteryWithoutDelay.observe(isOnBattery, at: now, after: isOnBattery ? .zero : delayOfGain)
  }

  /// Passes on whether a user is at the device to `userActive`, the value for vetoes. Only the return of a user is
  /// delayed: it takes effect after `settings.steadyUserReturn`, so that a short use stops no work. An absence takes
  /// effect immediately, as does the first known value.
  private mutating func observeUser(
    before: DeviceState, at now: BootTime, settings: Settings
  ) {
    let isActive = raw.userIsActive(busyLoad: settings.busyLoad)
    let wasUnknown = before.isIdle == nil && before.screenIsOn == nil && before.load == nil
    let isReturn = isActive && !wasUnknown
    userActive.observe(isActive, at: now, after: isReturn ? settings.steadyUserReturn : .zero)
  }

  /// Records since when the device has been nominal, from which its cooling time is counted. Unknown heat is treated as
  /// nominal.
  private mutating func observeHeat(at now: BootTime) {
    let isNominal = (raw.thermal ?? .nominal) == .nominal
    if !isNominal {
      nominalSince = nil
    } else if nominalSince == nil {
      nominalSince = now
    }
  }

  /// Remembers the present heat as a stop: kinds with a lower ceiling wait until the device has cooled. Called after
  /// work was stopped for that heat.
  mutating func noteHeatStop() {
    heatStop = max(heatStop ?? .nominal, raw.thermal ?? .nominal)
  }

  var hasHeatStop: Bool { heatStop != nil }

  /// Removes the stop for heat, to show the vetoes of the device itself at this moment.
  mutating func forgetHeatStop() {
    heatStop = nil
  }

  /// Makes changes steady that have been stable long enough, and ends a stop for heat after the cooling time. Returns
  /// whether any of this happened.
  mutating func settle(at now: BootTime, settings: Settings) -> Bool {
    // Each `settle` stands before the `||`, so that it is called even if an earlier value has changed.
    var changed = onBattery.settle(at: now)
    changed = onBatteryWithoutDelay.settle(at: now) || changed
    changed = userActive.settle(at: now) || changed
    if let cooled = coolingEnd(settings), now >= cooled {
      heatStop = nil
      changed = true
    }
    return changed
  }

  /// Restarts the delays of pending changes after a sleep, during which nothing was observed.
  mutating func restartSettling(at now: BootTime, settings: Settings) {
    // A pending change is to the opposite of the value.
    let delayOfPower = onBattery.value ? settings.steadyPowerGain : settings.steadyPowerLoss
    onBattery.restartDelay(at: now, after: delayOfPower)
    // In these two values, a loss of power and the absence of a user have no delay. Only the opposite can be pending.
    onBatteryWithoutDelay.restartDelay(at: now, after: settings.steadyPowerGain)
    userActive.restartDelay(at: now, after: settings.steadyUserReturn)
  }

  /// Whether the device must cool down after heat above `ceiling` stopped work.
  package func isCooling(above ceiling: ThermalState) -> Bool {
    heatStop.map { $0 > ceiling } ?? false
  }

  /// Returns the moment when the device has cooled, if it stays nominal; `nil` without a stop for heat, or while it is
  /// warm.
  @inline(__always)
  package func coolingEnd(_ settings: Settings) -> BootTime? {
    heatStop == nil ? nil : nominalSince.map { $0 + settings.coolingTime }
  }

  /// Returns when the next steady value changes or a stop for heat ends, if no other value is reported; `nil` if no
  /// change is pending.
  @inline(__always)  // Otherwise the settings are copied, at every event.
  package func nextChange(_ settings: Settings) -> BootTime? {
    earlier(
      earlier(onBattery.settles, onBatteryWithoutDelay.settles),
      earlier(userActive.settles, coolingEnd(settings)))
  }

  /// Drops the data that is only for explanations, before the view is stored for long.
  mutating func forgetChanges() {
    changes = [:]
  }

  /// Returns the time at which the field `key` took its present value; `nil` if that was before the daemon started.
  package func lastChange(of key: ExactString) -> WallTime? {
    changes[key]
  }
}
