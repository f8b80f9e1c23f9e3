// The alarm that wakes a sleeping machine.
extension Context {
  /// Throws a refusal if `submission` wakes the machine, and is neither root's nor allowed by the policy.
  func checkMayWake(_ submission: Submission) throws(Refusal) {
    guard submission.terms.run.wakesMachine, submission.owner != 0, !settings.value.usersMayWake
    else { return }
    throw Refusal(
      .notPermitted, field: "wake", value: "true",
      message: "wake is only for root, since it wakes the machine for all users; leave it out, or"
        + " set `users-may-wake: yes` in the policy file")
  }

  /// Returns the next moment after `now` at which a sleeping machine is woken for `request`; `nil` if it is woken for
  /// none. For a request that is late already this is a whole number of hours after the moment that it has missed.
  func wakeMoment(of request: Request, after now: WallTime) -> WallTime? {
    guard var moment = plannedWake(of: request) else { return nil }
    if moment <= now {
      let retry = WakeTimes.retry.nanoseconds
      moment = moment + .nanoseconds(((now - moment).nanoseconds / retry + 1) * retry)
    }
    if let earliest = alarm.earliest { moment = max(moment, earliest) }
    guard let hold = quietHold(request, at: moment) else { return moment }
    return hold.ends
  }

  /// Returns the last moment at which the machine can be woken so that `request` still ends in time, also if it has
  /// passed; `nil` if waking does not help the request.
  private func plannedWake(of request: Request) -> WallTime? {
    guard
      let moment = request.wakeMoment(budget: budgetAsked(of: request), settings.value),
      pauses.holding(request.key, request.terms.kind, group: request.terms.group) == nil
    else { return nil }
    return moment
  }

  /// Returns whether the woken machine must stay awake for `request`: it would be late before the next wake, its window
  /// is open, and it can run on the present power.
  func isAwaitedAwake(_ request: Request, at now: Instant) -> Bool {
    guard let stay = alarm.stay, let moment = plannedWake(of: request) else { return false }
    return request.window.opens <= now.wall && moment <= stay.since.wall + WakeTimes.spacing
      && (request.terms.allowsBattery || !device.raw.isOnBattery)
  }

  /// Begins the time awake after an alarm that has woken the machine, and ends it if the user comes: the device was not
  /// in use when it woke, and is now.
  mutating func followAlarm(at now: Instant) -> FollowUp {
    switch alarm.noteEvent(at: now) {
    case .alarm: alarm.begin(at: now, isInUse: device.raw.showsUser)
    case .other: alarm.end()
    case nil:
      if let stay = alarm.stay, !stay.wasInUse, device.raw.showsUser { alarm.endForUser() }
    }
    if !runs.active.isEmpty { alarm.noteRun() }
    return device.setWoken(alarm.stay != nil)
  }
}

extension DeviceState {
  /// Whether the device shows that a user is present. The load does not: other work may cause it.
  fileprivate var showsUser: Bool { isIdle.map { !$0 } ?? screenIsOn ?? false }
}
