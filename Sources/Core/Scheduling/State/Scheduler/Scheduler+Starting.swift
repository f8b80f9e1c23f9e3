// Starts: the most urgent request first, users in turn, after a poll of the machine.
extension Scheduler {
  /// Starts every request that may start, and skips those that must be dropped. If the values of the device are
  /// outdated, first requests a poll, and starts nothing until it is answered.
  mutating func startWhatIsReady(at now: Instant) {
    // A request that is dropped and renewed in this loop is also checked.
    while requests.hasTouched {
      for request in requests.placeTouched(in: context, at: now) { skip(request, at: now) }
    }
    requests.dueChecks.markPassedDue(at: now.wall)
    guard !context.runs.isDraining else { return }
    // Requests stay due until the poll is answered or given up.
    if context.device.readings.isAwaitingPoll { return }
    // If the last poll is old, the first candidate requests a new one: the search for more is left out.
    let isStale = context.device.isStale(at: now)
    while requests.dueChecks.hasDue {
      if requests.needsForecast { context.forecastModel.cacheForecast() }
      let candidates = requests.candidates(
        in: context, context.capacity(), at: now, onlyFirst: isStale)
      for known in requests.removeNewDistributions() {
        context.forecastModel.keep(known.distribution, of: known.profile)
      }
      if candidates.isEmpty { return }
      if requestPollIfNeeded(for: candidates, at: now) {
        // They are checked again as soon as the answer arrives.
        requests.dueChecks.markAllDue()
        return
      }
      start(firstOf: candidates, at: now)
      // A run of an app may allow other runs of the app to begin: check again.
    }
  }

  /// Returns whether the start of `candidates` must wait for a poll of the machine. Requests the poll if none is in
  /// progress.
  private mutating func requestPollIfNeeded(
    for candidates: [StartCandidate], at now: Instant
  ) -> Bool {
    var paths: [ExactString] = []
    for candidate in candidates { paths += candidate.request.value.terms.needs.paths }
    let poll = context.device.requestPollIfNeeded(
      for: paths, watched: requests.table.paths, at: now)
    follow(poll.followUp, at: now)
    return poll.isAwaited
  }

  /// Starts the requests of `all` that get a slot, in order of precedence. A condition that has not passed is checked
  /// instead.
  private mutating func start(firstOf all: [StartCandidate], at now: Instant) {
    var candidates = all
    while let best = context.first(of: candidates, at: now) {
      let request = best.request.value
      if let condition = request.terms.needs.condition,
        context.checks[request]?.isPassed(at: now) != true
      {
        tryCondition(condition, of: request, at: now)
      } else {
        _ = start(best.request, at: now)
      }
      candidates = requests.narrow(
        candidates, after: best, in: context, context.capacity(), at: now)
    }
  }

  /// Begins a run of a request: charges its app, launches its next step, or delivers its task, which consumes the
  /// request.
  ///
  /// - Parameter forceLevel: How far an operator overrides the reasons that hold it; `nil` for a normal start.
  /// - Returns: The id of the run.
  mutating func start(
    _ shared: Shared<Request>, forceLevel: ForceLevel? = nil, at now: Instant
  ) -> RunID {
    var request = shared.value
    if request.isObserver {
      request.beginRunForChanges(context.stamps(of: request), at: now.wall)
      put(request)
    } else if request.isDependent, request.isStanding {
      request.beginRunAfterPredecessors()
      put(request)
    }
    // The device and the forecast do not shorten a run that an operator forces.
    var run = Run(
      id: context.runs.makeID(), of: request,
      budget: forceLevel == nil
        ? context.budget(of: request, at: now) : context.budgetAsked(of: request),
      grace: context.grace(of: request), started: now, isForced: forceLevel != nil)
    run.insistence = forceLevel
    run.task = request.taskOfRun
    if request.terms.command.isTask, let app = context.apps.app(of: request.key)?.value {
      run.process = processIDForTask(of: app, at: now)
    }
    // Continue after the last completed step.
    let step = request.progress.checkpoint.stepsDone
    run.beginStep(step: step, of: request, limit: context.stepLimit(of: request, step))
    if context.runs.keepsDecisions {
      // Before the run itself counts against the next run.
      context.runs.keep(context.explanation(of: shared, at: now), behind: run.id)
    }
    context.runs.begin(run, of: request)
    context.checks.noteStart(of: request.key)
    // It no longer waits for a start.
    requests.unplace(request.key)
    let isOnBattery = context.device.isOnBattery
    // A task for an app in the foreground is delivered even if the quota is used up, and uses none of it.
    let isFree = context.isHandedToAppInFront(request)
    follow(
      context.apps.begin(run, request, isFree: isFree, isOnBattery: isOnBattery, at: now), at: now)
    context.runs.set(
      context.apps.quotaCheck(of: run, isOnBattery: isOnBattery, at: now), of: run.id)
    effects.append(.change(.putRun(run)))
    if !run.isTask {
      effects.append(.afterCommit(.launch(run, request)))
    } else {
      // As on a phone: a delivered task is no longer pending. An observer waits for the next change.
      if !request.isObserver { remove(request.key) }
      if var next = request.nextFetch(at: now.wall) {
        next.sequence = requests.makeSequence()
        put(next)
      }
      handOver(run, at: now)
    }
    effects.append(.afterCommit(.announce(.started(run))))
    return run.id
  }

  /// Launches the next step of a run whose present step has been completed. The run stays the same.
  mutating func launchNextStep(of entry: ActiveRun, at now: Instant) {
    guard var request = entry.request else { return }
    var run = entry.run
    let limit = context.stepLimit(of: request, run.step + 1)
    run.beginStep(step: run.step + 1, of: request, limit: limit)
    run.stepStarted = now.awake
    run.phase = .launching
    // The record of the earlier step does not apply to this one.
    request.progress.checkpoint.completeStep()
    context.runs.begin(step: run, of: request)
    effects += [.change(.putRun(run)), .afterCommit(.launch(run, request))]
  }

  /// Checks the condition of `request`, or notes that the check waits for other checks; the request waits meanwhile.
  private mutating func tryCondition(_ condition: String, of request: Request, at now: Instant) {
    requests.unplace(request.key)
    guard let check = context.checks.begin(condition, of: request, at: now) else { return }
    context.runs.noteSlot(of: SlotHolder(check))
    effects.append(.afterCommit(.check(check, request)))
  }
}
