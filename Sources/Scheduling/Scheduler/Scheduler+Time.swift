import OrderedCollections

extension Scheduler {
  /// When the scheduler wants to be asked next if nothing else happens.
  package func nextWake() -> Wake {
    var wake = Wake()
    wake.include(agenda.nextWall)
    wake.include(agenda.nextAwake)
    wake.include(lanes.next(in: room))
    wake.include(device.nextChange(settings))
    if isHerd && requests.count > 0 {
      wake.include(BootTime(nanoseconds: settings.herdTime.nanoseconds))
    }
    wake.include(readings.hold.thaws)
    wake.include(readings.lookEnds(settings))
    wake.include(nextCheckEnd)
    wake.include(nextQuotaEnd)
    for entry in live.values {
      wake.include(nextMoment(of: entry.run))
    }
    return wake
  }

  /// When a run's next deadline is, if it has one.
  func nextMoment(of run: Run) -> AwakeTime? {
    switch run.phase {
    case .launching: min(run.stepStarted + settings.launchTime, run.budgetEnds)
    case .running, .deferring:
      earlier(run.budgetEnds, earlier(run.stepEnds, run.earlyMoment(settings)))
    case .frozen(_, let since): since + max(.zero, settings.longestFreeze - run.frozenFor)
    case .expiring(_, let until): until
    case .killed, .ended: nil
    }
  }

  /// Marks what the passing of time has changed.
  mutating func followTime(at now: Instant) {
    if now.wall < lastWall {
      forgetTheFuture(at: now)
      forgetFutureUse(at: now)
      queues.wakeAll()
      markAllDirty()
    }
    lastWall = now.wall
    observeHabit(at: now)
    followSleep(at: now)
    followHold(at: now)
    if readings.followLook(at: now.boot, settings) { lanes.lookAtAll() }
    if device.settle(at: now.boot, settings: settings) {
      noteDevice(at: now)
      askGatesAnew(at: now)
      // Power that has become steady frees apps of their quotas, whatever it does to gates.
      lanes.lookAtAll()
      watchGates(at: now)
    }
    if isHerd && now.boot.nanoseconds >= settings.herdTime.nanoseconds {
      isHerd = false
      noteDevice(at: now)
      askGatesAnew(at: now)
    }
    if hasUnwatchedGates {
      hasUnwatchedGates = false
      watchGates(at: now)
    }
    for slot in agenda.due(at: now) {
      requests[slot]?.wallMoment = nil
      requests[slot]?.awakeMoment = nil
      markDirty(slot)
    }
  }

  /// A clock that was years ahead and was set right would keep work waiting for years: what has succeeded
  /// more than an interval from now has succeeded now, and what was to begin when it was submitted begins
  /// now.
  mutating func forgetTheFuture(at now: Instant) {
    for request in Array(requests.all) {
      if request.waitsForClock(at: now.wall) {
        put(request.opened(at: now.wall))
        continue
      }
      guard let period = request.period, let success = request.lastSuccess,
        success > now.wall + period.every
      else { continue }
      var corrected = request
      corrected.lastSuccess = now.wall
      corrected.period = period.begun(by: now.wall)
      renew(corrected, after: now.wall)
    }
  }

  mutating func markDirty(_ slot: Int) {
    guard let entry = requests[slot], !entry.isDirty else { return }
    requests[slot]?.isDirty = true
    dirtySlots.append(slot)
  }

  mutating func markDirty(_ key: RequestKey) {
    if let slot = requests.slot(of: key) { markDirty(slot) }
  }

  mutating func markAllDirty() {
    for slot in 0..<requests.slotCount {
      markDirty(slot)
    }
  }

  /// Puts the next moments at which time alone changes something for the request into the agenda.
  mutating func remember(_ slot: Int, at now: Instant) {
    guard let entry = requests[slot] else { return }
    if let moment = nextWallMoment(of: entry.request, at: now), moment != entry.wallMoment {
      requests[slot]?.wallMoment = moment
      agenda.add(slot, at: moment)
    }
    if let moment = entry.request.backoffUntil, moment > now.awake, moment != entry.awakeMoment {
      requests[slot]?.awakeMoment = moment
      agenda.add(slot, at: moment)
    }
    if agenda.count > 1000 + 4 * requests.count { rebuildAgenda() }
  }

  /// Forgets what no longer matters, so that resubmitting for ever does not fill the memory.
  private mutating func rebuildAgenda() {
    agenda = Agenda()
    for slot in 0..<requests.slotCount {
      if let moment = requests[slot]?.wallMoment { agenda.add(slot, at: moment) }
      if let moment = requests[slot]?.awakeMoment { agenda.add(slot, at: moment) }
      if case .failed(_, let moment) = requests[slot]?.check { agenda.add(slot, at: moment) }
    }
  }

  private func nextWallMoment(of request: Request, at now: Instant) -> WallTime? {
    windowMoments(of: request).filter { $0 > now.wall }.min()
  }

  /// The moments at which time alone changes what holds a request.
  func windowMoments(of request: Request) -> [WallTime] {
    let window = settings.closingWindow(of: request)
    var moments = [window.opens, window.latest]
    if window.atLatest == .relax {
      moments.append(window.moment(at: settings.relaxedIdleShare))
      moments += settings.relaxations(of: request)
    }
    if case .onBattery(let share) = settings.rules(of: request.kind).lowPower {
      moments.append(window.moment(at: share))
    }
    return moments.compactMap(\.self)
  }
}

extension Request {
  /// Whether it is known to have been submitted by a clock that was ahead, and waits for nothing else. One
  /// that was submitted again keeps an older window: as a clock that is wrong by a day and more only.
  fileprivate func waitsForClock(at now: WallTime) -> Bool {
    guard submitted > now, window.opens > now else { return false }
    return window.opens == submitted || window.opens < submitted && window.opens - now >= .days(1)
  }

  /// The same, as though it were submitted at `moment`, by a clock that has been set back. A latest date
  /// moves along where the clock was wrong by a day and more: it was reckoned by that clock. A clock that
  /// was a little ahead says nothing against the date that was meant.
  fileprivate func opened(at moment: WallTime) -> Request {
    var request = self
    let ahead = window.opens - moment
    // Who named no time of day has no rhythm yet.
    if window.opens == submitted && lastSuccess == nil {
      request.period?.anchor = moment
      request.period?.begins = moment
    } else {
      request.period = period?.begun(by: moment)
    }
    request.submitted = moment
    request.window.opens = moment
    if ahead >= .days(1), let latest = window.latest { request.window.latest = latest - ahead }
    return request
  }
}
