// The wall clock may have been ahead, by years where a machine began with a wrong date.
extension Scheduler {
  /// What was put right after a clock that was far ahead.
  package struct ClockCorrection: Hashable, Sendable {
    package var at: WallTime
    /// How many requests wait for other moments since then.
    package var requests: Int
  }

  /// Sees that the wall clock was set back, before anything is decided by what was noted until then.
  mutating func followClock(at now: Instant) {
    defer { lastWall = now.wall }
    guard now.wall < lastWall else { return }
    forgetTheFuture(at: now)
    forgetFutureUse(at: now)
    allowance.forgetTheFuture(at: local(now))
    queues.wakeAll()
    markAllDirty()
  }

  /// What was asked for, has run or was given up by a clock that was far ahead counts as asked for, run
  /// or given up now.
  private mutating func forgetTheFuture(at now: Instant) {
    let corrected = requests.all.compactMap {
      $0.broughtBack(to: now.wall, zoneSeconds: zoneSeconds, settings)
    }
    for request in corrected { put(request) }
    if !corrected.isEmpty {
      clockCorrection = ClockCorrection(at: now.wall, requests: corrected.count)
    }
  }
}
