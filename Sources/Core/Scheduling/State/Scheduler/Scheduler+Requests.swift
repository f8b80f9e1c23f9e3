// Requests: submitted, replaced, cancelled, and manually run and stopped.
extension Scheduler {
  /// Adds or updates a request, and records it. If it replaces another request, forgets the condition check of that
  /// one, and keeps it in the store while its run is live.
  mutating func put(_ request: Request) {
    if let old = requests.put(request), old.value.sequence != request.sequence {
      effects += context.runs.changeToKeep(old.value)
      context.checks.forget(request.key)
      noteTransferEnd(of: old.value.terms.task, key: request.key)
    }
    effects.append(.change(.putRequest(request)))
  }

  /// Removes a request from the queue and records that; its run continues. Does nothing if there is none.
  ///
  /// - Parameter reason: The reason to announce; `nil` if the request is done.
  mutating func remove(_ key: RequestKey, _ reason: StopReason? = nil) {
    guard let request = requests.remove(key) else { return }
    context.checks.forget(key)
    effects += context.runs.changeToKeep(request)
    noteTransferEnd(of: request.terms.task, key: key)
    effects.append(.change(.removeRequest(key)))
    if let reason {
      effects.append(.afterCommit(.announce(.removed(key, reason))))
      // If it runs, the end of the run is its end for the requests that follow it.
      if !context.runs.isRunning(key) { noteEnd(of: key, .gone) }
    }
  }

  /// Sends `answer` to the caller of `ticket`, after the commit.
  mutating func answer(_ ticket: Ticket, _ answer: Answer) {
    effects.append(.afterCommit(.answer(ticket, answer)))
  }

  /// An accepted submission, which is answered once its consequences are settled.
  struct Accepted {
    let ticket: Ticket
    let wantsExplanation: Bool
    let request: Request
    /// Whether a pending request of the same key was replaced.
    var replaced = false
    /// Whether a pending request was kept and this one discarded.
    var kept = false
    /// Warning about terms of the standing request that this one does not ask for.
    var lossWarning: Warning?
  }

  /// Accepts a submission and returns it for a later answer. If it cannot be accepted, refuses it immediately and
  /// returns `nil`.
  mutating func submit(
    _ submission: Submission, _ ticket: Ticket, at now: Instant
  ) -> Unanswered? {
    do throws(Refusal) {
      return .one(try accept(submission, ticket, at: now))
    } catch {
      answer(ticket, .refused(error))
      return nil
    }
  }

  /// Queues the request of a submission, sets the width that it gives to its group, and starts a continued task
  /// immediately if nothing holds it. If the submission asks to keep a present request, only returns that one. Throws a
  /// refusal, before any change, if it cannot be accepted.
  mutating func accept(
    _ submission: Submission, _ ticket: Ticket, at now: Instant
  ) throws(Refusal) -> Accepted {
    let key = try context.key(of: submission, beside: requests)
    let running = context.runs.run(of: key)
    // A running request is not pending: its run continues, and the new request is the next one.
    let present = requests[key]
    let isPending = present.map { $0.sequence != running?.sequence } ?? false
    if let kept = submission.kept(present, isRunning: !isPending) {
      return Accepted(
        ticket: ticket, wantsExplanation: submission.wantsExplanation, request: kept, kept: true)
    }
    try submission.checkMayReplace(present)
    let request = try context.request(
      submission, key, replacing: present, beside: requests, at: now)
    try submission.checkMayAmend(present, into: request, running)
    // A read through `self` would copy the settings.
    let settings = context.settings
    let lossWarning = try submission.losses(of: present, by: request, settings.value)
    let numbers = try numbers(givenBy: submission)
    let startsNow = try startsNow(request, at: now)
    // From here on, nothing is refused.
    requests.noteAccepted(submission, at: now)
    put(request)
    noteRepetition(of: request)
    if let numbers { follow(context.runs.set(numbers, at: now.wall), at: now) }
    if let running, submission.replacesRunning {
      apply(.expire(.replaced), to: running.id, at: now)
    }
    effects.append(.afterCommit(.announce(.accepted(request))))
    if startsNow { _ = start(Shared(request), at: now) }
    return Accepted(
      ticket: ticket, wantsExplanation: submission.wantsExplanation, request: request,
      replaced: isPending, lossWarning: lossWarning)
  }

  /// Returns whether the request starts with its submission, as an unobstructed continued task does. Throws a refusal
  /// if an obstructed one must not wait.
  private func startsNow(_ request: Request, at now: Instant) throws(Refusal) -> Bool {
    guard let terms = request.terms.task?.continued else { return false }
    guard let refusal = context.objectionToContinuing(Shared(request), at: now) else { return true }
    if terms.strategy == .fail { throw refusal }
    return false
  }

  /// Returns the answer to an accepted submission, with the reasons why its request waits now.
  mutating func acceptance(of accepted: Accepted, at now: Instant) -> Acceptance {
    let request = accepted.request
    // The explanation reads the forecast, which is costly to make; the next check for starts then reuses it.
    if !accepted.kept, context.settings.value.rules(of: request.terms.kind).awaitsBestMoment {
      context.forecastModel.cacheForecast()
    }
    let explanation =
      accepted.wantsExplanation
      ? context.explanation(of: Shared(request), at: now) : nil
    var warnings: [Warning] = []
    if !accepted.kept {
      warnings =
        [accepted.lossWarning].compactMap(\.self) + request.warnings(context.settings.value)
        + context.unknownPathWarnings(of: request)
    }
    return Acceptance(
      request: request, replaced: accepted.replaced, kept: accepted.kept,
      explanation: explanation, warnings: warnings)
  }

  /// A cancellation, which is answered once the requests that follow the cancelled one have failed.
  struct Cancelled {
    let ticket: Ticket
    let key: RequestKey
    let stopping: RunID?
    /// The index of the answer among the effects, before the consequences of the cancellation.
    let answerIndex: Int
  }

  /// Removes a request from the queue, and also stops its run unless `keepsRunning`. Refuses if the key has neither a
  /// request nor a run. Returns the run that is being stopped for a later answer; `nil` after an immediate answer.
  mutating func cancel(
    _ key: RequestKey, keepsRunning: Bool, _ ticket: Ticket, at now: Instant
  ) -> Unanswered? {
    let running = context.runs.run(of: key)
    guard requests.table.shared(key) != nil || running != nil else {
      // The cancellation of a request that it follows may have come first, and has then failed this one. A caller who
      // cancels both must not be refused for the second one.
      if requests.failed[key]?.progress.predecessors?.failed != nil {
        _ = requests.forgetFailed(key)
        effects.append(.change(.removeRequest(key)))
        answer(ticket, .done(stopping: nil))
        return nil
      }
      answer(ticket, .refused(.unknown(key)))
      return nil
    }
    remove(key, .cancelled)
    if let running, !keepsRunning { apply(.expire(.cancelled), to: running.id, at: now) }
    return .cancelled(
      Cancelled(
        ticket: ticket, key: key, stopping: keepsRunning ? nil : running?.id,
        answerIndex: effects.count))
  }

  /// Stops the live run of `key` for a reason that the caller gives, and answers with its id. Refuses if there is no
  /// live run.
  mutating func stop(
    _ key: RequestKey, _ reason: StopReason, _ ticket: Ticket, at now: Instant
  ) {
    guard let running = context.runs.run(of: key) else {
      let isKnown = requests.table.shared(key) != nil
      return answer(ticket, .refused(isKnown ? .notRunning(key) : .unknown(key)))
    }
    // A caller can end the budget, or give its own reason, but never a reason of the daemon.
    let isOfDaemon = !reason.isByHand && !reason.isBudget
    apply(.expire(isOfDaemon ? .byHand(reason.code) : reason), to: running.id, at: now)
    answer(ticket, .done(stopping: running.id))
  }

  /// Starts a request by hand and answers with the id of the run, or refuses with the reasons that hold it. `mode`
  /// determines which reasons are overridden.
  mutating func runNow(
    _ key: RequestKey, _ mode: RunMode, _ ticket: Ticket, at now: Instant
  ) {
    // The request of a task is consumed when the task begins.
    if let running = context.runs.run(of: key) {
      return answer(ticket, .refused(.running(running)))
    }
    // After a failed commit, the drop of a request may still be pending.
    if let overdue = requests[key], overdue.window.isDropped(at: now.wall) {
      skip(overdue, at: now)
    }
    guard let request = requests.table.shared(key) else {
      return answer(ticket, .refused(.unknown(key)))
    }
    if let refusal = context.objection(to: request, mode, at: now) {
      answer(ticket, .refused(refusal))
      let waitsOnlyForCondition = refusal.reasons == [Reason.condition.rawValue]
      if waitsOnlyForCondition { tryConditionAgain(of: request.value, at: now) }
    } else {
      answer(ticket, .started(start(request, forceLevel: mode.forceLevel, at: now)))
    }
  }

  /// Checks a failed condition again: the user who starts the request by hand may know that it holds now. The request
  /// starts if it does.
  private mutating func tryConditionAgain(of request: Request, at now: Instant) {
    guard case .failed = context.checks[request] else { return }
    context.checks.forget(request.key)
    var followUp = FollowUp()
    followUp.touched.requests.append(request.key)
    follow(followUp, at: now)
  }

  /// Releases a request from quarantine, in which it was put because it crashed too often.
  mutating func unquarantine(_ key: RequestKey, _ ticket: Ticket) {
    guard var request = requests[key] else {
      return answer(ticket, .refused(.unknown(key)))
    }
    guard request.progress.checkpoint.isQuarantined else {
      return answer(ticket, .refused(.notQuarantined(key)))
    }
    request.progress.checkpoint.isQuarantined = false
    request.progress.checkpoint.crashes = 0
    request.progress.windowFailure = nil
    request.progress.backoffUntil = nil
    // The tries start again, or the next crash would be one too many.
    request.progress.attempts = 0
    request.progress.postponements = 0
    put(request)
    effects += context.runs.replaceState(leftTo: key, by: request.retryState)
    answer(ticket, .done(stopping: nil))
  }

  /// Records that a request could not run before its latest date, and reports it. Queues it for its next window or
  /// change, or gives it up if it has none.
  mutating func skip(_ request: Request, at now: Instant) {
    var run = Run(
      id: context.runs.makeID(), of: request, budget: context.budgetAsked(of: request),
      grace: context.grace(of: request), started: now, isForced: false)
    let endEffects = run.apply(.end(request.skipped(at: now.wall)), at: now.awake)
    let last = context.runs.lastRun(of: request.key)
    // A later submission of the same command takes over the state that the last real run left.
    if let last, request.terms.command.wasExecuted(by: last) {
      effects += context.runs.replaceState(leftTo: request.key, by: request.retryStateAfterGivingUp)
    }
    effects += endEffects
    if request.progress.attempts > 0 {
      reportFailure(
        FailureReport(
          run: run, lastRun: last?.id ?? run.id, attempts: request.progress.attempts, isFinal: true),
        of: request)
    }
    reportSkip(of: request, run, lastRun: last?.id)
    let skipped = request.skipping(run, at: now.wall)
    if request.period != nil, request.isStanding {
      // A run that was forced is an additional one.
      let lastStart = last.flatMap { $0.isForced ? nil : $0.started.wall }
      put(
        skipped.renewed(
          givenUpAt: now.wall, lastStart: lastStart, context.settings.value))
    } else if request.isObserver {
      put(skipped.givingUpChanges(at: now.wall))
    } else if request.isDependent, request.isStanding {
      put(skipped.awaitingNextPredecessors(at: now.wall))
    }
    // Without a next window or change it is given up; also at the end of the calendar, since 64 bits have no later
    // window.
    let isStillOverdue =
      requests.table.shared(request.key)?.value.window.isOverdue(at: now.wall) == true
    guard isStillOverdue else { return noteEnd(of: request.key, .windowGivenUp) }
    giveUp(request, after: run, .deadline)
  }
}

extension Request {
  /// Returns the ending that records that this request could not run before its latest date.
  fileprivate func skipped(at now: WallTime) -> Ending {
    var ending = Ending(at: now, outcome: .skipped, stopReason: .deadline)
    let runCount = progress.attempts + progress.postponements
    let runs = runCount == 1 ? "1 incomplete run" : "\(runCount) incomplete runs"
    if runCount > 0 { ending.message = "after \(runs)" }
    return ending
  }
}
