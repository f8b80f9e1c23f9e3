// What starts: first things first, users in turn, once the machine has been looked at.
extension Scheduler {
  /// Starts what may start.
  mutating func startWhatIsReady(at now: Instant) {
    // Work that is dropped and renewed meanwhile gets its look too.
    while requests.hasTouched {
      for request in requests.placeTouched(in: context, at: now) { skip(request, at: now) }
    }
    requests.looks.follow(now.wall)
    guard !context.runs.isDraining else { return }
    // They are due still when it is answered or given up.
    if context.device.readings.isAwaitingLook { return }
    // One is enough to ask for a look.
    let isStale = context.device.isStale(at: now)
    while true {
      if requests.asksForecast { context.forecastModel.prepare() }
      let candidates = requests.candidates(
        in: context, context.capacity(), at: now, onlyFirst: isStale)
      for known in requests.takeOutlooks() {
        context.forecastModel.keep(known.distribution, of: known.profile)
      }
      if candidates.isEmpty { return }
      if awaitsLook(for: candidates, at: now) {
        // They are due as soon as the answer is there.
        requests.looks.lookAtAll()
        return
      }
      start(firstOf: candidates, at: now)
      // With a run of an app others of it may begin that could not before it: once more.
    }
  }

  private mutating func awaitsLook(for candidates: [StartCandidate], at now: Instant) -> Bool {
    let paths = candidates.flatMap(\.request.value.terms.needs.paths)
    let look = context.device.awaitsLook(for: paths, watched: requests.table.paths, at: now)
    follow(look.followUp, at: now)
    return look.isAwaited
  }

  /// Starts those of `all` that there is a slot for, first things first.
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

  /// - Returns: The number of the run.
  mutating func start(
    _ shared: Shared<Request>, insistence: ForceLevel? = nil, at now: Instant
  ) -> RunID {
    var request = shared.value
    if request.isObserver {
      request.beginRunForChanges(context.stamps(of: request), at: now.wall)
      put(request)
    }
    var run = Run(
      id: context.runs.takeID(), of: request,
      budget: insistence == nil
        ? context.budget(of: request, at: now) : context.budgetAsked(of: request),
      grace: context.grace(of: request), started: now, isForced: insistence != nil)
    run.insistence = insistence
    run.task = request.taskOfRun
    if request.terms.command.isTask, let app = context.apps.app(of: request.key)?.value {
      run.process = processForTask(of: app, at: now)
    }
    // Where the last run left off.
    let step = request.progress.checkpoint.stepsDone
    run.take(step: step, of: request, limit: context.stepLimit(of: request, step))
    if context.runs.keepsDecisions {
      // Before the run itself counts against the next.
      context.runs.keep(context.explanation(of: shared, at: now), behind: run.id)
    }
    context.runs.begin(run, of: request)
    context.checks.noteStart(of: request.key)
    requests.unplace(request.key)
    let isOnBattery = context.device.raw.isOnBattery
    let isFree = context.isHandedToAppInFront(request)
    follow(
      context.apps.begin(run, request, isFree: isFree, isOnBattery: isOnBattery, at: now), at: now)
    context.runs.set(quotaEnd: context.apps.quotaEnd(of: run, at: now), of: run.id)
    effects.append(.change(.putRun(run)))
    if !run.isTask {
      effects.append(.promise(.launch(run, request)))
    } else {
      // As on a phone: what is handed over is not pending any more. What observes waits for the next change.
      if !request.isObserver { remove(request.key) }
      if var next = request.nextFetch(at: now.wall) {
        next.sequence = requests.takeSequence()
        put(next)
      }
      handOver(run, at: now)
    }
    effects.append(.promise(.announce(.started(run))))
    return run.id
  }

  /// Launches the step behind the one that completed.
  mutating func launchNextStep(of entry: ActiveRun, at now: Instant) {
    guard var request = entry.request else { return }
    var run = entry.run
    let limit = context.stepLimit(of: request, run.step + 1)
    run.take(step: run.step + 1, of: request, limit: limit)
    run.stepStarted = now.awake
    run.phase = .launching
    // What was recorded of the step before is not for this one.
    request.progress.checkpoint.completeStep()
    context.runs.begin(step: run, of: request)
    effects += [.change(.putRun(run)), .promise(.launch(run, request))]
  }

  /// Tries the condition of `request`, or notes to, and lets it wait meanwhile.
  private mutating func tryCondition(_ condition: String, of request: Request, at now: Instant) {
    requests.unplace(request.key)
    guard let check = context.checks.begin(condition, of: request, at: now) else { return }
    context.runs.serve(SlotHolder(check))
    effects.append(.promise(.check(check, request)))
  }
}
