import Scheduling

/// A request that has not succeeded by its latest date is reported once, after that was committed. The report goes to
/// the command that the request names for missed dates or for failures. There is no second report before the request
/// succeeds, is acknowledged or is replaced by another. Reports that the next daemon makes, after the death of one, are
/// not checked.
final class MissedDatesAreReportedOnce: Checker {
  /// The known state of the reports of a request.
  private struct Standing {
    /// The latest date in the last report.
    var date: WallTime?
    /// Whether another date may be reported, and whether it must.
    var mayBeNext = false
    var isOwed = false
  }

  private var standings: [RequestKey: Standing] = [:]
  /// Requests whose missed date was committed in this step and is not reported yet.
  private var committed: Set<RequestKey> = []
  /// Requests whose window was skipped in this step and must be reported, by the run that records the skip.
  private var skips: [RunID: RequestKey] = [:]
  private var hasFailed = false

  // MARK: Commits

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var known: [RequestKey: Request] = [:]
    for change in changes {
      switch change {
      case .putRequest(let request):
        compare(known[request.key] ?? record.requests[request.key], request, in: life)
        known[request.key] = request
      case .removeRequest(let key):
        standings[key] = nil
      case .putRun(let run) where run.ending?.outcome == .completed || run.ending?.exit == 0:
        // The run may belong to another request of the same name.
        standings[run.key]?.mayBeNext = true
      case .putRun(let run) where run.ending?.stopReason == .deadline:
        note(skipped: run, known[run.key] ?? record.requests[run.key])
      case .zone:
        // Windows of whole days and of calendars move with the zone, including windows that were reported or
        // acknowledged.
        for key in record.requests.keys { soften(key) }
      default: break
      }
    }
  }

  private func compare(_ before: Request?, _ now: Request, in life: Life) {
    let key = now.key
    guard let before, now.progress.gaveUp == nil else {
      standings[key] = nil
      return
    }
    if before.progress.lastSuccess != now.progress.lastSuccess {
      standings[key] = nil
    } else if before.sequence != now.sequence {
      committed.remove(key)
      // A change keeps skipped windows, so that another missed date is not reported.
      let isFresh =
        before.window != now.window && !now.window.isOverdue(at: life.now.wall)
        && now.progress.missed == nil
      if isFresh { standings[key] = nil } else { soften(key) }
    } else if now.progress.missed != nil, before.progress.missed == nil {
      committed.insert(key)
    }
  }

  private func note(skipped run: Run, _ request: Request?) {
    guard let request, request.sequence == run.sequence, request.hasReports else { return }
    guard request.progress.attempts == 0 || request.terms.run.onOverdueCommand != nil else {
      // The skip is reported as a failure.
      standings[run.key] = Standing(date: request.window.latest)
      return
    }
    let standing = standings[run.key]
    let isFirst = standing == nil || standing?.isOwed == true
    if isFirst || !request.isStanding { skips[run.id] = run.key }
  }

  /// Allows, but does not require, another report of the request.
  private func soften(_ key: RequestKey) { standings[key] = Standing(mayBeNext: true) }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard case .acknowledged = answer, case .acknowledge(let keys, _) = event else { return }
    for key in keys {
      guard let request = life.store.record.requests[key] else { continue }
      // The owner acknowledges a window that has already closed, but not the next one.
      let date = request.window.isOverdue(at: life.now.wall) ? request.window.latest : nil
      standings[key] = Standing(date: date, mayBeNext: true, isOwed: true)
    }
  }

  func setsClock(in life: Life) {
    for key in life.store.record.requests.keys { soften(key) }
  }

  // MARK: Reports

  func tells(_ command: FailureCommand, of request: Request, in life: Life) {
    guard let date = command.missed else { return }
    let (key, name) = (request.key, request.key.id)
    committed.remove(key)
    if let run = command.end?.run { skips[run] = nil }
    if command.line != request.terms.run.onOverdueCommand ?? request.terms.run.onFailureCommand {
      life.fail(self, "the missed date of \(name) is reported to '\(command.line)'")
    }
    if date > life.now.wall { life.fail(self, "\(name) is reported before its latest date") }
    // Another request with the same name was stored in the same step.
    if let now = life.store.record.requests[key], now.sequence != request.sequence { return }
    // This is the last report of the request.
    if command.end != nil, !request.isStanding {
      standings[key] = nil
      return
    }
    let standing = standings[key]
    if let standing, standing.date == date || !standing.mayBeNext {
      life.fail(self, "\(name) is reported again as overdue, and has not succeeded since")
    }
    standings[key] = Standing(date: date)
  }

  /// A durable commit also counts as failed if the daemon dies before the store returns. The next daemon then makes its
  /// reports (`dies`).
  func failsToCommit(in life: Life) { hasFailed = true }

  func stepped(_ core: Scheduler, in life: Life) {
    defer { (committed, skips, hasFailed) = ([], [:], false) }
    if let run = skips.keys.min() { life.fail(self, "the skipped window \(run) is not reported") }
    guard !hasFailed, life.eventsInStep > 0, !core.isStopping else { return }
    let running = Set(life.store.record.liveRuns.values.map(\.key))
    let owed = life.store.record.requests.values.filter { isOwed($0, core, life.now.wall) }
    if let key = owed.map(\.key).filter({ !running.contains($0) }).min() {
      life.fail(self, "\(key.id) is overdue, and not reported")
    }
  }

  /// Whether the request must have been reported by now.
  private func isOwed(_ request: Request, _ core: Scheduler, _ now: WallTime) -> Bool {
    guard let latest = request.window.latest, request.window.atLatest != .drop, request.hasReports,
      now >= latest + core.settings.overdueDelay
    else { return false }
    guard let standing = standings[request.key] else { return true }
    return standing.isOwed && standing.date != latest
  }

  /// Reports that were not sent yet are left to the next daemon.
  func dies(in life: Life) {
    for key in committed { standings[key] = Standing(date: nil, mayBeNext: false) }
    for key in skips.values { soften(key) }
    (committed, skips, hasFailed) = ([], [:], false)
  }
}

extension Request {
  fileprivate var hasReports: Bool {
    terms.run.onOverdueCommand != nil || terms.run.onFailureCommand != nil
  }
}
