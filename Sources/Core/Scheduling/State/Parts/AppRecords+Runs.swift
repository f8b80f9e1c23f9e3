// The runs of apps: their use of the device, and their reliability.
extension AppRecords {
  /// Notes in the records of its app that `run` begins. A run of a kind that the app's switches and quota do not affect
  /// only counts as served. A run of a kind that they affect also counts for the spacing, and unless `isFree` for the
  /// quota.
  ///
  /// - Parameter isFree: Whether it is delivered to an app in the foreground even if the quota is used up: a quota that
  ///   did not delay it must not end it either.
  mutating func begin(
    _ run: Run, _ request: Request, isFree: Bool, isOnBattery: Bool, at now: Instant
  ) -> FollowUp {
    guard let (index, known) = entry(of: run.key) else { return FollowUp() }
    var app = known.value
    let rules = settings.value.sharedRules(of: run.kind)
    app.lastServed = now.wall
    guard rules.value.obeysAppSwitches else { return update(app, at: index) }
    // Changed together, since each change of `app.usage` copies it.
    var usage = app.usage
    if rules.value.spacing > .zero { usage.lastSpaced = now.wall }
    if !isFree {
      usage.begin(
        run.id, isExpedited: request.terms.isExpedited, isOnBattery: isOnBattery, at: now,
        settings.value.quotas)
    }
    app.usage = usage
    return update(app, at: index)
  }

  /// Starts or stops charging the app's quota for a live run, if the power source or the app's presence on the screen
  /// has changed.
  mutating func charge(_ run: Run, isOnBattery: Bool, at now: Instant) -> FollowUp {
    guard let (index, known) = entry(of: run.key), known.value.usage.changesCharging(isOnBattery),
      known.value.usage.isMetering(run.id)
    else { return FollowUp() }
    var app = known.value
    app.usage.setCharging(isOnBattery, at: now, settings.value.quotas)
    return app.usage == known.value.usage ? FollowUp() : update(app, at: index)
  }

  /// Returns when a run must stop because its app's quota is used up. It need not stop if nothing is charged, if an
  /// operator forced it, or if it is already stopping.
  func quotaCheck(of run: Run, isOnBattery: Bool, at now: Instant) -> QuotaCheck {
    // The result for a run that is already stopping is not used for it later.
    var check = QuotaCheck(
      ends: nil, holdsUntil: run.mayExpire ? WallTime(nanoseconds: .max) : now.wall,
      revision: revision, isOnBattery: isOnBattery, madeAt: now)
    guard run.mayExpire, !run.isForced, let app = app(of: run.key) else { return check }
    (check.ends, check.holdsUntil) = app.value.usage.quotaEnd(
      of: run.id, isPush: run.kind == .push, patience: settings.value.steadyPowerLoss, at: now,
      settings.value.quotas)
    return check
  }

  /// Notes in the usage of its app that `run` has ended. Does nothing if the run was not counted there.
  mutating func endUse(by run: Run, at now: Instant) -> FollowUp {
    guard let (index, known) = entry(of: run.key), known.value.usage.isMetering(run.id) else {
      return FollowUp()
    }
    var app = known.value
    app.usage.end(run.id, at: now, settings.value.quotas)
    return update(app, at: index)
  }

  /// Adds the end of a run to its app's reliability. Kinds that ignore the app switches do not count.
  mutating func noteQuality(of run: Run, _ ending: Ending, at now: Instant) -> FollowUp {
    guard settings.value.sharedRules(of: run.kind).value.obeysAppSwitches,
      let (index, known) = entry(of: run.key), let quality = RunQuality(of: run, ending, at: now)
    else { return FollowUp() }
    // Most ends are clean and change nothing: the app is not copied for them.
    var reliability = known.value.reliability
    reliability.note(quality, at: now.wall, settings.value.reliability)
    if reliability == known.value.reliability { return FollowUp() }
    var app = known.value
    app.reliability = reliability
    return update(app, at: index)
  }
}
