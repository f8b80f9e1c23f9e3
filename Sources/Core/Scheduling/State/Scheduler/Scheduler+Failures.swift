// What has failed for good: told, kept, acknowledged, queued once more.
extension Scheduler {
  /// Tells of a failure, or of a missed latest date, whatever the request names for it.
  mutating func tell(_ report: FailureReport, of request: Request?) {
    guard let request else { return }
    let (terms, isOfDate) = (request.terms, report.missed != nil)
    guard report.isFinal || isOfDate || terms.run.tellsEachFailure else { return }
    var told = report
    told.command = isOfDate ? terms.run.onOverdueCommand : nil
    if told.command == nil {
      if let unit = terms.run.onFailure {
        effects.append(.promise(.startUnit(unit, for: report)))
      }
      told.command = terms.run.onFailureCommand ?? usualFailureCommand(of: request)
    }
    if told.command != nil { effects.append(.promise(.tellOfFailure(told, request))) }
  }

  /// The command of the policy for a request that names nothing for its failures.
  private func usualFailureCommand(of request: Request) -> String? {
    let isOfApp = request.terms.task != nil && request.key.app != nil
    return isOfApp || request.terms.run.onFailure != nil
      ? nil : context.settings.value.onFailureCommand
  }

  /// The commands that report what fails of `request`, or when it is overdue.
  package func failureCommands(of request: Request) -> [String?] {
    let terms = request.terms
    return [
      terms.run.onOverdueCommand, terms.run.onFailureCommand ?? usualFailureCommand(of: request),
    ]
  }

  /// Removes what nobody tries again after `run`, and keeps that it has failed.
  mutating func giveUp(_ request: Request, after run: Run, _ reason: StopReason) {
    remove(request.key, reason)
    guard request.isKeptOnceFailed, let end = GivenUp(run) else { return }
    var failed = request.cleared
    failed.progress.gaveUp = end
    failed.progress.missed = nil
    let forgotten = requests.keepFailed(failed)
    effects.append(.change(.putRequest(failed)))
    effects += forgotten.map { .change(.removeRequest($0)) }
  }

  /// Somebody knows that these have failed: what failed for good is forgotten, and of what is tried again, the
  /// count of its failures and that it is overdue.
  mutating func acknowledge(_ keys: [RequestKey], _ ticket: Ticket, at now: Instant) {
    var count = 0
    for key in keys {
      if requests.forgetFailed(key) != nil {
        effects.append(.change(.removeRequest(key)))
      } else if let request = requests[key]?.acknowledged(at: now.wall) {
        put(request)
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

  /// Queues what has failed for good once more, with all its tries.
  mutating func retry(_ key: RequestKey, _ ticket: Ticket, at now: Instant) {
    if requests[key]?.progress.checkpoint.isQuarantined == true { return unquarantine(key, ticket) }
    guard let failed = requests.failed[key] else {
      let isFailing = requests[key].map { $0.progress.failures > 0 } ?? false
      return answer(ticket, .refused(isFailing ? .triedAgain(key) : .notFailed(key)))
    }
    do throws(Refusal) {
      try context.checkReturn(of: failed, beside: requests)
    } catch {
      return answer(ticket, .refused(error))
    }
    // It may have failed by a clock that was far ahead, and has been set back since.
    let corrected = failed.broughtBack(
      to: now.wall, zoneSeconds: context.clocks.zoneSeconds, context.settings.value)
    let again = (corrected ?? failed).queuedAgain(
      sequence: requests.takeSequence(), at: now.wall)
    put(again)
    effects += context.runs.forgive(key, leaving: RetryState())
    effects.append(.promise(.announce(.accepted(again))))
    settle(at: now)
    answer(ticket, .done(stopping: nil))
  }
}
