extension Scheduler {
  /// Why the request of `key` runs or waits; nil where there is none.
  package func explain(_ key: RequestKey, at now: Instant) -> Explanation? {
    requests[key].map { explanation(of: $0, at: now) }
  }

  /// Keeps from now on, for each run that begins, why it was started: `takeDecision` gives it away.
  package mutating func keepDecisions() {
    decisions = decisions ?? [:]
  }

  /// Why a run was started, as it was just before; nil where that was not kept, or is taken already.
  package mutating func takeDecision(behind run: RunID) -> Explanation? {
    decisions?.removeValue(forKey: run)
  }

  func explanation(of request: Request, at now: Instant) -> Explanation {
    let candidate = candidate(request, at: now)
    let rows = rows(on: candidate)
    let combination = Combination(rows.map(\.verdict))
    let running = run(of: request.key)
    let isRunning = running?.sequence == request.sequence
    // What is foreseen is foreseen for a free group: when that will be nobody knows.
    let free = Combination(rows.map(\.verdict).filter { $0.reason != .group })
    let prospect = prospect(of: candidate, free)
    var causes = isRunning ? [runningCause] : causes(of: candidate, rows, combination, running)
    if !isRunning, let hold = prospect?.hold { causes.append(cause(hold, prospect)) }
    if causes.isEmpty { causes = trials(of: candidate) }
    return Explanation(
      request: request, state: isRunning ? .running : .waiting, run: running?.id,
      phase: isRunning ? running?.phase : nil,
      runsNow: causes.isEmpty && !isDraining, decision: combination.decision,
      sums: combination.sums, causes: causes, rows: rows,
      next: isRunning ? nil : next(candidate, causes, rows, prospect),
      progress: request.progress(at: now.wall, settings), budget: budget(of: request, at: now),
      grace: grace(of: request), prospect: prospect, offer: candidate.offer)
  }

  private func cause(
    _ hold: GateBars.Hold, _ prospect: Explanation.Prospect?
  ) -> Explanation.Cause {
    let text: String
    if hold.reason == .shortSpell {
      text = "the device has not been so for long enough to count on it"
    } else {
      let best = prospect?.optimal.map { ", likely at \(UniversalTime.text($0.at))" } ?? ""
      text = "better than now is to be expected before its window closes\(best)"
    }
    return Explanation.Cause(reason: hold.reason, text: text, since: nil)
  }

  func rows(on candidate: Candidate) -> [Explanation.Row] {
    Policies.all.compactMap { policy in
      policy.verdict(on: candidate).map { verdict in
        Explanation.Row(
          policy: policy.name, verdict: verdict,
          rationale: policy.rationale(of: verdict, on: candidate))
      }
    }
  }

  /// What has to be seen before a request starts that nothing else holds.
  func trials(of candidate: Candidate) -> [Explanation.Cause] {
    let request = candidate.request
    let unknown = request.needs.paths.filter { device.raw.isThere($0) == nil }
    var causes: [Explanation.Cause] = []
    if !unknown.isEmpty, readings.isAwaitingLook {
      let text = "\(unknown.listed): being looked for"
      causes.append(Explanation.Cause(reason: .path, text: text, since: nil))
    }
    if request.needs.condition != nil, !passed(request, at: candidate.now) {
      causes.append(cause(.condition, candidate))
    }
    return causes
  }

  private var runningCause: Explanation.Cause {
    Explanation.Cause(reason: .running, text: "it is running", since: nil)
  }

  /// All reasons at once, each code once.
  private func causes(
    of candidate: Candidate, _ rows: [Explanation.Row], _ combination: Combination,
    _ running: Run?
  ) -> [Explanation.Cause] {
    let request = candidate.request
    var causes = holds(of: request, at: candidate.now).map { cause($0, candidate) }
    if let running {
      causes.append(
        Explanation.Cause(
          reason: .running, text: "an earlier request of this id runs",
          since: running.started.wall))
    }
    causes += crowding(of: request, in: room, at: candidate.now.wall).map { reason in
      reason == .atOnce ? fullLane(candidate) : cause(reason, candidate)
    }
    for row in rows where combination.isHeld(by: row.verdict) {
      // What crowds it was named already.
      guard let reason = row.verdict.reason, reason != .group else { continue }
      causes.append(
        Explanation.Cause(
          reason: reason, text: row.rationale, since: since(reason, candidate.request)))
    }
    return causes
  }

  private func cause(_ reason: Reason, _ candidate: Candidate) -> Explanation.Cause {
    let text =
      switch reason {
      case .earliest: "its window opens at \(UniversalTime.text(candidate.request.window.opens))"
      case .backoff: candidate.request.history.lastEnd?.text ?? "it is tried again later"
      case .quarantined:
        "it crashed \(candidate.request.checkpoint.crashes) times in the same step;"
          + " `rubatoctl unquarantine \(candidate.request.key.id)` lets it run again"
      case .condition: conditionText(candidate.request, at: candidate.now)
      case .group: "another request of group \(candidate.request.group ?? "") runs"
      default: reason.rawValue
      }
    return Explanation.Cause(reason: reason, text: text, since: nil)
  }

  /// Who has the slots that there are.
  private func fullLane(_ candidate: Candidate) -> Explanation.Cause {
    let lane = candidate.rules.lane
    let holders = runs.filter { settings.rules(of: $0.kind).lane == lane }
    return Explanation.Cause(
      fullLaneOf: settings.runsAtOnce(in: lane), holders, seenBy: candidate.request.key.owner)
  }

  private func since(_ reason: Reason, _ request: Request) -> WallTime? {
    let key: ExactString? =
      switch reason {
      // It may be the app's own switch.
      case .switchedOff where device.raw.allowsRefresh: nil
      case .path: missingPath(request).map { DeviceValue.path($0, isThere: false).key }
      default: reason.traits.field
      }
    return key.flatMap { device.lastChange(of: $0) }
  }

  /// The first path that keeps `request` waiting.
  private func missingPath(_ request: Request) -> ExactString? {
    request.needs.paths.first { device.raw.isThere($0) == false }
  }
}
