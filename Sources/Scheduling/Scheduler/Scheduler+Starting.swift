import OrderedCollections

extension Scheduler {
  /// A request that may start as far as time and the device are concerned.
  private struct Ready {
    var slot: Int
    var request: Request
    var rank: Rank
  }

  mutating func startWhatIsReady(at now: Instant) {
    let ready = readyRequests(at: now)
    guard !isDraining else { return }
    for candidate in ready.sorted(by: { $0.rank < $1.rank }) {
      if fits(candidate.request) {
        start(candidate.request, at: now)
      } else {
        noteCrowded(candidate.slot)
      }
    }
  }

  /// Looks at every dirty slot; work that is dropped and renewed meanwhile gets its look too.
  private mutating func readyRequests(at now: Instant) -> [Ready] {
    var ready: [Ready] = []
    while !dirtySlots.isEmpty {
      let slots = dirtySlots
      dirtySlots = []
      var dropped: [Request] = []
      for slot in slots {
        guard let request = requests[slot]?.request else { continue }
        requests[slot]?.isDirty = false
        if isDropped(request, at: now) {
          dropped.append(request)
        } else if let candidate = weigh(slot, request, at: now) {
          ready.append(candidate)
        }
      }
      // Slots differ after a restart; what is told does not.
      for request in dropped.sorted(by: { $0.sequence < $1.sequence }) {
        skip(request, at: now)
      }
    }
    return ready
  }

  private mutating func noteCrowded(_ slot: Int) {
    guard requests[slot]?.isCrowded == false else { return }
    requests[slot]?.isCrowded = true
    crowdedSlots.append(slot)
  }

  /// Whether the window of `request` has closed on it.
  private func isDropped(_ request: Request, at now: Instant) -> Bool {
    let window = request.window
    return window.atLatest == .drop && window.isOverdue(at: now.wall)
      && run(of: request.key) == nil
  }

  /// Looks at one request: says whether it may start, and remembers when to look again.
  private mutating func weigh(_ slot: Int, _ request: Request, at now: Instant) -> Ready? {
    remember(slot, at: now)
    guard run(of: request.key) == nil, holds(of: request, at: now).isEmpty else { return nil }
    let combination = Combination(verdicts(on: candidate(request, at: now)))
    guard combination.decision.permits else { return nil }
    return Ready(
      slot: slot, request: request, rank: rank(of: request, combination.sums?.score, at: now))
  }

  func candidate(_ request: Request, at now: Instant) -> Candidate {
    Candidate(
      request, app: app(of: request.key), device: device, now: now, settings: settings)
  }

  func app(of key: RequestKey) -> App? {
    key.app.flatMap { apps[AppKey(owner: key.owner, id: $0)] }
  }

  func verdicts(on candidate: Candidate) -> [Verdict] {
    Policies.all.compactMap { $0.verdict(on: candidate) }
  }

  /// What time alone holds back.
  func holds(of request: Request, at now: Instant) -> [Reason] {
    var reasons: [Reason] = []
    if now.wall < request.window.opens { reasons.append(.earliest) }
    if let until = request.backoffUntil, now.awake < until { reasons.append(.backoff) }
    return reasons
  }

  /// What runs already and leaves no room for `request`.
  func crowding(of request: Request) -> [Reason] {
    let lane = settings.rules(of: request.kind).lane
    let others = live.values.filter { settings.rules(of: $0.run.kind).lane == lane }
    var reasons: [Reason] = []
    if others.count >= settings.runsAtOnce(in: lane) { reasons.append(.atOnce) }
    if let group = request.group,
      live.values.contains(where: { $0.request?.group == group && isSameUser($0.run, request) })
    {
      reasons.append(.group)
    }
    return reasons
  }

  private func isSameUser(_ run: Run, _ request: Request) -> Bool {
    run.key.owner == request.key.owner
  }

  func fits(_ request: Request) -> Bool {
    crowding(of: request).isEmpty
  }

  private func rank(of request: Request, _ score: Double?, at now: Instant) -> Rank {
    Rank(
      isUrgent: request.kind == .userInitiated || request.isExpedited,
      isOverdue: request.window.isOverdue(at: now.wall),
      priority: settings.rules(of: request.kind).priority, score: score ?? 1,
      lastServed: app(of: request.key)?.lastServed, key: request.key)
  }

  mutating func start(
    _ request: Request, insistence: Candidate.Insistence? = nil, at now: Instant
  ) {
    let run = Run(
      id: nextRun, of: request, budget: budget(of: request), grace: grace(of: request),
      started: now, isForced: insistence != nil)
    nextRun += 1
    live[run.id] = Live(run: run, request: request, insistence: insistence)
    if let key = request.key.app.map({ AppKey(owner: request.key.owner, id: $0) }),
      var app = apps[key]
    {
      app.lastServed = now.wall
      put(app)
    }
    effects.append(.change(.putRun(run)))
    effects.append(.launch(run, request.command))
    effects.append(.announce(.started(run)))
  }

  /// What a run of `request` gets that starts now.
  func budget(of request: Request) -> Duration {
    let rules = settings.rules(of: request.kind)
    let longest =
      device.onBattery.value ? rules.longestBudgetOnBattery : rules.longestBudget
    return min(request.budget ?? rules.budget, longest)
  }

  func grace(of request: Request) -> Duration {
    request.grace ?? settings.rules(of: request.kind).grace
  }

  /// Ends a request whose latest date passed before it could run, and records that.
  private mutating func skip(_ request: Request, at now: Instant) {
    var run = Run(
      id: nextRun, of: request, budget: budget(of: request), grace: grace(of: request),
      started: now, isForced: false)
    nextRun += 1
    let ending = Ending(at: now.wall, outcome: .skipped, stopReason: .deadline)
    run.phase = .ended(ending)
    effects.append(.change(.putRun(run)))
    effects.append(.announce(.ended(run, ending)))
    if request.period != nil {
      renew(request, after: now.wall)
    } else {
      remove(request.key, .deadline)
    }
  }
}
