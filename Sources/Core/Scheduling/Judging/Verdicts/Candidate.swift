/// What a policy looks at: one request, on one device, at one moment.
///
/// What is large in it is shared, since one is made for each question.
package struct Candidate: Sendable {
  private let sharedRequest: Shared<Request>
  let app: Shared<App>?
  private var sharedDevice: Shared<DeviceView>
  package let now: Instant
  private let sharedSettings: Shared<Settings>
  package let rules: KindRules
  /// How far the request's window has closed.
  package let stage: WindowStage
  /// What a refresh of the app is worth; nil for what nobody prices.
  package var offer: RefreshValuation?
  /// Whether the app's user looks at it, as a process says that a user has started.
  var isInFront = false
  /// Whether another request of its group runs.
  package var groupIsBusy = false
  /// What an operator insists on; nil for the scheduler's own evaluation.
  package var insistence: ForceLevel?

  init(
    _ request: Shared<Request>, app: Shared<App>?, device: Shared<DeviceView>, now: Instant,
    settings: Shared<Settings>, stage: WindowStage? = nil
  ) {
    sharedRequest = request
    self.app = app
    sharedDevice = device
    self.now = now
    sharedSettings = settings
    rules = settings.value.rules(of: request.value.terms.kind)
    self.stage =
      stage
      ?? WindowStage(of: request.value, at: now.wall, rules: rules, settings: settings.value)
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

  var raw: DeviceState {
    _read { yield sharedDevice.value.raw }
  }

  /// The same on a device that need not cool down: that concerns starts only.
  mutating func forgetHeatStop() {
    guard device.hasHeatStop else { return }
    var cool = device
    cool.forgetHeatStop()
    sharedDevice = Shared(cool)
  }

  /// Whether external power is there, steadily. A loss is believed at once where the battery is
  /// below the floor, and must be over for as long as any other before it counts as over.
  var isPluggedIn: Bool {
    guard !device.onBattery.value else { return false }
    guard let level = raw.battery, level < max(rules.batteryFloor ?? 0, settings.emptyBattery)
    else { return true }
    return !device.onBatteryAtOnce.value
  }

  /// Whether it wakes an app that observes, which the switches of the app do not hold.
  var isObserver: Bool { request.terms.task?.category == .observer }

  /// Whether both switches let the app do anything in the background: that of all apps, and its own.
  var allowsRefresh: Bool { raw.allowsRefresh && app?.value.refreshIsOn != false }

  /// Whether the request's window has closed and it chose to relax, or it waited too long for an end
  /// that it does not name.
  var isRelaxed: Bool { stage.isRelaxed }

  /// Idleness gives way earlier than the rest.
  var relaxesIdle: Bool { stage.relaxesIdle }

  /// External power gives way only where the battery can bear it.
  var relaxesPower: Bool { isRelaxed && bearsBattery }

  private var bearsBattery: Bool { (raw.battery ?? 100) >= settings.relaxedBattery }

  /// On whose behalf a condition holds, if it does: a requirement never gives way, preferences do one
  /// by one. `standing` says whether the kind's own gate holds.
  func ground(of conditions: Conditions, standing: Bool = false) -> Verdict.Ground? {
    if !request.terms.requires.isDisjoint(with: conditions) { return .required }
    let given = relaxed
    if !request.terms.prefers.subtracting(given).isDisjoint(with: conditions) { return .preferred }
    return standing ? .standing : nil
  }

  /// Preferences that have given way.
  private var relaxed: Conditions {
    bearsBattery ? stage.relaxed : stage.relaxed.subtracting(.power)
  }

  /// Whether the request names any of `conditions`.
  func wants(_ conditions: Conditions) -> Bool {
    !request.terms.requires.union(request.terms.prefers).isDisjoint(with: conditions)
  }
}

extension Verdict.Ground {
  /// How a rationale begins.
  var words: String {
    switch self {
    case .required: "required"
    case .preferred: "preferred"
    case .standing: "this kind's default"
    case .forced: "forced"
    }
  }
}
