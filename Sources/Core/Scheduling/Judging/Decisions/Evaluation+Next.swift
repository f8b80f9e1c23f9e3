// The end of the wait.
extension Evaluation {
  /// Returns the earliest moment at which the request may start, held by `causes`. If some causes end only by time,
  /// it is the end of the last of these, since the device may change before. Otherwise it is the moment at which the
  /// last cause has ended or given way at the latest. In quiet hours, also in later ones, it is their end. `nil` if a
  /// needed moment is unknown, if only the user or a manual action ends a cause, or if the request is dropped in quiet
  /// hours.
  ///
  /// - Parameter zoneSeconds: How many seconds the user's clocks are ahead of UTC.
  func nextStart(after causes: [Cause], zoneSeconds: Int) -> WallTime? {
    // Time does not end a cause that the user or a manual action must end.
    if causes.contains(where: { [.app, .hand].contains($0.reason.traits.end) }) { return nil }
    // A pause with an end lasts until then, unless it is lifted.
    let timed = causes.filter { cause in
      cause.reason.traits.end == .time || (cause.reason == .paused && pause?.ends != nil)
    }
    let awaited = timed.isEmpty ? causes : timed
    var latest = candidate.now.wall
    for cause in awaited {
      guard let moment = endOrYieldTime(of: cause.reason) else { return nil }
      latest = max(latest, moment)
    }
    return outsideQuietHours(latest, zoneSeconds)
  }

  /// Returns the first moment from `moment` on that is not in quiet hours; `nil` if there is none, or if the request is
  /// dropped before it.
  private func outsideQuietHours(_ moment: WallTime, _ zoneSeconds: Int) -> WallTime? {
    let hours = candidate.settings.quietHours(of: candidate.request).map(\.hours)
    let local = LocalTime(moment, zoneSeconds: zoneSeconds)
    let isInQuietHours = hours.contains { $0.contains(local) }
    // A request that quiet hours hold now can be dropped before `moment`, although `moment` is outside of them.
    guard isInQuietHours || quiet != nil else { return moment }
    let end = isInQuietHours ? hours.end(after: local)?.wall(zoneSeconds: zoneSeconds) : moment
    guard let end, !candidate.request.window.isDropped(at: end) else { return nil }
    return end
  }

  /// The next moment at which time may change the causes; `nil` if none is known.
  var nextChange: WallTime? {
    let now = candidate.now
    var next: WallTime?
    func consider(_ moment: WallTime) {
      if moment > now.wall { next = min(next ?? moment, moment) }
    }
    candidate.settings.forEachMoment(of: candidate.request, consider)
    if let backoffUntil = candidate.request.progress.backoffUntil {
      consider(now.wall + (backoffUntil - now.awake))
    }
    if case .failed(_, let until) = check { consider(now.wall + (until - now.awake)) }
    if let ends = quiet?.ends { consider(ends) }
    for row in app.rows {
      if let lifts = row.liftTime(on: candidate) { consider(lifts) }
    }
    if let lasts = forecastHold?.lasts { consider(now.wall + lasts) }
    return next
  }

  /// Returns the earlier of two moments: the moment at which time ends `reason`, and the moment at which its veto gives
  /// way to the closing window. `nil` if neither is known.
  private func endOrYieldTime(of reason: Reason) -> WallTime? {
    let givesWay = verdict(with: reason).flatMap { yieldTime(of: $0, reason) }
    return [endTime(of: reason), givesWay].compactMap(\.self).min()
  }

  /// Returns the veto with the code `reason`, of a policy of the device or of the app; `nil` if no policy gave it.
  private func verdict(with reason: Reason) -> Verdict? {
    let row =
      device.rows.first { $0.verdict.reason == reason }
      ?? app.rows.first { $0.verdict.reason == reason }
    return row?.verdict
  }

  /// Returns when time ends `reason`; `nil` if it does not, or if the moment is unknown. Delays by awake time are
  /// assumed to pass without a sleep.
  private func endTime(of reason: Reason) -> WallTime? {
    let (request, now, settings) = (candidate.request, candidate.now, candidate.settings)
    switch reason {
    case .earliest: return request.period?.isAfterLastDate == true ? nil : request.window.opens
    case .backoff: return request.progress.backoffUntil.map { now.wall + ($0 - now.awake) }
    case .paused: return pause?.ends
    case .quiet: return quiet?.ends
    case .condition:
      guard case .failed(_, let until) = check, until > now.awake else { return nil }
      return now.wall + (until - now.awake)
    case .bootDelay: return wall(of: BootTime(nanoseconds: settings.bootDelay.nanoseconds))
    // Power is present, but has not been steady for long enough.
    case .power where !candidate.raw.isOnBattery:
      let settles =
        candidate.device.onBattery.settles ?? candidate.device.onBatteryWithoutDelay.settles
      return settles.map(wall)
    case .betterMoment, .unstableConditions: return forecastHold?.lasts.map { now.wall + $0 }
    case .thermal: return candidate.device.coolingEnd(settings).map(wall)
    case .lowPower: return settings.lowPowerMoment(of: request)
    default:
      return app.rows.lazy.filter { $0.verdict.reason == reason }
        .compactMap { $0.liftTime(on: candidate) }.first
    }
  }

  /// Returns the wall-clock time of `moment`, if the clock is not set until then.
  private func wall(of moment: BootTime) -> WallTime {
    candidate.now.wall + (moment - candidate.now.boot)
  }

  /// Returns when `verdict`, the veto behind `reason`, gives way because the request's window closes; `nil` if it does
  /// not.
  private func yieldTime(of verdict: Verdict, _ reason: Reason) -> WallTime? {
    let settings = candidate.settings
    let window = settings.closingWindow(of: candidate.request)
    // A full group holds its requests past every latest date.
    guard verdict.decision == .mustNotProceed, reason != .group, window.latest != nil else {
      return nil
    }
    switch window.atLatest {
    // The request is removed at its latest date.
    case .drop: return nil
    // Requirements never give way.
    case _ where verdict.ground == .required: return nil
    case .run: return window.latest
    // Only a forced run passes the boot delay.
    case .relax where reason == .bootDelay: return nil
    case .relax where reason == .userActive: return window.moment(at: settings.relaxedIdleShare)
    // The condition of external power gives way only if the battery is sufficient, and never after a wake by the alarm.
    case .relax
    where reason == .power && (candidate.raw.battery ?? 100) < settings.relaxedBattery:
      return nil
    case .relax where reason == .power && candidate.awaitsPowerInWake: return nil
    case .relax where verdict.ground == .preferred: return relaxation(of: reason)
    case .relax: return window.latest
    }
  }

  /// Returns when the last of the preferences that `reason` reports as unmet gives way; `nil` if none does.
  private func relaxation(of reason: Reason) -> WallTime? {
    let (request, settings) = (candidate.request, candidate.settings)
    let prefers = request.terms.prefers
    let unmet = Conditions.named.map(\.condition)
      .filter { prefers.contains($0) && reason.traits.conditions.contains($0) }
    // The share of the window after which the last of them gives way.
    guard let share = unmet.map({ settings.relaxedShare(of: $0, among: prefers) }).max() else {
      return nil
    }
    return settings.closingWindow(of: request).moment(at: share)
  }
}
