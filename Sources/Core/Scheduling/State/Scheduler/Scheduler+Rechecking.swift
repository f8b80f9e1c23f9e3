// Most pending requests are not checked in most steps, because none of their inputs has changed.
extension Scheduler {
  /// Returns the requests that a full check would start, check or drop now. After an event the list must be empty, or
  /// a due check was skipped.
  ///
  /// Requests that compare worths, or better or surer moments, are left out, since they have their own check times.
  /// For tests, since it evaluates every request.
  package func overlooked(at now: Instant) -> [RequestKey] {
    if readings.isAwaitingPoll || isStopping { return [] }
    // A copy, which starts the requests in place of this scheduler.
    var uncached = self
    uncached.requests.forgetIndex()
    uncached.startWhatIsReady(at: now)
    let newEffects = uncached.effects.dropFirst(effects.count)
    let isComparing = context.comparesWorths(at: now)
    return newEffects.compactMap { effect in
      switch effect {
      case .change(.putRun(let run)): return overlookedKey(run.key, run.kind, isComparing)
      case .afterCommit(.check(let check, _)):
        return overlookedKey(check.key, check.kind, isComparing)
      case .change, .afterCommit, .immediate: return nil
      }
    }
  }

  /// Returns `key`; `nil` if requests of `kind` have their own check times.
  private func overlookedKey(_ key: RequestKey, _ kind: Kind, _ isComparing: Bool) -> RequestKey? {
    let rules = settings.rules(of: kind)
    return rules.awaitsBestMoment || rules.isPriced && isComparing ? nil : key
  }
}
