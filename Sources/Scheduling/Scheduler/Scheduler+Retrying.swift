import OrderedCollections

// What the end of a run makes of its request: done, tried again, given up.
extension Scheduler {
  /// A request as the end of a run leaves it.
  struct Settled {
    enum Fate { case waits, isDone, isGivenUp, wasGone }

    var request: Request
    var fate = Fate.waits
    /// What outlives it.
    var leaves: RetryState
  }

  /// What becomes of the request that a run executed, or of the one that has taken its place since: it
  /// was submitted during the run and, for all that is known, by the run itself. Where neither is
  /// there any more, what it leaves to the next; nil where nothing is known of it.
  func settled(after entry: ActiveRun, _ ending: Ending, at now: Instant) -> Settled? {
    if let request = requests[entry.run.key] {
      return settled(request, after: entry, ending, at: now)
    }
    guard let executed = entry.request else { return nil }
    var settled = settled(executed, after: entry, ending, at: now)
    settled.fate = .wasGone
    return settled
  }

  mutating func settle(_ settled: Settled) {
    switch settled.fate {
    case .waits: put(settled.request)
    case .isDone: remove(settled.request.key)
    case .isGivenUp: remove(settled.request.key, .gaveUp)
    case .wasGone: break
    }
  }

  private func settled(
    _ request: Request, after entry: ActiveRun, _ ending: Ending, at now: Instant
  ) -> Settled {
    let consequence = consequence(of: ending, isWhole: !entry.hasNextStep)
    if entry.run.isForced, consequence != .satisfied, !ending.wasByHand {
      // To try it is to move nothing.
      return Settled(request: request, leaves: request.retryState)
    }
    switch consequence {
    case .satisfied: return satisfied(request, entry, at: now)
    case .blamed: return blamed(request, by: entry.run, at: now)
    case .postponed: return waiting(postponed(request, at: now))
    case .waits: return waiting(cleared(request))
    }
  }

  private func waiting(_ request: Request) -> Settled {
    Settled(request: request, leaves: request.retryState)
  }

  private func satisfied(_ request: Request, _ entry: ActiveRun, at now: Instant) -> Settled {
    guard request.sequence == entry.run.sequence || keepsRhythm(request, of: entry.request) else {
      // It waits for its own run, with a clean slate.
      var other = request
      other.retryState = RetryState()
      return waiting(other)
    }
    guard request.period != nil else {
      return Settled(request: request, fate: .isDone, leaves: RetryState())
    }
    var satisfied = request
    satisfied.failures = 0
    satisfied.checkpoint = Checkpoint()
    satisfied.lastSuccess = now.wall
    // As the window was when the run began: clocks may have been set meanwhile.
    let opened = min(request.window.opens, entry.request?.window.opens ?? request.window.opens)
    let started = entry.run.started.wall
    // Forced before its time: one run more, which moves none of the others.
    if started < opened { return waiting(cleared(satisfied)) }
    // By a clock that was set back meanwhile it has begun now, at the latest.
    return waiting(renewed(satisfied, after: min(started, now.wall)))
  }

  private func keepsRhythm(_ request: Request, of executed: Request?) -> Bool {
    guard let period = request.period, let old = executed?.period else { return false }
    return period.keepsTime(with: old)
  }

  /// Tries again later, or gives this window up, which keeps how far the work has come.
  private func blamed(_ request: Request, by run: Run, at now: Instant) -> Settled {
    var failed = request
    failed.failures += 1
    failed.attempts += 1
    failed.backoffUntil = now.awake + delay(after: failed)
    guard failed.attempts > request.retries, !failed.checkpoint.isQuarantined else {
      return waiting(failed)
    }
    if request.period == nil {
      // What was submitted during the last try has not been tried itself.
      return request.sequence == run.sequence
        ? Settled(request: failed, fate: .isGivenUp, leaves: leftOver(of: failed))
        : waiting(failed)
    }
    // Nor is a window given up that has not opened.
    return waiting(now.wall < request.window.opens ? failed : renewed(failed, after: now.wall))
  }

  private func postponed(_ request: Request, at now: Instant) -> Request {
    var postponed = request
    postponed.postponements += 1
    postponed.backoffUntil = now.awake + delay(after: postponed)
    return postponed
  }

  private func delay(after request: Request) -> Duration {
    request.backoff.delay(
      after: request.attempts + request.postponements, longest: settings.longestBackoff)
  }

  // MARK: What outlives a request

  /// What is left of a request that is given up or dropped: whoever submits it again has all tries
  /// again, but not at once.
  func leftOver(of request: Request) -> RetryState {
    var state = request.retryState
    state.attempts = 0
    state.postponements = 0
    return state
  }

  /// Takes back what the last run of `key` has left.
  mutating func forgive(_ key: RequestKey, leaving state: RetryState) {
    guard var run = lastRuns[key] else { return }
    run.leave(state)
    lastRuns.note(run)
    effects.append(.change(.putRun(run)))
  }

  /// What `request`, which is being submitted, has gone through already. During a run of its name it may
  /// be the run that submits it, whatever the command; else another command begins clean.
  func retryState(for request: Request, at now: Instant) -> RetryState {
    if let running = activeRuns[request.key] {
      return (requests[request.key] ?? running.request)?.retryState ?? RetryState()
    }
    let waiting = requests[request.key]
    if let waiting, waiting.command.executesSame(as: request.command) { return waiting.retryState }
    // Another command may have waited meanwhile, without a run of its own.
    guard let last = lastRuns[request.key], last.sequence != waiting?.sequence,
      let state = last.retryState,
      request.command.wasExecuted(by: last)
    else { return RetryState() }
    return bounded(state, by: request, at: now)
  }

  /// The run may be one of an earlier boot, whose awake times mean nothing now.
  private func bounded(
    _ state: RetryState, by request: Request, at now: Instant
  ) -> RetryState {
    var bounded = state
    var failed = request
    failed.retryState = state
    failed.attempts = max(1, state.attempts, state.failures)
    bounded.backoffUntil = state.backoffUntil.map { min($0, now.awake + delay(after: failed)) }
    return bounded
  }
}

extension Ending {
  /// Whether somebody stopped the run, through the daemon or past it.
  var wasByHand: Bool { stopReason?.isByHand == true || stopReason == .outside }
}
