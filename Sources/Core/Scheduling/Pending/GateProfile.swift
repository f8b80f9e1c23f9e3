/// What the device's gates see of a request: requests that are alike in this share one verdict, so
/// that a change of the device costs the same with ten requests and with a hundred thousand.
struct GateProfile: Hashable, Sendable {
  var kind: Kind
  var requires: Conditions
  var prefers: Conditions
  /// Paths that must be there.
  var paths: [ExactString]
  var allowsBattery: Bool
  /// Before others of its kind.
  var isExpedited: Bool
  /// An app in front gets it whatever the device says.
  var reachesAppInFront: Bool
  /// It begins at its date whatever the device says, and needs no slot.
  var isExact: Bool
  var stage: WindowStage

  init(of request: Request, stage: WindowStage) {
    kind = request.kind
    requires = request.requires
    prefers = request.prefers
    paths = request.needs.paths
    allowsBattery = request.allowsBattery
    isExpedited = request.isExpedited
    reachesAppInFront = request.kind == .push || request.task?.reachesAppInFront == true
    isExact = request.isExact
    self.stage = stage
  }
}

/// How far a request's window has closed, as far as gates care.
package struct WindowStage: Hashable, Sendable {
  /// Idleness is no longer waited for.
  var relaxesIdle: Bool
  /// What is preferred and has given way.
  var relaxed: Conditions
  /// The window has closed, or was open for days without an end, and what the kind holds by default
  /// gives way.
  var isRelaxed: Bool
  /// The window has closed, and the request runs past all but absolute vetoes and what it requires.
  var insists: Bool
  var isOverdue: Bool
  /// So much of the window, or of the interval, has passed that the kind runs in low-power mode on
  /// battery.
  var bearsLowPower: Bool

  init(of request: Request, at now: WallTime, rules: KindRules, settings: Settings) {
    isOverdue = request.window.isOverdue(at: now)
    insists = request.window.insists(at: now)
    let window = settings.closingWindow(of: request)
    isRelaxed = window.isOverdue(at: now) && window.atLatest == .relax
    relaxesIdle =
      window.atLatest == .relax && window.hasPassed(settings.relaxedIdleShare, at: now)
    relaxed = settings.relaxed(request.prefers, in: window, at: now)
    bearsLowPower = settings.lowPowerMoment(of: request).map { now >= $0 } ?? false
  }
}
