/// All that a request is judged by besides itself: the device, its app, what runs, what is foreseen, what is known
/// of its condition, what is paused, and the clocks. Asking changes nothing; each part has its state to itself.
struct Context: Sendable {
  let settings: Shared<Settings>
  var device: TrackedDevice
  var apps: AppRecords
  var runs: RunRecords
  var processes: AppProcesses
  var forecastModel: ForecastModel
  var checks: ConditionChecks
  var clocks: ObservedClocks
  var pauses: Pauses
  var seen = SeenPaths()

  init(_ snapshot: Snapshot, settings: Shared<Settings>, at now: Instant) {
    self.settings = settings
    device = TrackedDevice(snapshot.device, settings: settings)
    apps = AppRecords(snapshot, settings: settings)
    runs = RunRecords(snapshot, settings: settings)
    processes = AppProcesses(snapshot, settings: settings)
    let learned = snapshot.learned.first { $0.name == Learned.device }
    forecastModel = ForecastModel(learned, at: now, settings: settings)
    checks = ConditionChecks(settings: settings)
    clocks = ObservedClocks(zoneSeconds: snapshot.zoneSeconds)
    pauses = Pauses(snapshot)
  }
}

// What is worth what.
extension Context {
  /// Whether what runs costs nothing of the device's allowance.
  var isPowerFree: Bool {
    !settings.value.energy.countsMains && !device.view.onBattery.value && !device.raw.isOnBattery
  }

  /// What a refresh costs now.
  var refreshCosts: RefreshCosts {
    RefreshCosts(
      settings.value.energy, isOnMains: isPowerFree, isMetered: device.raw.isMetered == true)
  }

  /// Whether worths are compared now.
  func isLook(at now: Instant) -> Bool { apps.isLook(at: clocks.local(now)) }

  /// What refreshes are worth at `time`, and what they must be worth.
  func appraisal(at time: LocalTime) -> BatchValuation { apps.appraisal(refreshCosts, at: time) }

  func lastRefreshed(_ app: App) -> LocalTime? { app.lastRefreshed.map(clocks.local) }

  /// The next moment at which worths are compared.
  func nextSlot(after now: Instant) -> WallTime {
    let time = clocks.local(now)
    return now.wall + (UserHabit.slot(after: time) - time)
  }

  /// What a refresh of the app is worth now; nil for kinds that nobody prices.
  private func offer(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    return apps.offer(
      of: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts,
      at: clocks.local(candidate.now))
  }

  /// The same, as far as a decision needs it: away from the moments at which worths are compared
  /// nobody needs to know what it is worth.
  func offerAtLook(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced, !candidate.isRelaxed,
      !isFree(app.value), !isLook(at: candidate.now)
    else { return offer(for: candidate) }
    return .unasked(isFree: false)
  }

  /// The same, as far as the question whether it is a reason to wait needs it.
  func offerForReasons(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, candidate.rules.isPriced else { return nil }
    let isFree = isFree(app.value)
    guard !isFree, !candidate.isRelaxed, isLook(at: candidate.now) else {
      return .unasked(isFree: isFree)
    }
    return offer(for: candidate)
  }

  private func isFree(_ app: App) -> Bool {
    refreshCosts.isFree(app.habit, lastRefreshed: lastRefreshed(app))
  }

  /// The same, and when that may change.
  func lastingOffer(for candidate: Candidate) -> RefreshValuation? {
    guard let app = candidate.app, var offer = offer(for: candidate) else { return nil }
    if offer.isTaken { return offer }
    let (now, time) = (candidate.now, clocks.local(candidate.now))
    let end = time + settings.value.energy.looksAhead
    let slot = apps.nextSlot(
      for: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts, after: time, until: end
    )
    offer.next = now.wall + ((slot ?? end) - time)
    return offer
  }

  /// The best of the next 24 hours to refresh the app of `request`; nil where nobody asks.
  func bestRefresh(for request: Request, at now: Instant) -> (score: Double, at: WallTime)? {
    guard let app = apps.app(of: request.key), settings.value.rules(of: request.terms.kind).isPriced
    else { return nil }
    let time = clocks.local(now)
    return apps.bestRefresh(
      of: app.value, lastRefreshed: lastRefreshed(app.value), refreshCosts, after: time
    )
    .map { (score: $0.worth, at: now.wall + ($0.at - time)) }
  }
}

// What is foreseen.
extension Context {
  /// Whether a request behind the gates of `profile` is one that waits for the best moment.
  private func awaitsBestMoment(_ profile: GateProfile) -> Bool {
    let rules = settings.value.rules(of: profile.kind)
    return rules.awaitsBestMoment && !profile.isExpedited && !profile.stage.isOverdue
  }

  /// What the forecast says behind the gates of `profile` where the device scores `score`; nil where nothing
  /// there waits for the best moment, or too little is known.
  ///
  /// - Parameter request: One of them.
  func thresholds(
    behind profile: GateProfile, like request: Shared<Request>, score: Double, at now: Instant
  ) -> GateThresholds? {
    guard awaitsBestMoment(profile),
      let distribution = distribution(of: profile, like: request, at: now)
    else { return nil }
    return GateThresholds(
      distribution, score: score, spell: spell(for: profile, at: now),
      awaitsBetter: forecastModel.forecast?.isOwn == true, now: clocks.local(now))
  }

  func terms(of request: Request) -> GateThresholds.Terms {
    let settings = settings.value
    return GateThresholds.Terms(
      opens: request.window.opens, end: request.lifetimeEnd(settings),
      length: min(budgetAsked(of: request), settings.forecast.assumedRun),
      zoneSeconds: clocks.zoneSeconds, settings: settings.forecast)
  }

  /// How long the present interval of what the gates ask for will last; nil where they ask for nothing
  /// that comes and goes.
  private func spell(for profile: GateProfile, at now: Instant) -> DurationForecast? {
    let rules = settings.value.rules(of: profile.kind)
    let wanted = profile.requires.union(profile.prefers)
    let power = wanted.contains(.power) || !rules.runsOnBattery && !profile.allowsBattery
    let idle = wanted.contains(.idle) || rules.userActivity == .holds
    // Past half of the window work that requires idleness still waits for it, but no longer until that is sure to last: of
    // imagined people's days one in a hundred was missed by that.
    return DurationForecast(
      forecastModel.habit, power: power, idle: idle && !profile.stage.relaxesIdle,
      forecast: forecastModel.forecast, at: now, zoneSeconds: clocks.zoneSeconds,
      settings: settings.value)
  }

  private func distribution(
    of profile: GateProfile, like request: Shared<Request>, at now: Instant
  ) -> ForecastDistribution? {
    if let known = forecastModel.distribution(of: profile) { return known }
    guard let forecast = forecastModel.forecast else { return nil }
    var later = now
    // What is to come is not the machine's boot.
    later.boot = max(now.boot, BootTime(nanoseconds: settings.value.bootDelay.nanoseconds))
    return ForecastDistribution(forecast) { [later, settings] state in
      let candidate = Candidate(
        request, app: nil, device: Shared(DeviceView(state, settings: settings.value)),
        now: later, settings: settings, stage: profile.stage)
      return PolicyVerdicts(Policies.ofDevice, on: candidate).combination.sums?.score
    }
  }
}

// What a run may use.
extension Context {
  /// What a run of `request` gets that starts now.
  /// Work that the end of an interval would cut off is not promised more than the interval is likely to hold.
  func budget(of request: Request, at now: Instant) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let asked = min(budgetAsked(of: request), budgetByDevice(rules))
    guard rules.awaitsBestMoment, rules.closingGate == .expires,
      forecastModel.forecast?.isOwn == true
    else {
      return asked
    }
    let stage = WindowStage(of: request, at: now.wall, rules: rules, settings: settings.value)
    let spell = spell(for: GateProfile(of: request, stage: stage), at: now)
    // What it was started for it may use: the end of the interval is not sure.
    let least = min(asked, settings.value.forecast.assumedRun)
    return max(spell?.budget(asked: asked) ?? asked, least)
  }

  /// How much of the kind's longest budget the device bears now: less the emptier its battery, and the
  /// warmer it is. What the device does not tell takes nothing away.
  private func budgetByDevice(_ rules: KindRules) -> Duration {
    guard let shortest = rules.shortestBudget else { return rules.longestBudget }
    var share = device.raw.thermal == .fair ? settings.value.fairHeatBudgetShare : 1
    if device.view.onBattery.value, let level = device.raw.battery {
      let floor = rules.batteryFloor ?? 0
      share *= Double(max(0, min(100, level) - floor)) / Double(max(1, 100 - floor))
    }
    let spread = Double((rules.longestBudget - shortest).nanoseconds)
    // Whole seconds: nobody reads more.
    return shortest + .seconds(Int64(bounded: spread * share / 1_000_000_000))
  }

  /// The budget that was asked for, or the kind's, as far as power allows.
  func budgetAsked(of request: Request) -> Duration {
    let rules = settings.value.rules(of: request.terms.kind)
    let longest =
      device.view.onBattery.value ? rules.longestBudgetOnBattery : rules.longestBudget
    // What goes on as long as it makes progress needs no shorter end.
    let usual = request.terms.task?.continued == nil ? rules.budget : longest
    return min(request.terms.budget ?? usual, longest)
  }

  func grace(of request: Request) -> Duration {
    request.terms.grace ?? settings.value.rules(of: request.terms.kind).grace
  }

  /// How long a step may take; nil is as long as the budget lasts, and so is a command without steps.
  func stepLimit(of request: Request, _ index: Int) -> Duration? {
    guard request.terms.command.steps.indices.contains(index) else { return nil }
    return request.terms.command.steps[index].limit
      ?? settings.value.rules(of: request.terms.kind).stepLimit
  }
}
