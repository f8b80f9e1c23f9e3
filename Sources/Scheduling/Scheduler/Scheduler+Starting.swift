import OrderedCollections

extension Scheduler {
  /// Starts what may start, first things first.
  mutating func startWhatIsReady(at now: Instant) {
    placeDirtySlots(at: now)
    followGround()
    lanes.follow(now.wall)
    guard !isDraining else { return }
    // They are due still when it is answered or given up.
    if readings.isAwaitingLook { return }
    // One is enough to ask for a look.
    let isStale = readings.isStale(at: now.boot, settings)
    while true {
      let contenders = contenders(in: room, at: now, onlyFirst: isStale)
      if awaitsLook(contenders, at: now) {
        // They are due as soon as the answer is there.
        lanes.lookAtAll()
        return
      }
      if contenders.isEmpty { return }
      start(firstOf: contenders, at: now)
      // With a run of an app others of it may begin that could not before it: once more.
    }
  }

  /// Starts those of `all` that there is room for, first things first.
  private mutating func start(firstOf all: [Contender], at now: Instant) {
    var contenders = all
    while let best = first(of: contenders, at: now), let request = requests[best.slot]?.request {
      if let condition = request.needs.condition,
        check(of: request)?.isPassed(at: now) != true
      {
        check(condition, of: request, in: best.slot, at: now)
      } else {
        start(request, at: now)
      }
      contenders = narrow(contenders, after: best, room, at: now)
    }
  }

  /// What there is beside what runs now.
  var room: Room {
    // No closure: one that is kept would copy the whole scheduler.
    var room = Room(settings)
    for entry in activeRuns.all { room.take(place(of: entry.run)) }
    return room
  }

  func place(of run: Run) -> Room.Place {
    Room.Place(
      lane: settings.rules(of: run.kind).lane, group: run.group, owner: run.key.owner,
      isForced: run.isForced)
  }

  func candidate(_ request: Request, at now: Instant) -> Candidate {
    var candidate = runCandidate(request, at: now)
    candidate.offer = lastingOffer(for: request, of: candidate.app, at: now)
    return candidate
  }

  /// The same for what runs already: nobody prices it any more.
  func runCandidate(_ request: Request, at now: Instant) -> Candidate {
    let app = app(of: request.key)
    var candidate = Candidate(request, app: app, device: device, now: now, settings: sharedSettings)
    candidate.groupIsBusy = groupIsBusy(beside: request)
    return candidate
  }

  private func groupIsBusy(beside request: Request) -> Bool {
    guard let group = request.group else { return false }
    return activeRuns.all.contains { entry in
      entry.run.group == group && entry.run.key.owner == request.key.owner
        && entry.run.sequence != request.sequence
    }
  }

  func app(of key: RequestKey) -> App? {
    guard let id = key.app else { return nil }
    return apps[AppKey(owner: key.owner, id: id)]
  }

  mutating func start(
    _ request: Request, insistence: Candidate.Insistence? = nil, at now: Instant
  ) {
    var run = Run(
      id: activeRuns.takeID(), of: request,
      budget: insistence == nil ? budget(of: request, at: now) : budgetAsked(of: request),
      grace: grace(of: request), started: now, isForced: insistence != nil)
    run.insistence = insistence
    // Where the last run left off.
    let step = request.checkpoint.stepsDone
    run.take(step: step, of: request, limit: stepLimit(of: request, step))
    // The run itself counts against the next.
    let decision = decisions == nil ? nil : explanation(of: request, at: now)
    decisions?[run.id] = decision
    activeRuns.add(ActiveRun(run: run, request: request))
    serve(run, at: now)
    if let slot = requests.slot(of: request.key) { leaveQueue(slot) }
    if let key = request.key.app.map({ AppKey(owner: request.key.owner, id: $0) }),
      let app = apps[key]
    {
      put(beginning(run, request, app, at: now))
      noteQuotaEnd(of: run.id, at: now)
    }
    effects.append(.change(.putRun(run)))
    runTimeline.begin(run, in: place(of: run))
    effects.append(.promise(.launch(run, request)))
    effects.append(.promise(.announce(.started(run))))
  }

  /// What a run of `request` gets that starts now.
  /// Work that the end of a spell would cut off is not promised more than the spell is likely to hold.
  func budget(of request: Request, at now: Instant) -> Duration {
    let rules = settings.rules(of: request.kind)
    let asked = min(budgetAsked(of: request), budgetByDevice(rules))
    guard rules.awaitsBestMoment, rules.closingGate == .expires,
      foresight.forecast(settings) != nil
    else { return asked }
    let stage = WindowStage(of: request, at: now.wall, rules: rules, settings: settings)
    let spell = spell(for: GateProfile(of: request, stage: stage), at: now)
    // What it was started for it may use: the end of the spell is not sure.
    let least = min(asked, settings.forecast.assumedRun)
    return max(spell?.budget(asked: asked) ?? asked, least)
  }

  /// How much of the kind's longest budget the device bears now: less the emptier its battery, and the
  /// warmer it is. What the device does not tell takes nothing away.
  private func budgetByDevice(_ rules: KindRules) -> Duration {
    guard let shortest = rules.shortestBudget else { return rules.longestBudget }
    var share = device.raw.thermal == .fair ? settings.fairHeatBudgetShare : 1
    if device.onBattery.value, let level = device.raw.battery {
      let floor = rules.batteryFloor ?? 0
      share *= Double(max(0, min(100, level) - floor)) / Double(max(1, 100 - floor))
    }
    let spread = Double((rules.longestBudget - shortest).nanoseconds)
    // Whole seconds: nobody reads more.
    return shortest + .seconds(Int64(bounded: spread * share / 1_000_000_000))
  }

  /// How long a step may take; nil is as long as the budget lasts, and so is a command without steps.
  func stepLimit(of request: Request, _ index: Int) -> Duration? {
    guard request.command.steps.indices.contains(index) else { return nil }
    return request.command.steps[index].limit ?? settings.rules(of: request.kind).stepLimit
  }

  /// The budget that was asked for, or the kind's, as far as power allows.
  func budgetAsked(of request: Request) -> Duration {
    let rules = settings.rules(of: request.kind)
    let longest =
      device.onBattery.value ? rules.longestBudgetOnBattery : rules.longestBudget
    return min(request.budget ?? rules.budget, longest)
  }

  func grace(of request: Request) -> Duration {
    request.grace ?? settings.rules(of: request.kind).grace
  }

  /// Ends a request whose latest date passed before it could run, and records that.
  mutating func skip(_ request: Request, at now: Instant) {
    var run = Run(
      id: activeRuns.takeID(), of: request, budget: budgetAsked(of: request),
      grace: grace(of: request), started: now, isForced: false)
    var ending = Ending(at: now.wall, outcome: .skipped, stopReason: .deadline)
    let tries = request.attempts + request.postponements
    let runs = tries == 1 ? "a run that was" : "\(tries) runs that were"
    if tries > 0 { ending.message = "after \(runs) not enough" }
    let followUps = run.apply(.end(ending), at: now.awake)
    if let last = lastRuns[request.key], request.command.wasExecuted(by: last) {
      forgive(request.key, leaving: leftOver(of: request))
    }
    effects += followUps
    if request.attempts > 0 { callForHelp(request, run) }
    if request.period != nil { renew(request, after: now.wall) }
    // Also where 64 bits end, and with them the calendar: no window is left there.
    if requests[request.key]?.window.isOverdue(at: now.wall) == true {
      remove(request.key, .deadline)
    }
  }
}
