// Ends of runs, of their steps, and of condition checks.
extension Scheduler {
  /// Handles the end of a process: of a run, of one of its steps, or of an app. Launches the next step, if there is
  /// one; otherwise records the end of the run and decides the fate of its request.
  mutating func end(_ id: RunID, _ processExit: ProcessExit, at now: Instant) {
    if handleEndOfAppProcess(id, processExit, at: now) { return }
    context.runs.addUse(of: processExit, by: id)
    guard let entry = context.runs[id] else { return }
    if processExit.isSuccess, entry.hasNextStep {
      updateCheckpoint(of: entry.run) { $0.completeStep() }
      if canContinue(entry.run) { return launchNextStep(of: entry, at: now) }
    }
    // A command that does not catch the early signal is ended by it. Its run then counts as stopped by its budget.
    let endedByEarlySignal =
      processExit.signal != nil && processExit.signal == entry.earlySignalSent
    if endedByEarlySignal { apply(.endByEarlySignal, to: id, at: now) }
    let ended = processExit.reportedAt ?? now
    // The transition above may have changed its phase, which decides the outcome.
    let entryAtEnd = context.runs[id] ?? entry
    // A run that was interrupted because its daemon died ends for an unknown cause.
    let isUnexplained = entry.run.stopReason == .interrupted
    conclude(
      id, entryAtEnd.ending(processExit, at: ended), isUnexplained: isUnexplained, ended: ended,
      at: now)
  }

  /// Returns whether a run may begin its next step: it was not asked to stop, and the daemon is not stopping.
  private func canContinue(_ run: Run) -> Bool {
    !context.runs.isDraining && (run.phase == .launching || run.phase == .running)
  }

  /// Records a run that ended with its daemon or its machine as interrupted, and decides the fate of its request.
  ///
  /// - Parameter sameBoot: Whether the machine has not been booted since. The end of the run is then unexplained.
  mutating func endInterrupted(_ id: RunID, sameBoot: Bool, at now: Instant) {
    conclude(
      id, Ending(at: now.wall, outcome: .interrupted, stopReason: .interrupted),
      isUnexplained: sameBoot, ended: now, at: now)
  }

  /// Removes a live run, records `ending`, updates its app, and queues its request again, removes it, or gives it up.
  /// Reports a failure. Then releases the requests that waited for its slot or its end. Does nothing if the run is not
  /// live.
  ///
  /// - Parameter isUnexplained: Whether the cause of the end is unknown. Such an end of a command counts as a crash.
  /// - Parameter ended: The time of the end, which can be before `now`.
  private mutating func conclude(
    _ id: RunID, _ ending: Ending, isUnexplained: Bool, ended: Instant, at now: Instant
  ) {
    guard let entry = context.runs.remove(id) else { return }
    // A local reference, so that the settings are not copied.
    let settings = context.settings
    // Nothing is learned from a run with a debugger.
    if !entry.isDebugged { requests.noteEnd(of: entry.run, ending, at: ended) }
    // The request of the key, which may have been replaced or removed during the run.
    let requestAtEnd = requests[entry.run.key]
    // The start of a task has removed its request, so there is none to settle. An observer keeps its request.
    let isConsumed = entry.run.isTask && !entry.run.isOfObserver
    if !entry.run.isTask, isUnexplained || ending.outcome.isCrash {
      let limit = settings.value.crashesThatQuarantine
      updateCheckpoint(of: entry.run) { $0.noteCrash(quarantinedAfter: limit) }
    }
    let settled =
      isConsumed
      ? nil : SettledRequest(requests[entry.run.key], after: entry, ending, settings.value, at: now)
    var run = entry.run
    run.task = run.task?.withoutPayload()
    // A force-quit has already cancelled the transfer, even if the app was opened since: no wake follows.
    if run.stopReason != .gate(.forceQuit) { noteTransferEnd(of: run.task, key: run.key) }
    run.leave(settled?.stateLeft ?? RetryState())
    effects += run.apply(.end(ending), at: now.awake)
    context.runs.end(run, at: ended)
    follow(context.apps.endUse(by: run, at: ended), at: now)
    if !entry.isDebugged { learn(of: run, ending, ended: ended, at: now) }
    if let settled {
      applyFate(of: settled, after: run, requestAtEnd)
    } else if let next = requests[entry.run.key] {
      // Submitted during the task's run: only its history has changed, which `noteEnd` has added above.
      put(next)
    }
    notePredecessorEnd(of: entry, ending, requestAtEnd)
    requeueTask(of: entry, ending, requestAtEnd, at: now)
    // A command that has done its work in spite of a warning has satisfied its request.
    let isSatisfied = ending.consequence(isWhole: !entry.hasNextStep) == .satisfied
    if ending.isFailure, !isSatisfied {
      let earlierAttempts = (requestAtEnd ?? entry.request)?.progress.attempts ?? 0
      let requestNow = requests[run.key]
      // The start of a task has removed its request, which was no cancellation.
      let isFinal =
        requestAtEnd == nil
        ? isConsumed && requestNow == nil : Request.isGivenUp(requestAtEnd, requestNow)
      reportFailure(
        FailureReport(
          run: run, lastRun: run.id, attempts: earlierAttempts + 1, isFinal: isFinal),
        of: entry.request)
    }
    follow(
      FollowUp(touched: Touched(inputs: .capacity, requests: [run.key])), at: now)
    // A predecessor may have been lost during the run.
    failIfPredecessorLost(run.key, at: now)
  }

  /// Updates the records of the app of an ended run: the reliability of the app, and the energy that a refresh has
  /// cost.
  private mutating func learn(of run: Run, _ ending: Ending, ended: Instant, at now: Instant) {
    follow(context.apps.noteQuality(of: run, ending, at: ended), at: now)
    let (isFree, time) = (context.isPowerFree, context.clocks.local(now))
    follow(context.apps.settleEnergy(of: run, ending, isFree: isFree, at: now, time), at: now)
  }

  /// Requeues the task of an ended run that was not to blame for its end, unless a newer request has its name. Also
  /// requeues the wake for ended transfers, which is owed until the app completes it.
  ///
  /// - Parameter queued: The request that has the name of the task now; `nil` if there is none.
  private mutating func requeueTask(
    of entry: ActiveRun, _ ending: Ending, _ queued: Request?, at now: Instant
  ) {
    let isBlameless =
      ending.outcome == .interrupted || ending.outcome == .expired && entry.run.wasNotDelivered
    let isOwedWake =
      entry.run.task?.category == .transferEvents
      && ending.leavesWakeOwed(ending.consequence(isWhole: true))
    guard entry.run.isTask, isBlameless || isOwedWake else { return }
    // Work that the user began in the foreground is not started again without the user.
    let isForceQuit = context.apps.app(of: entry.run.key)?.value.isForceQuit ?? false
    guard let request = entry.request?.waitingAgain(beside: queued, isForceQuit: isForceQuit)
    else { return }
    // Pending requests are corrected when the clock is set back; runs are not.
    let (zone, settings) = (context.clocks.zoneSeconds, context.settings.value)
    var again = request.broughtBack(to: now.wall, zoneSeconds: zone, settings) ?? request
    again.progress.putOffs = nil
    if isOwedWake {
      again = again.keepingWakeOwed(settings, at: now)
    } else if entry.handlers.isLost {
      // Otherwise an app that ends right after its launch would be launched repeatedly.
      again = again.postponed(settings, at: now)
    }
    again.progress.history.lastEnd = LastEnd(ending.outcome, ending.stopReason)
    // It has had its turn, so it joins the end of the queue.
    if again.sequence == entry.run.sequence {
      again.progress.rejoined = requests.turn(after: entry.run.id)
    }
    put(again)
  }

  /// Applies the fate of a request after its run: queues it again, removes it, or gives it up. A request that was
  /// already removed stays so.
  ///
  /// - Parameter requestAtEnd: The request when the run ended, before its crash counted.
  private mutating func applyFate(
    of settled: SettledRequest, after run: Run, _ requestAtEnd: Request?
  ) {
    switch settled.fate {
    case .waits:
      var request = settled.request
      // A quarantined request has failed permanently, and is kept, since a user can release it.
      let isNewlyQuarantined =
        request.progress.checkpoint.isQuarantined
        && requestAtEnd?.progress.checkpoint.isQuarantined == false
      if settled.hasFailedWindow || isNewlyQuarantined {
        request.progress.windowFailure = GivenUp(run)
      }
      // It has had its turn, unless an operator forced the run, which moves nothing, or it was submitted meanwhile.
      if request.sequence == run.sequence, !run.isForced {
        request.progress.rejoined = requests.turn(after: run.id)
      }
      put(request)
    case .isDone: remove(settled.request.key)
    case .isGivenUp: giveUp(settled.request, after: run, .gaveUp)
    case .wasGone: break
    }
  }

  /// Records the result of an ended condition check, and charges its slot to the user. A failed condition is checked
  /// again later, and its request joins the queue again.
  mutating func endCheck(_ id: CheckID, _ processExit: ProcessExit, at now: Instant) {
    guard let end = context.checks.end(id, processExit, at: now) else { return }
    let check = end.check
    context.runs.charge(check.key.owner, check.kind, from: check.started, until: now)
    if let retryTime = end.retry {
      // The request comes after all requests that were submitted, or had a run or a check, so far.
      let newestRun = context.runs.active.nextID - 1
      requests.rejoin(end.check.key, after: id, run: newestRun)
      requests.scheduleCheck(of: end.check.key, at: retryTime)
    }
    follow(FollowUp(touched: end.touched), at: now)
  }

  /// Kills condition checks that take too long, or whose result is no longer needed. Records the end of killed ones
  /// whose end was not reported in time.
  mutating func superviseChecks(at now: Instant) {
    let (unreportedChecks, followUp) = context.checks.supervise(at: now)
    // As if SIGKILL (9) had ended them.
    for id in unreportedChecks { endCheck(id, ProcessExit(signal: 9), at: now) }
    follow(followUp, at: now)
  }
}
