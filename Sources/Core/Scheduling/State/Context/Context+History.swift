// The reasons for a request's wait so far, from the histories of the device and of runs.
extension Context {
  /// Returns the reasons for which `request` has waited since its submission or its last success, and when they
  /// changed. It begins later if the device's earlier state is not remembered.
  func history(of shared: Shared<Request>, at now: Instant) -> WaitHistory {
    let request = shared.value
    let firstRemembered = device.timeline.moments.first?.at.wall ?? now.wall
    // For periodic work only the present interval: the runs of earlier intervals record their own waits.
    let begins = max(request.submitted, request.progress.lastSuccess ?? request.submitted)
    let since = min(max(begins, firstRemembered), now.wall)
    let points = [since] + turningPoints(of: request, in: since..<now.wall)
    var changes = points.map { moment in
      WaitHistory.Change(at: moment, reasons: reasons(for: shared, at: moment, now))
    }
    // The present reasons are known better than past ones: they include the app's limits.
    let present = explanation(of: shared, at: now)
    if present.state == .waiting {
      changes = addingPresent(present, to: changes, at: now)
    }
    return WaitHistory(changes, since: since, until: now.wall)
  }

  /// Returns `past`, the changes of the reasons in order of time, with the reasons of `present` that its last change
  /// lacks. Such a reason, of the app or of the forecast, has no history. It is added to all changes from the moment on
  /// since which it has applied, or from now on if that moment is unknown.
  private func addingPresent(
    _ present: Explanation, to past: [WaitHistory.Change], at now: Instant
  ) -> [WaitHistory.Change] {
    var joined = past
    for cause in present.causes {
      let isInPast = joined.last?.reasons.contains(cause.reason) == true
      if isInPast { continue }
      // At the earliest at the first change, where the remembered past begins.
      let since = max(cause.since ?? now.wall, joined.first?.at ?? now.wall)
      // If no change was at that moment, it becomes one, with the reasons that applied then.
      if let lastBefore = joined.lastIndex(where: { $0.at <= since }), joined[lastBefore].at < since
      {
        joined.insert(
          WaitHistory.Change(at: since, reasons: joined[lastBefore].reasons), at: lastBefore + 1)
      }
      for index in joined.indices where joined[index].at >= since {
        joined[index].reasons = (joined[index].reasons + [cause.reason]).sorted()
      }
    }
    return joined
  }

  /// Returns the moments in `range` at which the reasons that hold `request` may have changed, in order.
  private func turningPoints(of request: Request, in range: Range<WallTime>) -> [WallTime] {
    let moments =
      settings.value.moments(of: request)
      + [request.progress.changes?.first, request.progress.predecessors?.released].compactMap(
        \.self)
    let ofRequest = moments.filter(range.contains)
    let ofRuns = runs.timeline.changes(in: range) + runs.formerConcurrency.changes(in: range)
    let all =
      ofRequest + device.timeline.changes(in: range) + ofRuns
      + pauses.changes(
        of: request.key, request.terms.kind, group: request.terms.group, in: range)
      + quiet.changes(of: request, in: range, zoneSeconds: clocks.zoneSeconds)
    var points: [WallTime] = []
    // Without repetitions, and without the beginning of the range, which the caller adds.
    for point in all.sorted() where point != points.last && point > range.lowerBound {
      points.append(point)
    }
    return points
  }

  /// Returns the reasons that held `request` at the past `moment`; empty if it was running then.
  private func reasons(
    for shared: Shared<Request>, at moment: WallTime, _ now: Instant
  ) -> [Reason] {
    let request = shared.value
    let liveRuns = runs.timeline.intervals(at: moment)
    if liveRuns.contains(where: { $0.key == request.key }) { return [] }
    // Reasons of the request itself.
    var own: [Reason] = moment < request.window.opens ? [.earliest] : []
    if waitedForRetry(request, at: moment, now) { own.append(.backoff) }
    if request.progress.changes?.isUnchanged(at: moment) == true { own.append(.unchanged) }
    if request.isDependent {
      let released = request.progress.predecessors?.released
      let wasReleased = released.map { $0 <= moment } ?? false
      if !wasReleased { own.append(.dependency) }
    }
    if pauses.wasPaused(request.key, request.terms.kind, group: request.terms.group, at: moment) {
      own.append(.paused)
    }
    if quietHold(request, at: moment) != nil { own.append(.quiet) }
    var capacity = Capacity(
      settings, runs.formerConcurrency.numbers(at: moment, present: runs.concurrency))
    for run in liveRuns { capacity.occupyRoom(for: run.claim) }
    let kinds = settings.value.rules(of: request.terms.kind).concurrencyClass
    let crowding = capacity.crowding(of: request, kinds, at: moment)
    guard let seen = device.timeline.moment(at: moment) else { return (own + crowding).sorted() }
    // The wall and boot clocks at `moment`, from their last known difference.
    var then = seen.at
    then.wall = moment
    then.boot = seen.at.boot + (moment - seen.at.wall)
    let candidate = Candidate(
      shared, app: apps.app(of: request.key), device: Shared(seen.device), now: then,
      settings: settings)
    let reasons = Evaluation(past: candidate, own: own, crowding: crowding).reasons.sorted()
    // Past results of its condition are not remembered: the condition is assumed if no other reason held the request.
    return reasons.isEmpty && request.terms.needs.condition != nil ? [.condition] : reasons
  }

  /// Returns whether the present delay after a failure already applied at `moment`.
  private func waitedForRetry(
    _ request: Request, at moment: WallTime, _ now: Instant
  ) -> Bool {
    // The delay is still in effect, and has been since the end of the last run.
    guard let until = request.progress.backoffUntil, now.awake < until,
      let lastRunEnd = runs.timeline.intervals.last(where: { $0.key == request.key })?.ended
    else { return false }
    return moment >= lastRunEnd
  }
}
