// Explanations of evaluations in words.
extension Explanation {
  /// Creates the explanation of an evaluation for people.
  ///
  /// - Parameters:
  ///   - occupancy: The taken slots; `nil` for an explanation without texts, policies and a forecast.
  ///   - before: How many requests of its user come before it.
  ///   - budget: The budget of a run that would start now.
  ///   - grace: The grace of such a run.
  ///   - isStopping: Whether no more runs are started.
  ///   - zoneSeconds: How many seconds the user's clocks are ahead of UTC.
  init(
    _ evaluation: Evaluation, _ occupancy: Occupancy?, before: Int, warnings: [Warning],
    budget: Duration, grace: Duration, isStopping: Bool, zoneSeconds: Int
  ) {
    let candidate = evaluation.candidate
    let isRunning = evaluation.isRunning
    let hasTexts = occupancy != nil
    let requestForecast = hasTexts ? RequestForecast(evaluation, zoneSeconds) : nil
    let causes = evaluation.causes
    let shownCauses = causes.map { cause -> Cause in
      guard let occupancy else { return Cause(reason: cause.reason, text: "", since: nil) }
      return Cause(cause, of: evaluation, occupancy, before: before, requestForecast)
    }
    // The present run can still succeed, so that only a latest date that was already reported as missed is shown.
    let showsOverdue = !isRunning || candidate.request.progress.missed != nil
    self.init(
      request: candidate.request, state: isRunning ? .running : .waiting,
      sharedLive: evaluation.sharedRun,
      frozenSince: evaluation.run?.frozenSince(at: candidate.now), pause: evaluation.pause,
      runsNow: causes.isEmpty && !isRunning && !isStopping,
      decision: evaluation.combination.decision, sums: evaluation.combination.sums,
      causes: isRunning ? [Cause(reason: .running, text: "running", since: nil)] : shownCauses,
      warnings: isRunning ? [] : warnings,
      verdicts: hasTexts ? Verdicts(evaluation) : nil,
      next: isRunning ? nil : evaluation.nextStart(after: causes, zoneSeconds: zoneSeconds),
      overdueSince: showsOverdue ? candidate.request.overdueSince(at: candidate.now.wall) : nil,
      progress: candidate.request.progress(at: candidate.now.wall, candidate.settings),
      budget: budget, grace: grace,
      backoffDelay: candidate.request.terms.backoff.delay(after: 1, candidate.settings),
      requestForecast: requestForecast, valuation: candidate.valuation)
  }
}

extension Explanation.Row {
  /// Creates the row of one policy, with its rationale in words.
  init(_ row: PolicyVerdicts.Row, on candidate: Candidate) {
    self.init(
      policy: row.policy.name, verdict: row.verdict,
      rationale: row.policy.rationale(of: row.verdict, on: candidate))
  }
}

extension Explanation.Cause {
  /// Creates the cause with its sentence for people, and with the time since when it applies, if that is known.
  ///
  /// - Parameters:
  ///   - occupancy: The taken slots, which the sentence for full slots names.
  ///   - before: How many requests of the same user come before the waiting one.
  init(
    _ cause: Evaluation.Cause, of evaluation: Evaluation, _ occupancy: Occupancy, before: Int,
    _ requestForecast: Explanation.RequestForecast?
  ) {
    let candidate = evaluation.candidate
    let request = candidate.request
    switch cause {
    case .own(.quiet):
      let problem = evaluation.quiet?.text(request, at: candidate.now.wall) ?? "quiet hours"
      self.init(
        reason: .quiet, text: "\(problem); \(QuietHold.remedy(for: request.key))",
        problem: problem, since: nil)
    case .own(.paused):
      let pause = evaluation.pause
      self.init(
        reason: .paused, text: pause?.explanation(of: request.key) ?? "paused",
        problem: pause?.problem(of: request.key), since: pause?.since)
    case .own(.dependency):
      self.init(
        awaiting: request.awaitedRequests,
        isOverdue: request.window.isOverdue(at: candidate.now.wall))
    case .own(let reason):
      self.init(reason: reason, text: evaluation.text(ofOwn: reason), since: nil)
    case .earlierRun(let run):
      self.init(
        reason: .running, text: "the run of an earlier request with this id",
        since: run.started.wall)
    case .crowding(.group):
      let group = GroupKey(owner: request.key.owner, name: request.terms.group ?? "")
      self.init(
        fullGroup: group.name, width: occupancy.concurrency.width(of: group, candidate.settings),
        occupancy.holders.filter { $0.group == group.name && $0.key.owner == group.owner },
        before: before, at: candidate.now)
    case .crowding:
      let (kinds, settings) = (candidate.rules.concurrencyClass, candidate.settings)
      self.init(
        fullSlots: occupancy.concurrency.slots(of: kinds, settings),
        perUser: occupancy.concurrency.slotsPerUser(of: kinds),
        occupancy.holders.filter { settings.rules(of: $0.kind).concurrencyClass == kinds },
        seenBy: request.key.owner, before: before, at: candidate.now)
    case .policy(let row, let reason):
      let rationale = row.policy.rationale(of: row.verdict, on: candidate)
      let remedy = candidate.app?.value.remedy(
        for: reason, allowsAll: candidate.raw.allowsRefresh)
      self.init(
        reason: reason, text: rationale + (remedy.map { "; \($0)" } ?? ""),
        state: row.policy.state(behind: row.verdict, on: candidate),
        since: candidate.lastChange(behind: reason))
    case .forecast(let hold):
      self.init(reason: hold.reason, text: hold.text(requestForecast), since: nil)
    case .trial(.path):
      self.init(
        reason: .path, text: "\(evaluation.unknownPaths.listed): being checked", since: nil)
    case .trial(let reason):
      self.init(reason: reason, text: evaluation.text(ofOwn: reason), since: nil)
    }
  }

  /// Creates the cause of a request that follows others.
  private init(awaiting awaited: AwaitedRequests, isOverdue: Bool) {
    let late = isOverdue ? "; its latest date has passed, and it still waits" : ""
    self.init(
      reason: .dependency, text: "waiting for \(awaited.need)\(late)", awaited: awaited, since: nil)
  }
}

extension Evaluation {
  /// Returns the sentence for one of the request's own causes: a date, a delay, crashes, or its condition.
  fileprivate func text(ofOwn reason: Reason) -> String {
    let request = candidate.request
    return switch reason {
    case .earliest: windowText
    case .unchanged:
      "waiting for a change of \(WatchedWord.enumerated(request.terms.needs.changes.watched.map(\.text)))"
    case .backoff: backoffText
    case .quarantined:
      "it crashed \(request.progress.checkpoint.crashes) times in the same step;"
        + " `rubatoctl unquarantine \(request.key.id)` lets it run again"
    case .condition: conditionText
    default: reason.rawValue
    }
  }

  /// The sentence for a delay before a retry: the end of the last run, and for wakes that an app does not complete also
  /// the next wake and the remedy.
  private var backoffText: String {
    let request = candidate.request
    let last = request.progress.history.lastEnd?.text ?? "it will be retried"
    guard request.backsOff(candidate.settings), let until = request.progress.backoffUntil else {
      return last
    }
    let next = UniversalTime.text(candidate.now.wall + (until - candidate.now.awake))
    return
      "the app did not complete its last \(request.unansweredWakes) wakes; next wake at \(next); call"
      + " the completion handler in each wake; last run: \(last)"
  }

  /// The opening time of the window, and the change that it is for.
  private var windowText: String {
    let request = candidate.request
    if request.period?.isAfterLastDate == true {
      let release = request.terms.timer.map { "; `rubatoctl release \($0.name)` ends it" } ?? ""
      return "the last of its dates has passed\(release)"
    }
    let text = "the window opens at \(UniversalTime.text(request.window.opens))"
    guard let noted = request.progress.changes?.noted, request.progress.changes?.begun == nil else {
      return text
    }
    let trigger = request.terms.needs.changes
    let least = max(trigger.atMost ?? .zero, noted.atMost ?? .zero)
    let frequency = least > .zero ? "; it runs at most \(Frequency.words(least))" : ""
    let changed = WatchedWord.enumerated(noted.pathsAndKeys.map(\.text))
    return "\(changed) changed at \(UniversalTime.text(noted.first))\(frequency); \(text)"
  }

  /// The state of a condition that holds the request.
  private var conditionText: String {
    let (condition, now) = (candidate.request.terms.needs.condition ?? "", candidate.now)
    switch check {
    case .failed(let text, let until) where until > now.awake:
      let moment = UniversalTime.text(now.wall + (until - now.awake))
      return "`\(condition)` failed (\(text)); next attempt at \(moment)"
    case .waiting: return "`\(condition)` is run once fewer other conditions are running"
    case .running: return "`\(condition)` is running"
    case .failed, .passed, nil: return "`\(condition)` is run once nothing else holds the request"
    }
  }
}

extension Request {
  /// The requests that it still waits for.
  fileprivate var awaitedRequests: AwaitedRequests {
    let mustOnlyEnd = terms.needs.predecessors.toEnd
    return AwaitedRequests(
      toComplete: awaitedPredecessors.filter { !mustOnlyEnd.contains($0) },
      toEnd: awaitedPredecessors.filter(mustOnlyEnd.contains))
  }
}

extension Candidate {
  /// Returns when the device field that `reason` depends on last changed; `nil` if it is unknown, or if there is no
  /// such field.
  fileprivate func lastChange(behind reason: Reason) -> WallTime? {
    let key: ExactString? =
      switch reason {
      // It may be the app's own switch.
      case .switchedOff where raw.allowsRefresh: nil
      case .path:
        request.terms.needs.paths.first { raw.isThere($0) == false }
          .map { DeviceValue.path($0, isThere: false).key }
      default: reason.traits.field
      }
    return key.flatMap { device.lastChange(of: $0) }
  }
}

extension GateThresholds.Hold {
  /// Returns the sentence for the hold, with the likely time of the best moment if it is known.
  fileprivate func text(_ requestForecast: Explanation.RequestForecast?) -> String {
    if reason == .unstableConditions { return "conditions have not been stable for long enough" }
    let best = requestForecast?.optimal.map { ", likely at \(UniversalTime.text($0.at))" } ?? ""
    return "a better moment is expected before its window closes\(best)"
  }
}
