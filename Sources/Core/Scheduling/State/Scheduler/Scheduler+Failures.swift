// Permanent failures: reported, kept, acknowledged, queued again.
extension Scheduler {
  /// Starts the unit and runs the command that the request names for a failure or a missed latest date. A failure that
  /// is retried is only reported if the request wants a report of each.
  mutating func reportFailure(_ report: FailureReport, of request: Request?) {
    guard let request else { return }
    let (terms, isOfMissedDate) = (request.terms, report.missed != nil)
    guard report.isFinal || isOfMissedDate || terms.run.reportsEachFailure else { return }
    // The command for missed dates replaces the unit and the command for failures.
    var line = isOfMissedDate ? terms.run.onOverdueCommand : nil
    if line == nil {
      if let unit = terms.run.onFailure {
        let start = FailureCommand(startOf: unit, for: report)
        effects.append(.afterCommit(.startUnit(unit, for: start)))
      }
      line = terms.run.onFailureCommand ?? usualFailureCommand(of: request)
    }
    if let line {
      let command = FailureCommand(line, for: report, of: request)
      effects.append(.afterCommit(.runFailureCommand(command, request)))
    }
    let isReported = line != nil || terms.run.onFailure != nil
    // A skipped window with failed tries has two reports, of which the first notifies the owner.
    let isSecondReport = isOfMissedDate && report.attempts > 0
    if report.isFinal, !isSecondReport,
      notifies(ofFailureOf: request, isReported: isReported),
      let notice = OwnerNotice(failed: request, report)
    {
      effects.append(.afterCommit(.notifyOwner(notice)))
    }
  }

  /// Returns whether the owner of `request` is notified of its permanent failure: if the request asks for
  /// notifications. By default any user is notified but root, whose desktop is another user's. Apps receive the
  /// failures of their tasks themselves.
  ///
  /// - Parameter isReported: Whether a command or a unit reports the failure.
  private func notifies(ofFailureOf request: Request, isReported: Bool) -> Bool {
    if request.terms.task != nil { return false }
    if request.terms.run.notifyAfter != nil { return true }
    return context.settings.value.failureNotifications && request.key.owner != 0 && !isReported
  }

  /// Returns the policy's command for failures, for a request that names no command; `nil` if the policy has none, if
  /// the request names a unit, or if it is a task of an app.
  private func usualFailureCommand(of request: Request) -> String? {
    let isOfApp = request.terms.task != nil && request.key.app != nil
    return isOfApp || request.terms.run.onFailure != nil
      ? nil : context.settings.value.onFailureCommand
  }

  /// Returns the command for a missed latest date of `request`, and the command and the unit for its failures, in this
  /// order. Each is `nil` if there is none.
  package func failureCommands(of request: Request) -> [String?] {
    let terms = request.terms
    return [
      terms.run.onOverdueCommand, terms.run.onFailureCommand ?? usualFailureCommand(of: request),
      terms.run.onFailure,
    ]
  }

  /// Removes a request that is not retried after `run`, and announces the removal with `reason`. If it is kept once
  /// failed, stores it as permanently failed, and forgets its user's oldest ones beyond the maximum.
  mutating func giveUp(_ request: Request, after run: Run, _ reason: StopReason) {
    remove(request.key, reason)
    guard request.isKeptOnceFailed, let end = GivenUp(run) else { return }
    var failed = request.withoutBackoff
    failed.progress.gaveUp = end
    // Only a waiting request is overdue.
    failed.progress.missed = nil
    let forgotten = requests.keepFailed(failed)
    effects.append(.change(.putRequest(failed)))
    effects += forgotten.map { .change(.removeRequest($0)) }
  }

  /// Acknowledges failures. Permanently failed requests are forgotten; for retried ones, the failure count and the
  /// overdue mark are reset.
  mutating func acknowledge(_ keys: [RequestKey], _ ticket: Ticket, at now: Instant) {
    var count = 0
    for key in keys {
      if requests.forgetFailed(key) != nil {
        effects.append(.change(.removeRequest(key)))
      } else if let request = requests[key]?.acknowledged(at: now.wall) {
        put(request)
        // A later submission of the same command must not take over the acknowledged failures.
        if let last = context.runs.lastRun(of: key), request.terms.command.wasExecuted(by: last) {
          effects += context.runs.replaceState(leftTo: key, by: request.retryState)
        }
      } else {
        continue
      }
      count += 1
    }
    if let key = keys.first, count == 0 {
      answer(ticket, .refused(.notFailed(key)))
    } else {
      answer(ticket, .acknowledged(count))
    }
  }

  /// Returns the refusal to retry the request of `key`, which has not failed permanently: its next try is running, or
  /// begins after a delay or in its next window, or it has not failed. A cancelled request can still have a live run.
  private func refusal(ofRetryOfUnfailed key: RequestKey) -> Refusal {
    let request = requests[key]
    let hasFailed = request.map { $0.progress.failures > 0 }
    if let run = context.runs.run(of: key), hasFailed ?? true { return .running(run) }
    guard let request, hasFailed == true else { return .notFailed(key) }
    return request.awaitsWindowAfterFailure ? .triedInNextWindow(key) : .triedAgain(key)
  }

  /// Queues a permanently failed request again, as if it had never been tried, and answers the caller. Releases a
  /// quarantined request instead. Refuses a request that is tried again anyway or has not failed, and one for which a
  /// limit leaves no room in the queue, or that its app can no longer submit.
  mutating func retry(_ key: RequestKey, _ ticket: Ticket, at now: Instant) {
    if requests[key]?.progress.checkpoint.isQuarantined == true { return unquarantine(key, ticket) }
    guard let failed = requests.failed[key] else {
      return answer(ticket, .refused(refusal(ofRetryOfUnfailed: key)))
    }
    // It may have failed by a clock that was far ahead and has been set back since.
    let corrected = failed.broughtBack(
      to: now.wall, zoneSeconds: context.clocks.zoneSeconds, context.settings.value)
    var again = (corrected ?? failed).queuedAgain(
      sequence: requests.nextSequence, at: now.wall)
    do throws(Refusal) {
      try context.checkRequeue(of: failed, beside: requests)
      // The app may have been registered with fewer identifiers since.
      if let app = context.apps.app(of: key)?.value, !app.permits(failed) {
        try context.checkPermission(of: app, for: key)
      }
      try context.awaitPredecessors(
        &again, replacing: failed, nil, windowLength: nil, beside: requests, at: now.wall)
    } catch {
      return answer(ticket, .refused(error))
    }
    again.sequence = requests.makeSequence()
    put(again)
    // A later submission of the key must not take over the failures of the last run.
    effects += context.runs.replaceState(leftTo: key, by: RetryState())
    effects.append(.afterCommit(.announce(.accepted(again))))
    // The request starts first, if it can, and is answered then.
    settleConsequences(at: now)
    answer(ticket, .done(stopping: nil))
  }
}
