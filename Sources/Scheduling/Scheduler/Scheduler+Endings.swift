import OrderedCollections

extension Scheduler {
  /// Takes the end of a run, or of one of its steps: records it and decides what becomes of its
  /// request.
  mutating func end(_ id: RunID, _ finish: Finish, at now: Instant) {
    if endCheck(id, finish, at: now) { return }
    activeRuns.addUse(of: finish, by: id)
    guard let entry = activeRuns[id] else { return }
    if finish.isSuccess, entry.hasNextStep {
      updateCheckpoint(of: entry.run) { $0.completeStep() }
      if goesOn(entry.run) { return launchNextStep(of: entry, at: now) }
    }
    // A command that does not catch it stops when it is told that its time is nearly over.
    let isEarlyStop = finish.signal != nil && finish.signal == entry.earlySignalSent
    if isEarlyStop { apply(.heedEarlySignal, to: id, at: now) }
    let ended = finish.told ?? now
    conclude(
      id, ending(of: activeRuns[id] ?? entry, finish, at: ended),
      isUnexplained: entry.run.stopReason == .interrupted, ended: ended, at: now)
  }

  private func ending(of entry: ActiveRun, _ finish: Finish, at now: Instant) -> Ending {
    let run = entry.run
    var ending = Ending(
      at: now.wall, outcome: outcome(of: entry, finish), stopReason: run.stopReason)
    ending.exit = finish.exit
    ending.signal = finish.signal
    ending.wasKilled = finish.wasKilled || ending.outcome == .killed
    ending.dumpedCore = finish.dumpedCore
    ending.cpuSeconds = run.earlierCPUSeconds
    ending.peakMemoryBytes = run.earlierPeakMemoryBytes
    ending.message = finish.launchFailure ?? message(on: run)
    ending.killReport = finish.killReport
    if ending.outcome == .interrupted, ending.stopReason == nil {
      // What succeeded was to go on with its next step, but for the daemon.
      let interruption = finish.isSuccess ? StopReason.shutdown : .interrupted
      ending.stopReason = finish.wasStoppedOutside ? .outside : interruption
    }
    return ending
  }

  private func message(on run: Run) -> String? {
    guard run.stopReason == .stepLimit, let limit = run.stepLimit else { return nil }
    return "step \(run.stepName ?? "") took longer than its limit of \(limit.notation)"
  }

  /// Records a run whose daemon or machine died.
  ///
  /// - Parameter sameBoot: It vanished while the machine was up.
  mutating func endInterrupted(_ id: RunID, sameBoot: Bool, at now: Instant) {
    conclude(
      id, Ending(at: now.wall, outcome: .interrupted, stopReason: .interrupted),
      isUnexplained: sameBoot, at: now)
  }

  private func outcome(of entry: ActiveRun, _ finish: Finish) -> Outcome {
    switch entry.run.phase {
    case .expiring(.interrupted, _), .killed(.interrupted): return .interrupted
    case .killed(.launchTimeout): return .launchTimeout
    case .expiring(let reason, _)
    where finish.isSuccess && !entry.hasNextStep && !isCancellation(reason):
      return .completed
    case .expiring(.launchTimeout, _): return .launchTimeout
    case .killed(let reason): return isCancellation(reason) ? .cancelled : .killed
    case .expiring(let reason, _): return isCancellation(reason) ? .cancelled : .expired
    case .deferring, .frozen:
      return finish.exit == 0 && !entry.hasNextStep ? .completed : .deferred
    case .launching, .running, .ended:
      return finish.isSuccess && entry.hasNextStep ? .interrupted : ownOutcome(finish)
    }
  }

  private func isCancellation(_ reason: StopReason) -> Bool {
    reason == .cancelled || reason == .replaced
  }

  private func ownOutcome(_ finish: Finish) -> Outcome {
    if finish.launchFailure != nil { return .launchFailed }
    if finish.isUnexplained || finish.wasStoppedOutside { return .interrupted }
    if finish.outOfMemory { return .outOfMemory }
    switch finish.exit {
    case 0: return .completed
    case 75: return .retryLater
    case .some: return .failed
    case nil: return .crashed
    }
  }

  mutating func conclude(
    _ id: RunID, _ ending: Ending, isUnexplained: Bool = false, ended: Instant? = nil,
    at now: Instant
  ) {
    guard let entry = activeRuns.remove(id) else { return }
    let ended = ended ?? now
    if let slot = requests.slot(of: entry.run.key) {
      requests[slot]?.request.history.note(entry.run, ending, at: ended)
    }
    let before = requests[entry.run.key]
    if isUnexplained || ending.outcome.isCrash { noteCrash(of: entry.run) }
    let settled = settled(after: entry, ending, at: now)
    var run = entry.run
    run.leave(settled?.leaves ?? RetryState())
    let followUps = run.apply(.end(ending), at: now.awake)
    lastRuns.note(run)
    runTimeline.end(id, at: ended.wall)
    charge(run, until: ended)
    effects += followUps
    endUse(by: run, at: ended)
    noteConduct(of: run, ending, at: ended)
    settleEnergy(of: run, ending, at: now)
    if let settled { settle(settled) }
    if ending.isFailure, hasGivenUp(run, since: before) { callForHelp(entry.request, run) }
    markDirty(run.key)
    lanes.lookAtAll()
  }

  enum Consequence {
    case satisfied, blamed, postponed, waits
  }

  /// A stop by the system costs the request nothing; an overrun, a failure and a crash do.
  ///
  /// - Parameter isWhole: No step was left behind the one that ended.
  func consequence(of ending: Ending, isWhole: Bool) -> Consequence {
    if ending.exit == 0 && !ending.wasKilled && ending.outcome != .cancelled && isWhole {
      return .satisfied
    }
    switch ending.outcome {
    case .completed: return .satisfied
    case .retryLater: return .postponed
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: return .blamed
    case .interrupted where ending.stopReason == .outside: return .postponed
    case .killed, .expired: return consequence(ofStop: ending)
    case .deferred, .cancelled, .interrupted, .skipped: return .waits
    }
  }

  private func consequence(ofStop ending: Ending) -> Consequence {
    guard let reason = ending.stopReason, reason != .shutdown,
      Reason(rawValue: reason.code) == nil
    else { return .waits }
    // As what is launched too slowly.
    if reason == .notReady { return .blamed }
    // What somebody stops by hand must not be back at once, and neither what stopped in time.
    let hasOverrun = reason == .budget || reason == .stepLimit
    return hasOverrun && ending.outcome == .killed ? .blamed : .postponed
  }

  func cleared(_ request: Request) -> Request {
    var cleared = request
    cleared.backoffUntil = nil
    return cleared
  }

  /// Opens the next window of periodic work, after a run at `moment` or after this one was given up.
  mutating func renew(_ request: Request, after moment: WallTime) {
    guard request.period != nil else { return }
    put(renewed(request, after: moment))
  }

  func renewed(_ request: Request, after moment: WallTime) -> Request {
    guard let period = request.period else { return request }
    var renewed = cleared(request)
    let next = period.renewed(after: moment)
    renewed.period = next
    renewed.window = next.window(
      atLatest: request.window.atLatest, rest: settings.rest(in: next.every))
    renewed.attempts = 0
    renewed.postponements = 0
    return renewed
  }
}
