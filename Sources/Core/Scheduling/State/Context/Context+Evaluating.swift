// The evaluation of one request, which is only assembled here.
extension Context {
  /// Returns the input of the policies for `request` at `now`: the request with its app, the device and the settings.
  /// The caller adds the valuation of a refresh.
  func candidate(_ request: Shared<Request>, at now: Instant) -> Candidate {
    var candidate = Candidate(
      request, app: apps.app(of: request.value.key), device: device.shared, now: now,
      settings: settings)
    candidate.isInFront = candidate.app.map { isInFront($0.value) } ?? false
    candidate.isGroupBusy = runs.isGroupBusy(beside: request.value)
    return candidate
  }

  /// Returns the input of the policies of `app` for `request`, whose window is at `stage`, with the valuation of a
  /// refresh as far as a decision needs it.
  ///
  /// - Parameter valuation: As `ofUser` of `valuationForDecision`.
  func candidate(
    _ request: Shared<Request>, _ app: Shared<App>?, stage: WindowStage,
    _ valuation: inout Shared<UserValuation>?, at now: Instant
  ) -> Candidate {
    var candidate = Candidate(
      request, app: app, device: device.shared, now: now, settings: settings, stage: stage)
    guard let app else { return candidate }
    candidate.isInFront = isInFront(app.value)
    if candidate.rules.isPriced {
      candidate.valuation = valuationForDecision(
        of: app, isRelaxed: stage.isRelaxed, &valuation, at: now)
    }
    return candidate
  }

  /// Returns the verdicts of the policies on `request` at `now`, together with the other reasons that hold it.
  ///
  /// - Parameter forPeople: Whether the result is shown to people. It then includes the forecast, scores and the worth
  ///   of a refresh, even if the decision does not need them.
  func evaluation(
    of request: Shared<Request>, at now: Instant, forPeople: Bool
  ) -> Evaluation {
    var candidate = candidate(request, at: now)
    var ofUser: Shared<UserValuation>?
    candidate.valuation =
      forPeople ? lastingValuation(for: candidate) : valuationForReasons(for: candidate, &ofUser)
    return evaluation(of: request, candidate, forPeople: forPeople, deviceVerdicts: nil)
  }

  /// Returns the reasons that hold `request` at `now`, and when they end; without reasons if the request would start.
  ///
  /// - Parameters:
  ///   - requests: The pending requests, with the device's last verdicts, which are used while they apply.
  ///   - valuation: As `ofUser` of `valuationForDecision`.
  func waiting(
    _ request: Shared<Request>, inSlot slot: Int, of requests: PendingRequests,
    _ valuation: inout Shared<UserValuation>?, at now: Instant
  ) -> Waiting {
    var candidate = candidate(request, at: now)
    candidate.valuation = valuationForReasons(for: candidate, &valuation)
    let evaluation = evaluation(of: request, inSlot: slot, of: requests, candidate)
    return Waiting(reasons: evaluation.reasons, ends: evaluation.nextChange)
  }

  /// Returns the explanation of a request without its texts, its policies, its warnings and its forecast, for lists of
  /// many requests.
  ///
  /// - Parameter requests: As for `waiting`.
  func outline(
    of request: Shared<Request>, among requests: PendingRequests, at now: Instant
  ) -> Explanation {
    var candidate = candidate(request, at: now)
    // The next possible start of a refresh depends on the valuation. Other requests have none.
    candidate.valuation = lastingValuation(for: candidate)
    let slot = requests.table.slot(of: request.value.key)
    // Without the occupancy, the causes have no texts, and the number of requests before it is not used.
    var outline = Explanation(
      evaluation(of: request, inSlot: slot, of: requests, candidate), nil, before: 0, warnings: [],
      budget: budget(of: request.value, at: now), grace: grace(of: request.value),
      isStopping: runs.isDraining, zoneSeconds: clocks.zoneSeconds)
    outline.wakesAt = wakeTime(for: request.value, after: now.wall)
    return outline
  }

  /// Returns the evaluation of a prepared candidate for its reasons only, with the device's last verdicts of `requests`
  /// while they apply.
  private func evaluation(
    of request: Shared<Request>, inSlot slot: Int?, of requests: PendingRequests,
    _ candidate: Candidate
  ) -> Evaluation {
    let deviceVerdicts =
      device.lastVerdictsApply(at: candidate.now)
      ? slot.flatMap { requests.deviceVerdicts(of: $0, at: candidate.stage) } : nil
    return evaluation(of: request, candidate, forPeople: false, deviceVerdicts: deviceVerdicts)
  }

  /// Returns the evaluation of a prepared candidate, with the forecast if the decision needs it or people read it.
  ///
  /// - Parameter known: The verdicts of the device's policies; `nil` if they are unknown.
  private func evaluation(
    of request: Shared<Request>, _ candidate: Candidate, forPeople: Bool,
    deviceVerdicts known: PolicyVerdicts?
  ) -> Evaluation {
    var evaluation = Evaluation(
      candidate, run: runs.run(of: request.value.key), check: checks[request.value],
      pause: pauses.holding(
        request.value.key, request.value.terms.kind, group: request.value.terms.group),
      quiet: quietHold(request.value, at: candidate.now.wall),
      crowding: capacity(but: request.value.key).crowding(
        of: request.value, candidate.rules.concurrencyClass, at: candidate.now.wall),
      isAwaitingPoll: device.readings.isAwaitingPoll, device: known)
    if forPeople || evaluation.awaitsForecast {
      evaluation.setForecast(forecast(for: evaluation, request))
    }
    return evaluation
  }

  /// Returns the thresholds that better moments ahead set for `request`, whose device verdicts are in `evaluation`.
  /// `nil` if it does not wait for the best moment, or too little is known.
  private func forecast(
    for evaluation: Evaluation, _ request: Shared<Request>
  ) -> Evaluation.Forecast? {
    let candidate = evaluation.candidate
    let profile = gateProfile(of: request.value, stage: candidate.stage)
    let score = evaluation.device.combination.sums?.score ?? 0
    return thresholds(behind: profile, like: request, score: score, at: candidate.now)
      .map { Evaluation.Forecast($0, terms(of: request.value)) }
  }

  /// Returns why a request waits, runs or may start, with the limits of its run, for people.
  ///
  /// - Parameter countBefore: Returns how many requests of its user come before it. Called only if the request waits
  ///   only for room.
  func explanation(
    of request: Shared<Request>, at now: Instant, countBefore: () -> Int = { 0 }
  ) -> Explanation {
    let evaluation = evaluation(of: request, at: now, forPeople: true)
    var explanation = Explanation(
      evaluation,
      Occupancy(
        holders: runs.active.all.map(\.slotHolder) + checks.slotHolders.map { SlotHolder($0) },
        concurrency: runs.concurrency),
      before: evaluation.awaitsRoom ? countBefore() : 0,
      warnings: warnings(of: request.value), budget: budget(of: request.value, at: now),
      grace: grace(of: request.value),
      isStopping: runs.isDraining, zoneSeconds: clocks.zoneSeconds)
    explanation.wakesAt = wakeTime(for: request.value, after: now.wall)
    return explanation
  }

  /// Returns the time at which a sleeping machine is woken for `request`; `nil` if it is not woken for it.
  private func wakeTime(for request: Request, after wall: WallTime) -> WallTime? {
    guard let ownMoment = wakeMoment(of: request, after: wall) else { return nil }
    // One wake serves all requests: that of another may come before its own, or be the exact time to which it is moved.
    // An alarm that has passed is not set again before the next event.
    guard let next = alarm.next, next > wall else { return ownMoment }
    return next
  }

  /// Returns the veto of the closed gate that demands most of a live run, such as to end it. `nil` if all gates are
  /// open, or if the run's request is unknown.
  func closedGate(for entry: ActiveRun, at now: Instant) -> Verdict? {
    guard let request = entry.request else { return nil }
    var candidate = candidate(Shared(request), at: now)
    candidate.forceLevel = entry.run.forced
    // The policies are also for starts. These states delay only starts: the cooling after a heat stop, and the wait for
    // power after a wake.
    candidate.forgetHeatStop()
    candidate.forgetWake()
    var combination = Combination([])
    var vetoes: [Verdict] = []
    for verdict in Policies.verdicts(on: candidate, of: Policies.ofRuns)
    where verdict.reason?.traits.hold != .starts {
      combination.add(verdict)
      if verdict.reason != nil { vetoes.append(verdict) }
    }
    vetoes.removeAll { !combination.isHeld(by: $0) }
    if vetoes.isEmpty { return nil }
    let reaction = settings.value.rules(of: entry.run.kind).closingGate
    // An absolute veto and a lost requirement end the run; of others, the strongest demand counts.
    return vetoes.first { $0.decision == .absolutelyMustNotProceed }
      ?? vetoes.first { $0.ground == .required }
      ?? vetoes.max { $0.demand(with: reaction) < $1.demand(with: reaction) }
  }
}

/// The demand of a closed gate on a run, weakest first.
enum GateDemand: Int, Comparable {
  case nothing
  /// A notice, if the run has asked for one.
  case notifying
  case deferring
  case ending

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Verdict {
  /// Returns the demand of this veto on a live run. An absolute veto, or a lost requirement, ends the run. A lost
  /// preference is only notified. For all other vetoes, the reaction of the kind decides.
  ///
  /// - Parameter reaction: The reaction of the run's kind to a closed gate.
  func demand(with reaction: KindRules.ClosingGate) -> GateDemand {
    if decision == .absolutelyMustNotProceed || missesRequirement { return .ending }
    if ground == .preferred { return .notifying }
    switch reaction {
    case .expires: return .ending
    case .asksToDefer: return .deferring
    case .ignored: return .nothing
    }
  }
}
