// Future values of the ledger if nothing is added to it.
extension SessionLedger {
  /// Returns the time at which at most `ceiling` of the last `window` is used, not before `now`.
  func firstMoment(withUseUpTo ceiling: Duration, within window: Duration, at now: WallTime)
    -> WallTime
  {
    let begin = now - window
    let (used, most) = (nanosecondsUsed(after: begin), ceiling.nanoseconds)
    guard used > most else { return now }
    var excess = used - most
    // The oldest use leaves the window first. A session's use counts as if it lay at its end.
    for session in sessions {
      let counted = session.nanosecondsUsed(after: begin)
      let beginsToLeave = session.end - .nanoseconds(counted) + window
      if counted >= excess { return beginsToLeave + .nanoseconds(excess) }
      excess -= counted
    }
    // Not reached, since all sessions together have more use than the excess.
    return now
  }

  /// Returns the time, not before `now`, at which the sessions in the last `window` have a total of less than `limit`.
  /// It is the end of time for a limit of 0.
  ///
  /// - Parameter counting: The number that a session adds to the total: its runs, or 1 for itself.
  func firstMoment(
    withFewerThan limit: Int, within window: Duration, at now: WallTime,
    counting: (UsageSession) -> Int
  ) -> WallTime {
    guard limit > 0 else { return WallTime(nanoseconds: .max) }
    let begin = now - window
    var count = 0
    for session in sessions where session.end > begin { count += counting(session) }
    guard count >= limit else { return now }
    for session in sessions where session.end > begin {
      count -= counting(session)
      if count < limit { return session.end + window }
    }
    // Not reached, since the total without any session is 0.
    return now
  }

  /// Returns the time at which an app with `limits` is within its quota, not before `now`.
  func firstMomentInQuota(
    _ limits: TierLimits, _ settings: QuotaSettings, at now: WallTime
  ) -> WallTime {
    // There is no use that must leave a window.
    if sessions.isEmpty && limits.runs > 0 && limits.sessions > 0 { return now }
    // The buffer must be free; if less than the buffer is allowed in total, half of that.
    let mostInWindow = limits.allowed - min(settings.buffer, limits.allowed.half)
    let mostInDay = settings.dailyCap - min(settings.buffer, settings.dailyCap.half)
    // The last moment by any of the limits: time in a day, time in the window, runs, sessions.
    var moment = firstMoment(withUseUpTo: mostInDay, within: settings.day, at: now)
    // An allowance of the whole window is no limit.
    if limits.bindsTime {
      moment = max(moment, firstMoment(withUseUpTo: mostInWindow, within: limits.window, at: now))
    }
    moment = max(
      moment, firstMoment(withFewerThan: limits.runs, within: limits.window, at: now) { $0.runs })
    return max(
      moment, firstMoment(withFewerThan: limits.sessions, within: limits.window, at: now) { _ in 1 }
    )
  }

  /// Returns the time that is left now: of the window or of the day, the lesser.
  func remaining(_ limits: TierLimits, _ settings: QuotaSettings, at now: WallTime) -> Duration {
    let window = limits.allowed - used(within: limits.window, at: now)
    let day = settings.dailyCap - used(within: settings.day, at: now)
    return max(.zero, min(window, day))
  }

  /// Returns how long a run that starts now can last until the quota is used up. It is longer than the remaining time
  /// if old use leaves the window meanwhile.
  func room(_ limits: TierLimits, _ settings: QuotaSettings, at now: WallTime) -> Duration {
    let day = room(settings.dailyCap, within: settings.day, at: now)
    return min(day, room(limits.allowed, within: limits.window, at: now))
  }

  /// Returns the room in one window. While old use leaves the window as fast as the run fills it, the total stays
  /// equal; otherwise it grows by each second of the run.
  private func room(_ allowed: Duration, within window: Duration, at now: WallTime) -> Duration {
    guard allowed < window else { return .nanoseconds(Int64.max) }
    let begin = now - window
    var used = used(within: window, at: now)
    guard used <= allowed else { return .zero }
    // Follows the run until the limit is reached. Old sessions leave the window one after the other.
    var passed = Duration.zero
    for session in sessions where session.nanosecondsUsed(after: begin) > 0 {
      let counted = session.used(after: begin)
      let beginsToLeave = (session.end - counted + window) - now
      // Until then no use leaves the window, so the run's own time is added.
      let untilThen = max(.zero, beginsToLeave - passed)
      if used + untilThen > allowed { break }
      used += untilThen
      // While the session leaves, the total stays equal.
      passed = max(passed, beginsToLeave) + counted
    }
    return passed + (allowed - used)
  }
}
