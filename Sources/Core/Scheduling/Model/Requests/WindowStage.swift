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
    relaxed = settings.relaxed(request.terms.prefers, in: window, at: now)
    bearsLowPower = settings.lowPowerMoment(of: request).map { now >= $0 } ?? false
  }
}
