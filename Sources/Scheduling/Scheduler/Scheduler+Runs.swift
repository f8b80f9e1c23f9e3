import OrderedCollections

extension Scheduler {
  mutating func noteStart(of id: RunID, at now: Instant) {
    guard var entry = live[id], entry.run.phase == .launching else { return }
    let isNews = entry.run.stepBegan == nil
    if isNews { entry.run.stepBegan = now.awake }
    guard isNews || !entry.run.awaitsReadiness else { return }
    if !entry.run.awaitsReadiness { entry.run.phase = .running }
    live[id] = entry
    effects.append(.change(.putRun(entry.run)))
    guard !entry.run.awaitsReadiness else { return }
    watchGates(of: entry, at: now)
  }

  /// Holds every live run to its deadlines.
  mutating func superviseRuns(at now: Instant) {
    guard isAnyDue(at: now.awake) else { return }
    for id in Array(live.keys) {
      // More than once where the grace is none.
      while let run = live[id]?.run, let moment = nextMoment(of: run), now.awake >= moment {
        moveOn(run, at: now)
      }
    }
  }

  private func isAnyDue(at now: AwakeTime) -> Bool {
    for entry in live.values {
      if let moment = nextMoment(of: entry.run), now >= moment { return true }
    }
    return false
  }

  private mutating func moveOn(_ run: Run, at now: Instant) {
    switch run.phase {
    case .launching: moveOnLaunching(run, at: now)
    case .running, .deferring: moveOnRunning(run, at: now)
    case .frozen(let reason, _): expire(run.id, reason, at: now)
    case .expiring(let reason, _): kill(run.id, reason)
    case .killed, .ended: break
    }
  }

  /// What has begun is warned before it is killed, ready or not; and so is what nobody knows to have
  /// begun, where its budget is shorter than a launch may take.
  private mutating func moveOnLaunching(_ run: Run, at now: Instant) {
    let isOver = now.awake >= run.budgetEnds
    let hasBegun = run.stepBegan != nil || run.step > 0
    if now.awake < run.launchEnds(settings) {
      expire(run.id, hasBegun ? .budget : .launchTimeout, at: now)
    } else if run.stepBegan == nil {
      kill(run.id, .launchTimeout)
    } else {
      expire(run.id, isOver ? .budget : .notReady, at: now)
    }
  }

  private mutating func moveOnRunning(_ run: Run, at now: Instant) {
    if now.awake >= run.budgetEnds {
      expire(run.id, .budget, at: now)
    } else if let end = run.stepEnds, now.awake >= end {
      expire(run.id, .stepLimit, at: now)
    } else if let signal = run.earlySignal, var entry = live[run.id] {
      entry.run.earlySignal = nil
      live[run.id] = entry
      effects.append(.withdraw(.signal(entry.run, signal, why: "budgetEndsSoon")))
      effects.append(.change(.putRun(entry.run)))
    }
  }

  /// Warns a run; after its grace it is killed. A run that is on its way out keeps its reason.
  mutating func expire(_ id: RunID, _ reason: StopReason, at now: Instant) {
    guard var entry = live[id] else { return }
    switch entry.run.phase {
    case .launching, .running, .deferring, .frozen:
      entry.run.countFrozenTime(at: now.awake)
      entry.run.phase = .expiring(reason, until: now.awake + entry.run.grace)
      live[id] = entry
      warn(entry.run, reason)
    case .expiring, .killed, .ended:
      break
    }
  }

  /// Asks a run once to make room; nothing but its budget ends it. One that has not begun yet is
  /// asked when it has. Returns whether it was asked now.
  private mutating func askToDefer(_ id: RunID, _ reason: StopReason) -> Bool {
    guard var entry = live[id], entry.run.phase == .running || entry.run.wasOnlyTold else {
      return false
    }
    entry.run.phase = .deferring(reason)
    entry.run.onLostPreference = nil
    live[id] = entry
    warn(entry.run, reason)
    return true
  }

  /// Tells a run once that something it prefers is lost, if it asked for that.
  private mutating func tell(_ id: RunID, _ reason: StopReason) {
    guard var entry = live[id], entry.run.phase == .running,
      let signal = entry.run.onLostPreference
    else { return }
    entry.run.phase = .deferring(reason)
    live[id] = entry
    effects.append(.withdraw(.signal(entry.run, signal, why: reason.text)))
    effects.append(.change(.putRun(entry.run)))
    effects.append(.promise(.announce(.warned(entry.run, reason))))
  }

  private mutating func warn(_ run: Run, _ reason: StopReason) {
    effects.append(.withdraw(.warn(run, reason)))
    effects.append(.change(.putRun(run)))
    effects.append(.promise(.announce(.warned(run, reason))))
  }

  private mutating func kill(_ id: RunID, _ reason: StopReason) {
    guard var entry = live[id] else { return }
    entry.run.phase = .killed(reason)
    live[id] = entry
    effects.append(.withdraw(.kill(entry.run)))
    effects.append(.change(.putRun(entry.run)))
    effects.append(.promise(.announce(.killing(entry.run, reason))))
  }

  mutating func drain(leavesRuns: Bool, at now: Instant) {
    if !isDraining {
      keepHabit(at: now, after: .zero)
      keepAllUse(at: now)
    }
    isDraining = true
    killChecks(at: now)
    guard !leavesRuns else { return }
    for id in Array(live.keys) {
      expire(id, .shutdown, at: now)
    }
  }

  /// Looks whether the gates of what runs are still open.
  mutating func watchGates(at now: Instant) {
    for entry in Array(live.values) {
      watchGates(of: entry, at: now)
    }
  }

  private mutating func watchGates(of entry: Live, at now: Instant) {
    if let veto = closedGate(for: entry, at: now), let reason = veto.reason {
      act(on: veto, reason, entry, at: now)
    } else {
      thaw(entry.run, at: now)
    }
  }

  private func closedGate(for entry: Live, at now: Instant) -> Verdict? {
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

  private mutating func act(on veto: Verdict, _ reason: Reason, _ entry: Live, at now: Instant) {
    let run = entry.run
    let demand = veto.demand(where: settings.rules(of: run.kind).closingGate)
    if demand >= .deferring, entry.request?.terms.onClosedGate == .freeze {
      return freeze(run, .gate(reason), at: now)
    }
    switch demand {
    case .nothing:
      // What froze it is over.
      return thaw(run, at: now)
    case .hearing:
      thaw(run, at: now)
      return tell(run.id, .gate(reason))
    case .deferring:
      guard askToDefer(run.id, .gate(reason)) else { return }
    case .ending:
      expire(run.id, .gate(reason), at: now)
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
