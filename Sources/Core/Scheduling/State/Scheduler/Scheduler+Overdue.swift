// Consequences of a missed deadline.
extension Scheduler {
  /// Reports requests whose latest date passed some time ago, each once until it succeeds. The report of a running
  /// request waits for the end of its run.
  mutating func reportOverdue(at now: Instant) {
    // The reports are left to the next daemon.
    if context.runs.isDraining { return }
    for key in requests.removeOverdue() {
      notifyOfWait(of: key, at: now)
      // The list also contains requests that are not overdue, but have not succeeded for long.
      guard var request = requests[key], !context.runs.isRunning(key),
        let moment = request.overdueMoment(context.settings.value), moment <= now.wall,
        let latest = request.window.latest
      else { continue }
      request.progress.missed = MissedDeadline(since: latest)
      requests.noteReports(of: request)
      effects.append(.change(.putRequest(request)))
      effects.append(.afterCommit(.announce(.overdue(request))))
      let held = context.explanation(of: Shared(request), at: now).causes.map(\.text)
      reportFailure(
        FailureReport(
          overdue: request, lastRun: context.runs.lastRun(of: key)?.id, heldBy: held),
        of: request)
    }
  }

  /// Notifies the owner of a request that has not succeeded for the time after which it asks for it, once until it
  /// succeeds. The notification about a running request waits for the end of its run.
  private mutating func notifyOfWait(of key: RequestKey, at now: Instant) {
    guard var request = requests[key], !context.runs.isRunning(key),
      let moment = request.notificationMoment, moment <= now.wall
    else { return }
    request.progress.notified = now.wall
    requests.noteReports(of: request)
    effects.append(.change(.putRequest(request)))
    let cause = context.explanation(of: Shared(request), at: now).reportedCauses.first
    effects.append(
      .afterCommit(
        .notifyOwner(
          OwnerNotice(
            waiting: request, for: cause, zoneSeconds: context.clocks.zoneSeconds, at: now.wall))))
  }

  /// Announces and reports the skipped window that `run` records: if it is the first since the last success or
  /// acknowledgement, or the only one of the request. A window with failed tries is reported here only to the command
  /// for missed dates, since the failure is reported separately.
  mutating func reportSkip(of request: Request, _ run: Run, lastRun: RunID?) {
    let hasUnacknowledgedMiss = request.progress.missed.map { !$0.isAcknowledged } ?? false
    if request.isStanding, hasUnacknowledgedMiss { return }
    effects.append(.afterCommit(.announce(.overdue(request))))
    guard request.progress.attempts == 0 || request.terms.run.onOverdueCommand != nil else {
      return
    }
    reportFailure(FailureReport(skip: run, of: request, lastRun: lastRun), of: request)
  }
}
