import OrderedCollections

extension Scheduler {
  /// Takes one run into its next state.
  mutating func apply(_ transition: Run.Transition, to id: RunID, at now: Instant) {
    effects += activeRuns.apply(transition, to: id, at: now.awake)
  }

  /// Takes that a command has begun, or is ready. What runs from now on has gates to be watched.
  mutating func note(_ transition: Run.Transition, of id: RunID, at now: Instant) {
    let wasLaunching = activeRuns[id]?.run.phase == .launching
    apply(transition, to: id, at: now)
    if wasLaunching, let entry = activeRuns[id], entry.run.phase == .running {
      watchGates(of: entry, at: now)
    }
  }

  mutating func drain(leavesRuns: Bool, at now: Instant) {
    if !isDraining {
      keepHabit(at: now, after: .zero)
      keepAllUse(at: now)
    }
    isDraining = true
    killChecks(at: now)
    guard !leavesRuns else { return }
    for entry in activeRuns.all { apply(.expire(.shutdown), to: entry.run.id, at: now) }
  }

  /// Looks whether the gates of what runs are still open.
  mutating func watchGates(at now: Instant) {
    for entry in activeRuns.all {
      watchGates(of: entry, at: now)
    }
  }

  private mutating func watchGates(of entry: ActiveRun, at now: Instant) {
    if let veto = closedGate(for: entry, at: now), let reason = veto.reason {
      act(on: veto, reason, entry, at: now)
    } else {
      apply(.thaw, to: entry.run.id, at: now)
    }
  }

  private func closedGate(for entry: ActiveRun, at now: Instant) -> Verdict? {
    guard let request = entry.request else { return nil }
    var candidate = runCandidate(request, at: now)
    candidate.insistence = entry.run.forced
    // That the device must cool down first concerns starts only, and so does the herd.
    candidate.device.forgetHeatStop()
    let all = Policies.verdicts(on: candidate).filter { $0.reason?.traits.hold != .starts }
    let combination = Combination(all)
    let vetoes = all.filter { combination.isHeld(by: $0) }
    let closing = settings.rules(of: entry.run.kind).closingGate
    return vetoes.first { $0.decision == .absolutelyMustNotProceed }
      ?? vetoes.first { $0.ground == .required }
      ?? vetoes.max { $0.demand(where: closing) < $1.demand(where: closing) }
  }

  private mutating func act(on veto: Verdict, _ reason: Reason, _ entry: ActiveRun, at now: Instant)
  {
    let run = entry.run
    let stop = StopReason.gate(reason)
    let demand = veto.demand(where: settings.rules(of: run.kind).closingGate)
    if demand >= .deferring, entry.request?.terms.onClosedGate == .freeze {
      return apply(run.pause(stop, settings), to: run.id, at: now)
    }
    switch demand {
    // What froze it is over.
    case .nothing: return apply(.thaw, to: run.id, at: now)
    case .hearing:
      apply(.thaw, to: run.id, at: now)
      return apply(.tell(stop), to: run.id, at: now)
    case .deferring:
      let followUps = activeRuns.apply(.askToDefer(stop), to: run.id, at: now.awake)
      if followUps.isEmpty { return }
      effects += followUps
    case .ending: apply(.expire(stop), to: run.id, at: now)
    }
    if reason == .thermal { device.noteHeatStop() }
  }
}

/// What a closed gate demands of a run, the least first.
private enum GateDemand: Int, Comparable {
  case nothing
  /// It hears of it, if it asked for that.
  case hearing
  case deferring
  case ending

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Verdict {
  /// What a veto demands of a run of a kind that has `closing`.
  fileprivate func demand(where closing: KindRules.ClosingGate) -> GateDemand {
    if decision == .absolutelyMustNotProceed || isMissing { return .ending }
    if ground == .preferred { return .hearing }
    switch closing {
    case .expires: return .ending
    case .asksToDefer: return .deferring
    case .ignored: return .nothing
    }
  }
}
