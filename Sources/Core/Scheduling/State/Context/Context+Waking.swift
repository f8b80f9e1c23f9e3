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
    guard request.terms.run.wakesMachine,
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

  /// Returns whether a woken machine must stay awake for a live run: the run is not frozen, and may use the present
  /// power. Another run sleeps with the machine, as if a user had requested the sleep.
  func keepsAwake(_ entry: ActiveRun) -> Bool {
    if entry.run.isFrozen { return false }
    guard device.raw.isOnBattery, device.view.onBattery.value, !entry.run.isForced else {
      return true
    }
    return entry.request.map { $0.terms.allowsBattery || $0.isExact } ?? false
  }

  /// Begins the time awake after an alarm that has woken the machine. Ends it if the user comes: the device was not in
  /// use since it woke, and is now. Ends it also if the machine does not sleep again.
  mutating func followAlarm(at now: Instant) -> FollowUp {
    switch alarm.noteEvent(at: now) {
    case .alarm: alarm.begin(at: now, isInUse: device.raw.showsUser)
    case .other: alarm.end()
    case nil: followStay(at: now)
    }
    return device.setWoken(alarm.stay != nil)
  }

  private mutating func followStay(at now: Instant) {
    guard let stay = alarm.stay else { return }
    if runs.active.all.contains(where: { keepsAwake($0) }) { alarm.noteRun() }
    let isInUse = device.raw.showsUser
    if isInUse, !stay.wasInUse { return alarm.endForUser() }
    alarm.noteUse(isInUse)
    if alarm.isOverstayed(at: now) { alarm.end() }
  }
}

extension DeviceState {
  /// Whether a user may be present. The load does not show that: other work may cause it. If nothing is known, a user
  /// may have opened the lid of a desktop that reports no idleness.
  fileprivate var showsUser: Bool { isIdle.map { !$0 } ?? screenIsOn ?? true }
}
