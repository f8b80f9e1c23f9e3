/// The stage of a request's closing window, as gates use it.
package struct WindowStage: Hashable, Sendable {
  /// Whether the request no longer waits for idleness.
  var relaxesIdle: Bool
  /// The preferences that have given way.
  var relaxed: Conditions
  /// Whether the conditions that the kind requires by default give way: the window has closed, or was open for days
  /// without an end.
  var isRelaxed: Bool
  /// Whether the window has closed and the request passes all but absolute vetoes and its requirements.
  var mustRun: Bool
  var isOverdue: Bool
  /// Whether enough of the window, or of the interval, has passed that the kind runs in low-power mode on battery.
  var bearsLowPower: Bool

  /// Calculates the stage of the window of `request` at `now`.
  init(of request: Request, at now: WallTime, rules: KindRules, settings: Settings) {
    isOverdue = request.window.isOverdue(at: now)
    mustRun = request.window.mustRun(at: now)
    let window = settings.closingWindow(of: request)
    isRelaxed = window.isOverdue(at: now) && window.atLatest == .relax
    relaxesIdle =
      window.atLatest == .relax && window.hasPassed(settings.relaxedIdleShare, at: now)
    relaxed = settings.relaxed(request.terms.prefers, in: window, at: now)
    bearsLowPower = settings.lowPowerMoment(of: request).map { now >= $0 } ?? false
  }
}
