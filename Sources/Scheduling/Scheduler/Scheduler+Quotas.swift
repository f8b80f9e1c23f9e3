import OrderedCollections

// What apps use up: charged while their runs live, on battery and in the background.
extension Scheduler {
  /// `app` as it is once `run` has begun.
  func beginning(_ run: Run, _ request: Request, _ app: App, at now: Instant) -> App {
    let rules = settings.rules(of: run.kind)
    var app = app
    app.lastServed = now.wall
    guard rules.obeysAppSwitches else { return app }
    if rules.spacing > .zero { app.usage.lastSpaced = now.wall }
    app.usage.begin(
      run.id, isExpedited: request.isExpedited, isOnBattery: device.raw.isOnBattery, at: now,
      settings.quotas)
    return app
  }

  /// Takes the end of a run into its app's usage.
  mutating func endUse(by run: Run, at now: Instant) {
    guard var app = app(of: run.key), app.usage.isMetering(run.id) else { return }
    app.usage.end(run.id, at: now, settings.quotas)
    put(app)
  }

  /// Charges what runs by what the device is now, and stops what has used up its app's quota.
  mutating func superviseQuotas(at now: Instant) {
    for entry in activeRuns.all {
      let id = entry.run.id
      follow(entry.run, at: now)
      let end = quotaEnd(of: entry, at: now)
      if end != entry.quotaEnds { activeRuns.set(quotaEnd: end, of: id) }
      if let end, now.awake >= end { apply(.expire(.gate(.quota)), to: id, at: now) }
    }
  }

  private mutating func follow(_ run: Run, at now: Instant) {
    let isOnBattery = device.raw.isOnBattery
    guard let usage = usage(of: run.key), usage.chargesAnew(isOnBattery),
      usage.isMetering(run.id), var app = app(of: run.key)
    else { return }
    app.usage.charge(isOnBattery, at: now, settings.quotas)
    if app.usage != usage { put(app) }
  }

  private func usage(of key: RequestKey) -> Usage? {
    // No closure: it would copy the whole scheduler.
    guard let id = key.app else { return nil }
    return apps.usage(of: AppKey(owner: key.owner, id: id))
  }

  /// Remembers when `run`, which has just begun, must stop for its app's quota.
  mutating func noteQuotaEnd(of run: RunID, at now: Instant) {
    guard let entry = activeRuns[run] else { return }
    activeRuns.set(quotaEnd: quotaEnd(of: entry, at: now), of: run)
  }

  /// When a run must stop because its app's quota is used up; nil where nothing is charged, where an
  /// operator forced it, and where it is on its way out already.
  private func quotaEnd(of entry: ActiveRun, at now: Instant) -> AwakeTime? {
    guard entry.run.mayExpire, !entry.run.isForced else { return nil }
    return usage(of: entry.run.key)?.usedUp(
      entry.run.id, isPush: entry.run.kind == .push, patience: settings.steadyPowerLoss, at: now,
      settings.quotas)
  }

  /// After a restart: ends what was under way, and takes back what lies in the future.
  ///
  /// - Parameter alive: runs that go on.
  mutating func settleUsage(
    since last: Instant?, sameBoot: Bool, alive: [RunID], at now: Instant
  ) {
    for var app in Array(apps.all) {
      if !alive.contains(where: { app.usage.isMetering($0) }),
        let since = app.usage.regular.meter.since ?? app.usage.expedited.meter.since
      {
        let longest = since.advanced(by: settings.processing.longestBudget)
        let end = sameBoot ? now : last ?? since
        app.usage.abandon(at: end.awake < longest.awake ? end : longest, settings.quotas)
      }
      app.usage.forgetTheFuture(at: now.wall, settings.quotas)
      app.reliability.forgetTheFuture(at: now.wall, settings.reliability)
      if app != apps[app.key] { put(app) } else { apps.put(app) }
    }
  }

  /// The wall clock was set back.
  mutating func forgetFutureUse(at now: Instant) {
    for var app in Array(apps.all) {
      app.usage.forgetTheFuture(at: now.wall, settings.quotas)
      app.reliability.forgetTheFuture(at: now.wall, settings.reliability)
      if app != apps[app.key] { put(app) }
    }
  }
}
