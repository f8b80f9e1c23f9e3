// The moments at which time changes something.
extension Scheduler {
  /// Returns the next deadline on each clock, if no other event comes before.
  package func nextDeadlines() -> NextDeadlines {
    nextDeadlines(until: WallTime(nanoseconds: .max))
  }

  /// Returns the next deadlines for a caller that knows of another event at `horizon`. If the deadline of the wall
  /// clock is after `horizon`, possibly a moment between the two is returned in its place: its search is not needed.
  package func nextDeadlines(until horizon: WallTime) -> NextDeadlines {
    var deadlines = nextStopDeadlines()
    deadlines.include(requests.nextWall)
    deadlines.include(requests.nextAwake)
    deadlines.include(nextCheck(until: horizon))
    deadlines.include(context.device.readings.overrides.thaws)
    deadlines.include(context.pauses.nextEnd)
    // If the machine is awake at that moment, the alarm has no effect, and the next one must be set.
    deadlines.include(context.alarm.next)
    deadlines.include(context.alarm.nextReturnMoment)
    return deadlines
  }

  /// Returns the next deadlines that can stop work: those of runs, condition checks and app processes, of the device,
  /// and of quiet hours. The others start work or record a change, so they need a commit.
  package func nextStopDeadlines() -> NextDeadlines {
    var deadlines = NextDeadlines()
    context.device.includeMoments(in: &deadlines, hasRequests: requests.count > 0)
    deadlines.include(context.checks.nextEnd)
    if requests.count > 0 { deadlines.include(context.quiet.next) }
    context.runs.includeMoments(in: &deadlines)
    deadlines.include(context.processes.nextMoment)
    return deadlines
  }

  /// Returns whether the last event came at the same moment, and everything that is due at this moment was done then.
  func isSettled(at now: Instant) -> Bool {
    guard now == lastMoment, !requests.hasTouched, !requests.dueChecks.hasDue else { return false }
    return nextDeadlines(until: now.wall).delay(from: now).map { $0 > .zero } ?? true
  }

  /// Returns the time of the next check of a class of kinds with room; `nil` if there is none. If the time is after
  /// `horizon`, possibly a time between the two.
  private func nextCheck(until horizon: WallTime) -> WallTime? {
    // Without condition checks, which are rare, the capacity is read in place.
    context.checks.isTrying
      ? requests.dueChecks.next(in: context.capacity(), until: horizon)
      : requests.dueChecks.next(in: context.runs.capacity, until: horizon)
  }
}
