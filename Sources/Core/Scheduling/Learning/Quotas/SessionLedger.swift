/// The sessions of one app that still matter to any limit, oldest first, in bounded memory.
package struct SessionLedger: Hashable, Sendable {
  /// The maximum number, unless a limit counts more; beyond it the two closest sessions are joined.
  static let mostSessions = QuotaSettings.fewestSessions

  package private(set) var sessions: [UsageSession]

  package init(_ sessions: [UsageSession] = []) {
    self.sessions = sessions.sorted { ($0.end, $0.start) < ($1.end, $1.start) }
  }

  /// Adds a session that ended last. If its gap to the previous one is below `distance`, it continues that session.
  /// Removes sessions that ended more than `reach` before.
  ///
  /// - Parameter most: The maximum number of separate sessions.
  mutating func add(
    _ session: UsageSession, joining distance: Duration, reach: Duration, most: Int = mostSessions
  ) {
    forget(before: session.end - reach)
    if let last = sessions.last, session.start - last.end < distance {
      sessions[sessions.count - 1] = last.joined(with: session)
    } else {
      sessions.append(session)
    }
    while sessions.count > max(1, most) { joinClosest() }
  }

  /// Removes sessions that ended at `moment` or before.
  mutating func forget(before moment: WallTime) {
    sessions.removeAll { $0.end <= moment }
  }

  /// Joins the two adjacent sessions with the shortest gap, the older ones if gaps are equal. Does nothing if there are
  /// fewer than two.
  private mutating func joinClosest() {
    let gaps = zip(sessions.dropFirst(), sessions).map { later, earlier in
      later.start - earlier.end
    }
    guard
      let closest = gaps.enumerated().min(by: { ($0.element, $0.offset) < ($1.element, $1.offset) })
    else { return }
    let earlier = closest.offset
    let later = sessions.remove(at: earlier + 1)
    sessions[earlier] = sessions[earlier].joined(with: later)
  }

  /// Moves sessions in the future back, so that a corrected clock does not make use last for years. The last session
  /// ends now at the latest, and the others keep their distance to it.
  mutating func forgetTheFuture(at now: WallTime) {
    guard let last = sessions.last, last.end > now else { return }
    let excess = last.end - now
    for index in sessions.indices {
      sessions[index].start = sessions[index].start - excess
      sessions[index].end = sessions[index].end - excess
    }
  }

  /// Returns the time used in the last `window`; only use inside it counts.
  package func used(within window: Duration, at now: WallTime) -> Duration {
    .nanoseconds(nanosecondsUsed(after: now - window))
  }

  /// Returns the nanoseconds used after `moment`; saturates at 292 years.
  func nanosecondsUsed(after moment: WallTime) -> Int64 {
    var sum: Int64 = 0
    for session in sessions {
      let (next, overflow) = sum.addingReportingOverflow(session.nanosecondsUsed(after: moment))
      sum = overflow ? .max : next
    }
    return sum
  }

  /// Returns the runs of the sessions that reach into the last `window`.
  package func runs(within window: Duration, at now: WallTime) -> Int {
    sessions.reduce(0) { $1.end > now - window ? $0 + $1.runs : $0 }
  }

  /// Returns the number of sessions that reach into the last `window`.
  package func count(within window: Duration, at now: WallTime) -> Int {
    sessions.reduce(0) { $1.end > now - window ? $0 + 1 : $0 }
  }

  /// Returns the time of the sessions that began in the last `window`. They count whole, older ones not at all.
  package func begun(within window: Duration, at now: WallTime) -> Duration {
    sessions.reduce(.zero) { $1.start > now - window ? $0 + $1.used : $0 }
  }
}
