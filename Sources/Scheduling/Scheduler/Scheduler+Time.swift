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
    wake.include(activeRuns.nextQuotaEnd)
    wake.include(activeRuns.nextMoment(settings))
    return wake
  }

  /// Marks what the passing of time has changed.
  mutating func followTime(at now: Instant) {
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
    moments.append(settings.lowPowerMoment(of: request))
    return moments.compactMap(\.self)
  }
}
