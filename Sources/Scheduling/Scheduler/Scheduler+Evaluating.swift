import OrderedCollections

// What one request is asked about: it is put together here, and nowhere else.
extension Scheduler {
  /// All that there is to say of `request` now.
  ///
  /// - Parameter forPeople: What the forecast says is wanted also where it does not decide.
  func evaluation(of request: Request, at now: Instant, forPeople: Bool) -> Evaluation {
    var candidate = runCandidate(request, at: now)
    candidate.offer =
      forPeople
      ? lastingOffer(for: request, of: candidate.app, at: now)
      : offerAtLook(for: candidate, at: now)
    var evaluation = Evaluation(
      candidate, run: run(of: request.key), check: check(of: request),
      crowding: room.crowding(
        of: request, settings.rules(of: request.kind).lane, at: now.wall),
      isAwaitingLook: readings.isAwaitingLook)
    if forPeople || evaluation.awaitsForecast {
      evaluation.take(forecast(for: evaluation.candidate, evaluation.device.combination))
    }
    return evaluation
  }

  /// What the forecast says to a request that the device answers with `device`.
  private func forecast(
    for candidate: Candidate, _ device: Combination
  ) -> Evaluation.Forecast? {
    let request = candidate.request
    let profile = GateProfile(of: request, stage: candidate.stage)
    return bars(behind: profile, like: request, score: device.sums?.score ?? 0, at: candidate.now)
      .map { Evaluation.Forecast(bars: $0, terms: terms(of: request)) }
  }

  /// Why the request of `key` runs or waits; nil where there is none.
  package func explain(_ key: RequestKey, at now: Instant) -> Explanation? {
    requests[key].map { explanation(of: $0, at: now) }
  }

  func explanation(of request: Request, at now: Instant) -> Explanation {
    Explanation(
      evaluation(of: request, at: now, forPeople: true), runs: runs,
      budget: budget(of: request, at: now), grace: grace(of: request), isStopping: isDraining,
      zoneSeconds: zoneSeconds)
  }

  /// The reasons that `explain` gives for a request that waits, in their order and without their
  /// sentences, for whoever asks again and again; nil where there is none or it runs.
  package func waitingReasons(of key: RequestKey, at now: Instant) -> [Reason]? {
    guard let request = requests[key] else { return nil }
    if run(of: key)?.sequence == request.sequence { return nil }
    return evaluation(of: request, at: now, forPeople: false).reasons
  }

  /// Keeps from now on, for each run that begins, why it was started: `takeDecision` gives it away.
  package mutating func keepDecisions() {
    decisions = decisions ?? [:]
  }

  /// Why a run was started, as it was just before; nil where that was not kept, or is taken already.
  package mutating func takeDecision(behind run: RunID) -> Explanation? {
    decisions?.removeValue(forKey: run)
  }
}
