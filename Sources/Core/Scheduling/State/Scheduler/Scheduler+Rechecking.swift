// Most of what waits is not looked at most of the time, because nothing has changed that it waits for.
extension Scheduler {
  /// What would start, have its condition tried or be dropped now if nothing were known of what need not be
  /// looked at: of a scheduler that has just taken an event nothing, or it has skipped what was due.
  ///
  /// Worths, and moments that are better or surer, are compared at moments of their own: what waits for
  /// those is left out. For tests, since it asks for every request.
  package func overlooked(at now: Instant) -> [RequestKey] {
    if readings.isAwaitingLook || isStopping { return [] }
    var other = self
    other.requests.forgetIndex()
    other.startWhatIsReady(at: now)
    let isComparing = context.isLook(at: now)
    return other.effects.dropFirst(effects.count).compactMap { effect in
      switch effect {
      case .change(.putRun(let run)): return isOverlooked(run.key, run.kind, isComparing)
      case .promise(.check(let check, _)): return isOverlooked(check.key, check.kind, isComparing)
      case .change, .promise, .withdraw: return nil
      }
    }
  }

  private func isOverlooked(_ key: RequestKey, _ kind: Kind, _ isComparing: Bool) -> RequestKey? {
    let rules = settings.rules(of: kind)
    return rules.awaitsBestMoment || rules.isPriced && isComparing ? nil : key
  }
}
