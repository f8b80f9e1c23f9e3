// Consequences of a missed deadline.
extension Scheduler {
  /// Reports requests whose latest date passed some time ago, each once until it succeeds. The report of a running
  /// request waits for the end of its run.
  mutating func reportOverdue(at now: Instant) {
    // Left to the next daemon.
    if context.runs.isDraining { return }
    for key in requests.removeOverdue() {
      guard var request = requests[key], !context.runs.isRunning(key),
        let moment = request.overdueMoment(context.settings.value), moment <= now.wall,
        let latest = request.window.latest
      else { continue }
      request.progress.missed = MissedDeadline(since: latest)
      requests.note(request.progress.missed, of: key)
      effects.append(.change(.putRequest(request)))
      effects.append(.afterCommit(.announce(.overdue(request))))
      let held = context.explanation(of: Shared(request), at: now).causes.map(\.text)
      reportFailure(
        FailureReport(
          overdue: request, lastRun: context.runs.lastRun(of: key)?.id, heldBy: held),
        of: request)
    }
  }

  /// Announces and reports the skipped window that `run` records: if it is the first since the last success or
  /// acknowledgement, or the only one of the request. A window with failed tries is reported here only to the command
  /// for missed dates, since the failure is reported separately.
  mutating func reportSkip(of request: Request, _ run: Run, lastRun: RunID?) {
    guard !request.isStanding || request.progress.missed.map(\.isAcknowledged) ?? true else {
      return
    }
    effects.append(.afterCommit(.announce(.overdue(request))))
    guard request.progress.attempts == 0 || request.terms.run.onOverdueCommand != nil else {
      return
    }
    reportFailure(FailureReport(skip: run, of: request, lastRun: lastRun), of: request)
  }
}
