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
    if !explanation.reasons.contains(.paused),
      objection(to: request, ForceLevel.force, at: now) != nil
    {
      return .held(
        request.value.key, explanation.reasons,
        explanation.causes.map { textWithoutForce($0, of: request.value.key) },
        "`--force --really` overrides this", isForAdministrators: true)
    }
    return .held(
      request.value.key, explanation.reasons, explanation.causes.map(\.text),
      remedy(for: explanation.reasons, of: request.value))
  }

  /// Returns the sentence of a cause. That of quiet hours is without its command, which would be refused.
  private func textWithoutForce(_ cause: Explanation.Cause, of key: RequestKey) -> String {
    let remedy = QuietHold.remedy(for: key)
    guard cause.reason == .quiet, cause.text.hasSuffix(remedy) else { return cause.text }
    return String(cause.text.dropLast(remedy.count))
  }

  /// Returns a sentence that advises people how to start a request that `reasons` hold; `nil` if a pause holds it.
  private func remedy(for reasons: [Reason], of request: Request) -> String? {
    if reasons == [.condition], case .failed = checks[request] {
      return
        "The condition is checked again now, and the request starts if it succeeds; `--force` overrides this"
    }
    // The texts of a pause and of quiet hours already include the remedy.
    return reasons.contains(.paused) || reasons.contains(.quiet) ? nil : "`--force` overrides this"
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
    let vetoes = all.rows.filter { $0.verdict.decision == .absolutelyMustNotProceed }
    return .held(
      request.value.key, vetoes.compactMap(\.verdict.reason),
      vetoes.map { $0.policy.rationale(of: $0.verdict, on: candidate) },
      "`--force --really` overrides even this", isForAdministrators: true)
  }
}

extension RunMode {
  var forceLevel: ForceLevel? {
    switch self {
    case .ifReady: nil
    case .force: .force
    case .forceReally: .forceReally
    }
  }
}
