import OrderedCollections

extension Scheduler {
  mutating func put(_ request: Request) {
    if let old = requests[request.key], old.sequence != request.sequence { keepExecuted(old) }
    let slot = requests.put(request)
    effects.append(.change(.putRequest(request)))
    markDirty(slot)
  }

  mutating func remove(_ key: RequestKey, _ reason: StopReason? = nil) {
    if let slot = requests.slot(of: key) { leaveQueue(slot) }
    guard let request = requests.remove(key) else { return }
    keepExecuted(request)
    effects.append(.change(.removeRequest(key)))
    if let reason { effects.append(.promise(.announce(.removed(key, reason)))) }
  }

  /// A run goes on with what was taken from under it, also after a restart.
  private mutating func keepExecuted(_ request: Request) {
    let isExecuted = activeRuns.all.contains {
      $0.run.key == request.key && $0.run.sequence == request.sequence
    }
    if isExecuted { effects.append(.change(.keepExecuted(request))) }
  }

  mutating func submit(_ submission: Submission, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try accept(submission, ticket, at: now)
    } catch {
      effects.append(.promise(.answer(ticket, .refused(error))))
    }
  }

  private mutating func accept(
    _ submission: Submission, _ ticket: Ticket, at now: Instant
  ) throws(Refusal) {
    let key = try key(of: submission)
    let running = run(of: key)
    // What runs is not what waits: it goes on, and the new request is the next one.
    let standing = requests[key]
    let pending = standing.flatMap { $0.sequence == running?.sequence ? nil : $0 }
    if let kept = kept(submission, standing, isRunning: pending == nil) {
      answer(ticket, submission, kept, replaced: false, kept: true, at: now)
      return
    }
    try checkMayReplace(standing, submission)
    let request = try makeRequest(submission, key, at: now)
    nextSequence += 1
    if submission.isCounted {
      submitLog.note(submission.owner, settings.submitRates, at: now.awake)
    }
    put(request)
    if let running, submission.replacesRunning {
      apply(.expire(.replaced), to: running.id, at: now)
    }
    effects.append(.promise(.announce(.accepted(request))))
    settle(at: now)
    if settings.rules(of: request.kind).awaitsBestMoment { foresight.prepare(settings) }
    answer(ticket, submission, request, replaced: pending != nil, kept: false, at: now)
  }

  private mutating func answer(
    _ ticket: Ticket, _ submission: Submission, _ request: Request, replaced: Bool, kept: Bool,
    at now: Instant
  ) {
    let acceptance = Acceptance(
      request: request, replaced: replaced, kept: kept,
      explanation: submission.wantsExplanation ? explanation(of: request, at: now) : nil,
      warnings: kept ? [] : warnings(on: request))
    effects.append(.promise(.answer(ticket, .accepted(acceptance))))
  }

  mutating func cancel(
    _ key: RequestKey, keepsRunning: Bool, _ ticket: Ticket, at now: Instant
  ) {
    let running = run(of: key)
    guard requests[key] != nil || running != nil else {
      refuse(ticket, .unknown(key))
      return
    }
    remove(key, .cancelled)
    if let running, !keepsRunning {
      apply(.expire(.cancelled), to: running.id, at: now)
    }
    effects.append(.promise(.answer(ticket, .done(stopping: keepsRunning ? nil : running?.id))))
  }

  mutating func stop(
    _ key: RequestKey, _ reason: StopReason, _ ticket: Ticket, at now: Instant
  ) {
    guard let running = run(of: key) else {
      refuse(
        ticket,
        requests[key] == nil
          ? .unknown(key)
          : Refusal(
            .held, field: "id", value: key.id,
            message: "\(key.id) is not running; `rubatoctl explain \(key.id)` says why"))
      return
    }
    // Whoever calls may end the budget, or give a reason of their own: never one of ours.
    let isOurs = !reason.isByHand && reason != .budget
    apply(.expire(isOurs ? .byHand(reason.code) : reason), to: running.id, at: now)
    effects.append(.promise(.answer(ticket, .done(stopping: running.id))))
  }

  mutating func runNow(
    _ key: RequestKey, _ mode: RunMode, _ ticket: Ticket, at now: Instant
  ) {
    guard let request = requests[key] else {
      refuse(ticket, .unknown(key))
      return
    }
    if let running = run(of: key) {
      refuse(
        ticket,
        Refusal(
          .held, field: "id", value: key.id, message: "\(key.id) runs already, as run \(running.id)"
        ))
    } else if let refusal = objection(to: request, mode, at: now) {
      refuse(ticket, refusal)
    } else {
      let id = activeRuns.nextID
      start(request, insistence: mode.insistence, at: now)
      effects.append(.promise(.answer(ticket, .started(id))))
    }
  }

  /// What speaks against running `request` now, by hand.
  private func objection(to request: Request, _ mode: RunMode, at now: Instant) -> Refusal? {
    if isDraining { return .stopping }
    if let insistence = mode.insistence {
      return objection(to: request, insistence, at: now)
    }
    let explanation = explanation(of: request, at: now)
    guard !explanation.runsNow else { return nil }
    return .held(
      request.key, explanation.reasons, explanation.causes.map(\.text), "`--force` passes this")
  }

  private func objection(
    to request: Request, _ insistence: Candidate.Insistence, at now: Instant
  ) -> Refusal? {
    var candidate = candidate(request, at: now)
    candidate.insistence = insistence
    let all = PolicyVerdicts(Array(Policies.all.indices), on: candidate)
    guard !all.combination.decision.permits else { return nil }
    let vetoes = all.rows.filter { $0.verdict.decision == .absolutelyMustNotProceed }
    return .held(
      request.key, vetoes.compactMap(\.verdict.reason),
      vetoes.map { $0.policy.rationale(of: $0.verdict, on: candidate) },
      "`--force --really` passes even this")
  }

  mutating func refuse(_ ticket: Ticket, _ refusal: Refusal) {
    effects.append(.promise(.answer(ticket, .refused(refusal))))
  }
}

extension RunMode {
  fileprivate var insistence: Candidate.Insistence? {
    switch self {
    case .ifReady: nil
    case .force: .force
    case .forceReally: .forceReally
    }
  }
}

extension Refusal {
  package static func unknown(_ key: RequestKey) -> Refusal {
    Refusal(
      .notFound, field: "id", value: key.id,
      message: "there is no request '\(key.id)'; `rubatoctl list` shows what there is")
  }

  static func held(
    _ key: RequestKey, _ reasons: [Reason], _ texts: [String], _ remedy: String
  ) -> Refusal {
    var refusal = Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) may not run now: \(texts.joined(separator: "; ")). \(remedy)")
    refusal.reasons = reasons
    return refusal
  }

  static let stopping = Refusal(
    .unavailable, message: "the daemon is stopping; try again once it has started")
}
