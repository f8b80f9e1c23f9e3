// Is now good enough? What the device permits may still wait for a better moment.
extension Scheduler {
  /// Whether a request behind the gate of `profile` is one that waits for the best moment.
  private func awaitsBestMoment(_ profile: GateProfile) -> Bool {
    let rules = settings.rules(of: profile.kind)
    return rules.awaitsBestMoment && !profile.isExpedited && !profile.stage.isOverdue
  }

  /// The bars behind `gate`; nil where there are none, or no forecast.
  mutating func bars(behind gate: QueueTable.Gate, like request: Request, at now: Instant)
    -> GateBars?
  {
    guard awaitsBestMoment(gate.profile), let score = gate.answer?.sums?.score else { return nil }
    foresight.prepare(settings)
    guard let bars = bars(behind: gate.profile, like: request, score: score, at: now) else {
      return nil
    }
    foresight.keep(bars.outlook, of: gate.profile)
    return bars
  }

  /// The same where the device scores `score`.
  func bars(
    behind profile: GateProfile, like request: Request, score: Double, at now: Instant
  ) -> GateBars? {
    guard awaitsBestMoment(profile), let outlook = outlook(of: profile, like: request, at: now)
    else { return nil }
    return GateBars(outlook, score: score, spell: spell(for: profile, at: now), now: local(now))
  }

  func terms(of request: Request) -> GateBars.Terms {
    GateBars.Terms(
      opens: request.window.opens, end: request.lifetimeEnd(settings),
      length: min(budgetAsked(of: request), settings.forecast.assumedRun),
      zoneSeconds: zoneSeconds, settings: settings.forecast)
  }

  /// How long the present spell of what the gate asks for will last; nil where it asks for nothing
  /// that comes and goes.
  func spell(for profile: GateProfile, at now: Instant) -> SpellOutlook? {
    let rules = settings.rules(of: profile.kind)
    let wanted = profile.requires.union(profile.prefers)
    let power = wanted.contains(.power) || !rules.runsOnBattery && !profile.allowsBattery
    let idle = wanted.contains(.idle) || rules.userActivity == .holds
    return SpellOutlook(
      foresight.habit, power: power, idle: idle && !profile.stage.relaxesIdle,
      forecast: foresight.forecast(settings), at: now, zoneSeconds: zoneSeconds, settings: settings)
  }

  private func outlook(
    of profile: GateProfile, like request: Request, at now: Instant
  ) -> Outlook? {
    if let known = foresight.outlook(of: profile) { return known }
    guard let forecast = foresight.forecast(settings) else { return nil }
    var later = now
    // What is to come is not the machine's boot.
    later.boot = max(now.boot, BootTime(nanoseconds: settings.herdTime.nanoseconds))
    // By name, or the closure would copy the whole scheduler.
    return Outlook(forecast) { [later, settings, sharedSettings] state in
      let candidate = Candidate(
        request, app: nil, device: DeviceView(state, settings: settings), now: later,
        settings: sharedSettings, stage: profile.stage)
      return PolicyVerdicts(Policies.ofDevice, on: candidate).combination.sums?.score
    }
  }
}
