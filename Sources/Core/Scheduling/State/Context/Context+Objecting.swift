// Objections to a manual run of a request.
extension Context {
  /// Returns the refusal of a run that is started by hand with `mode`, with the reasons that hold the request; `nil` if
  /// the run may start.
  func objection(
    to request: Shared<Request>, _ mode: RunMode, at now: Instant
  ) -> Refusal? {
    if runs.isDraining { return .stopping }
    if let forceLevel = mode.forceLevel { return objection(to: request, forceLevel, at: now) }
    let explanation = explanation(of: request, at: now)
    guard !explanation.runsNow else { return nil }
    let key = request.value.key
    // A pause first: a user has decided it.
    let causes =
      explanation.causes.filter { $0.reason == .paused }
      + explanation.causes.filter { $0.reason != .paused }
    // The end of the refusal names the command that starts the request by force.
    let texts = causes.map { $0.problem ?? $0.text }
    let isPaused = explanation.reasons.contains(.paused)
    // Force is not enough: the advice names the next level.
    if !isPaused, objection(to: request, ForceLevel.force, at: now) != nil {
      return .held(
        key, explanation.reasons, texts, forceAdvice(for: key, .forceReally),
        isForAdministrators: true)
    }
    return .held(
      key, explanation.reasons, texts, remedy(for: explanation.reasons, of: request.value),
      isForAdministrators: explanation.pause.map { !$0.mayBePassed(by: key.owner) } ?? false)
  }

  /// Returns the sentence that advises people how to start a request that `reasons` hold.
  private func remedy(for reasons: [Reason], of request: Request) -> String {
    let advice = forceAdvice(for: request.key, .force)
    guard reasons == [.condition], case .failed = checks[request] else { return advice }
    return
      "The condition is checked again now, and the request starts if it succeeds. \(advice)"
  }

  /// Returns the sentence with the command that starts a request with this force level.
  private func forceAdvice(for key: RequestKey, _ forceLevel: ForceLevel) -> String {
    let options = forceLevel == .force ? "--force" : "--force --really"
    return "To start it anyway: `rubatoctl run \(key.id) \(options)`"
  }

  /// Returns the refusal of a forced run, with the absolute vetoes that `forceLevel` does not override; `nil` if the
  /// run may start.
  private func objection(
    to request: Shared<Request>, _ forceLevel: ForceLevel, at now: Instant
  ) -> Refusal? {
    var candidate = candidate(request, at: now)
    candidate.valuation = lastingValuation(for: candidate)
    candidate.forceLevel = forceLevel
    let all = PolicyVerdicts(Array(Policies.all.indices), on: candidate)
    guard !all.combination.decision.permits else { return nil }
    // Other vetoes are overridden by any force.
    let vetoes = all.rows.filter { $0.verdict.decision == .absolutelyMustNotProceed }
    return .held(
      request.value.key, vetoes.compactMap(\.verdict.reason),
      vetoes.map { $0.policy.rationale(of: $0.verdict, on: candidate) },
      forceAdvice(for: request.value.key, .forceReally), isForAdministrators: true)
  }
}

extension RunMode {
  /// The reasons that a start with this mode overrides; `nil` if it overrides none.
  var forceLevel: ForceLevel? {
    switch self {
    case .ifReady: nil
    case .force: .force
    case .forceReally: .forceReally
    }
  }
}
