extension Scheduler {
  /// The reasons that `explain` gives for a request that waits, in their order and without their
  /// sentences, for whoever asks again and again; nil where there is none or it runs.
  package func waitingReasons(of key: RequestKey, at now: Instant) -> [Reason]? {
    guard let request = requests[key] else { return nil }
    let running = run(of: key)
    if running?.sequence == request.sequence { return nil }
    let candidate = candidate(request, at: now)
    let verdicts = Policies.all.compactMap { $0.verdict(on: candidate) }
    var reasons = holds(of: request, at: now)
    if running != nil { reasons.append(.running) }
    reasons += crowding(of: request, in: room, at: now.wall)
    let combination = Combination(verdicts)
    for verdict in verdicts where combination.isHeld(by: verdict) {
      if let reason = verdict.reason, reason != .group { reasons.append(reason) }
    }
    let free = Combination(verdicts.filter { $0.reason != .group })
    if let hold = hold(of: candidate, free) { reasons.append(hold.reason) }
    return reasons.isEmpty ? trials(of: candidate).map(\.reason) : reasons
  }

  /// What keeps a request waiting that the device and its app permit.
  private func hold(of candidate: Candidate, _ combination: Combination) -> GateBars.Hold? {
    let request = candidate.request
    guard combination.decision == .canProceed, holds(of: request, at: candidate.now).isEmpty
    else { return nil }
    let device = candidate.deviceAnswer
    guard device.sums != nil, let bars = bars(for: request, device, at: candidate.now) else {
      return nil
    }
    return bars.heldBy(terms(of: request))
  }
}
