/// The input of a policy: one request, on one device, at one moment.
///
/// Large parts are shared, since each evaluation makes a new candidate.
package struct Candidate: Sendable {
  private let sharedRequest: Shared<Request>
  let app: Shared<App>?
  private var sharedDevice: Shared<DeviceView>
  package let now: Instant
  private let sharedSettings: Shared<Settings>
  private let sharedRules: Shared<KindRules>
  /// Stage to which the request's window has closed.
  package let stage: WindowStage
  /// The valuation of a refresh of the app; `nil` for kinds without a price.
  package var valuation: RefreshValuation?
  /// Whether the app is in the foreground, as reported by a process that a user has started.
  var isInFront = false
  /// Whether another request of its group runs.
  package var isGroupBusy = false
  /// The force level of an operator; `nil` for the scheduler's own evaluation.
  package var forceLevel: ForceLevel?

  /// Creates the input for `request`, with the rules of its kind.
  ///
  /// - Parameter stage: The stage to which the request's window has closed; `nil` if it must be calculated.
  init(
    _ request: Shared<Request>, app: Shared<App>?, device: Shared<DeviceView>, now: Instant,
    settings: Shared<Settings>, stage: WindowStage? = nil
  ) {
    sharedRequest = request
    self.app = app
    sharedDevice = device
    self.now = now
    sharedSettings = settings
    sharedRules = settings.value.sharedRules(of: request.value.terms.kind)
    self.stage =
      stage
      ?? WindowStage(
        of: request.value, at: now.wall, rules: sharedRules.value, settings: settings.value)
  }

  package var request: Request {
    _read { yield sharedRequest.value }
  }

  package var device: DeviceView {
    _read { yield sharedDevice.value }
  }

  package var settings: Settings {
    _read { yield sharedSettings.value }
  }

  /// The rules of the request's kind.
  package var rules: KindRules {
    _read { yield sharedRules.value }
  }

  var raw: DeviceState {
    _read { yield sharedDevice.value.raw }
  }

  /// Removes the heat stop from this copy of the device, to evaluate a run: a heat stop delays only starts.
  mutating func forgetHeatStop() {
    guard device.hasHeatStop else { return }
    var cool = device
    cool.forgetHeatStop()
    sharedDevice = Shared(cool)
  }

  /// Removes the wake by the alarm from this copy of the device, to evaluate a run: a wake delays only starts.
  mutating func forgetWake() {
    guard device.isWoken else { return }
    var awake = device
    awake.isWoken = false
    sharedDevice = Shared(awake)
  }

  /// Whether external power is steadily present. If the battery is below the floor, a loss of power takes effect
  /// immediately; a gain takes effect after the usual delay.
  var isPluggedIn: Bool {
    guard !device.onBattery.value else { return false }
    guard let level = raw.battery, level < max(rules.batteryFloor ?? 0, settings.emptyBattery)
    else { return true }
    return !device.onBatteryWithoutDelay.value
  }

  /// Whether the request wakes an observing app, which the app's switches do not hold.
  var isObserver: Bool { request.terms.task?.category == .observer }

  /// Whether both switches, of all apps and of this app, allow background work.
  var allowsRefresh: Bool { raw.allowsRefresh && app?.value.refreshIsOn != false }

  /// Whether the request's window has closed and it chose to relax, or it has waited too long without a latest date.
  var isRelaxed: Bool { stage.isRelaxed }

  /// Whether the condition of idleness gives way, which is earlier than the other conditions.
  var relaxesIdle: Bool { stage.relaxesIdle }

  /// Whether the condition of external power gives way, which needs a sufficient battery.
  var relaxesPower: Bool { isRelaxed && hasEnoughBattery }

  /// Whether the machine was woken by its alarm, in which the request starts only on external power.
  var awaitsPowerInWake: Bool { device.isWoken && !request.terms.allowsBattery }

  private var hasEnoughBattery: Bool { (raw.battery ?? 100) >= settings.relaxedBattery }

  /// Returns the ground on which `conditions`, if unmet, hold the request: the request requires one of the conditions,
  /// it prefers one that has not given way, or `byDefault`, the default gate of its kind. `nil` if none applies.
  func ground(ofUnmet conditions: Conditions, byDefault: Bool = false) -> Verdict.Ground? {
    if !request.terms.requires.isDisjoint(with: conditions) { return .required }
    let lastingPreferences = request.terms.prefers.subtracting(relaxedPreferences)
    if !lastingPreferences.isDisjoint(with: conditions) { return .preferred }
    return byDefault ? .byDefault : nil
  }

  /// Preferences that have given way.
  private var relaxedPreferences: Conditions {
    hasEnoughBattery ? stage.relaxed : stage.relaxed.subtracting(.power)
  }

  /// Returns whether the request names any of `conditions`.
  func wants(_ conditions: Conditions) -> Bool {
    !request.terms.requires.union(request.terms.prefers).isDisjoint(with: conditions)
  }
}

extension Verdict.Ground {
  /// The beginning of a rationale.
  var words: String {
    switch self {
    case .required: "required"
    case .preferred: "preferred"
    case .byDefault: "this kind's default"
    case .forced: "forced"
    }
  }
}
