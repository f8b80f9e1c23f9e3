// Forecasts.
extension Context {
  /// Returns whether requests of `profile` wait for the best moment. They do not if they were expedited, are overdue,
  /// or wake the machine and it is awake for them.
  private func awaitsBestMoment(_ profile: GateProfile) -> Bool {
    let rules = settings.value.rules(of: profile.kind)
    let isWokenFor = profile.wakesMachine && alarm.stay != nil
    return rules.awaitsBestMoment && !profile.isExpedited && !profile.stage.isOverdue && !isWokenFor
  }

  /// Returns the thresholds that the present score must reach, since better moments may follow, for the requests of
  /// `profile`. `nil` if none of them waits for the best moment, or too little is known.
  ///
  /// - Parameter request: Any request of the profile.
  /// - Parameter score: The present score of the device for these requests.
  func thresholds(
    behind profile: GateProfile, like request: Shared<Request>, score: Double, at now: Instant
  ) -> GateThresholds? {
    guard awaitsBestMoment(profile),
      let distribution = distribution(of: profile, like: request, at: now)
    else { return nil }
    return GateThresholds(
      distribution, score: score, interval: interval(for: profile, at: now),
      awaitsBetter: forecastModel.forecast?.isOwn == true, now: clocks.local(now))
  }

  /// Returns the terms by which thresholds distinguish requests: the window or lifetime of `request`, and the expected
  /// length of its run, at most `assumedRun`.
  func terms(of request: Request) -> GateThresholds.Terms {
    let settings = settings.value
    return GateThresholds.Terms(
      opens: request.window.opens, end: request.lifetimeEnd(settings),
      length: min(budgetAsked(of: request), settings.forecast.assumedRun),
      zoneSeconds: clocks.zoneSeconds, settings: settings.forecast)
  }

  /// Returns the forecast of how long the device stays powered, idle, or both, as `profile` requires or prefers. `nil`
  /// if it needs neither, or if the device is not in that state now.
  func interval(for profile: GateProfile, at now: Instant) -> DurationForecast? {
    let rules = settings.value.rules(of: profile.kind)
    let wanted = profile.requires.union(profile.prefers)
    let needsPower = wanted.contains(.power) || !rules.runsOnBattery && !profile.allowsBattery
    let needsIdle = wanted.contains(.idle) || rules.userActivity == .holds
    // Past half of the window, work that requires idleness still waits for it, but not until it is sure to last. In
    // simulated days of users, that delay missed one in a hundred.
    return DurationForecast(
      forecastModel.habit, power: needsPower, idle: needsIdle && !profile.stage.relaxesIdle,
      forecast: forecastModel.forecast, at: now, zoneSeconds: clocks.zoneSeconds,
      settings: settings.value)
  }

  /// Returns the expected permitted time of the requests of `profile`, by score: the cached distribution, or a new one.
  /// `nil` if there is no forecast.
  private func distribution(
    of profile: GateProfile, like request: Shared<Request>, at now: Instant
  ) -> ForecastDistribution? {
    if let known = forecastModel.distribution(of: profile) { return known }
    guard let forecast = forecastModel.forecast else { return nil }
    // The forecast is for times after the boot delay, which would otherwise hold every forecast state.
    var afterBootDelay = now
    afterBootDelay.boot = max(
      now.boot, BootTime(nanoseconds: settings.value.bootDelay.nanoseconds))
    // Nothing is learned of the names of networks: those that the request names are assumed.
    let names = request.value.terms.needs.rightNetworks
    return ForecastDistribution(forecast, outside: profile.quiet) {
      [afterBootDelay, settings, names] forecastState in
      // The score of the device's policies in a state that the forecast expects.
      var state = forecastState
      state.networkNames = names
      let candidate = Candidate(
        request, app: nil, device: Shared(DeviceView(state, settings: settings.value)),
        now: afterBootDelay, settings: settings, stage: profile.stage)
      return PolicyVerdicts(Policies.ofDevice, on: candidate).combination.sums?.score
    }
  }
}
