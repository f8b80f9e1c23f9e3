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
  /// none. This is the last moment in time, or for a request that is late already a whole number of hours later. If the
  /// request needs external power, it is a moment of the day before at which that is likelier, or of the day after if
  /// it is late.
  func wakeMoment(of request: Request, after now: WallTime) -> WallTime? {
    lastTimelyWake(of: request).flatMap { wakeMoment(of: request, last: $0, after: now) }
  }

  /// Returns the next moment after `now` at which a sleeping machine is woken for `request`; `nil` if it is woken for
  /// none.
  ///
  /// - Parameter last: The last moment at which a wake is in time for the request, which may have passed.
  private func wakeMoment(
    of request: Request, last: WallTime, after now: WallTime
  ) -> WallTime? {
    var moment = last
    if moment <= now {
      // The first moment after now that is a whole number of intervals after the last timely one.
      let interval = WakeTimes.retry.nanoseconds
      let intervalsPassed = (now - moment).nanoseconds / interval
      moment = moment + .nanoseconds((intervalsPassed + 1) * interval)
    }
    // Two wakes have a minimum distance.
    if let earliest = alarm.earliest { moment = max(moment, earliest) }
    if awaitsPowerAsleep(request) {
      let isLate = moment > last
      let range: ClosedRange<WallTime>
      if isLate {
        range = moment...moment + WakeTimes.reach
      } else {
        // A day before, but neither in the past, nor before the window opens or another wake is allowed.
        let bounds = [now, request.window.opens, alarm.earliest, moment - WakeTimes.reach]
        range = (bounds.compactMap(\.self).max() ?? now)...moment
      }
      let moments = moments(in: range, for: request).filter { $0 > now }
      if let likeliest = momentOfLikeliestPower(among: moments, isLate: isLate) { return likeliest }
    }
    // In quiet hours it cannot start: the machine is woken at their end, or not at all if they have none.
    guard let hold = quietHold(request, at: moment) else { return moment }
    return hold.ends
  }

  /// Returns the next wake for `request` after `now`, and how far it can be moved; `nil` if there is none.
  func plannedAlarm(for request: Request, after now: WallTime) -> WakeAlarm.Planned? {
    guard let last = lastTimelyWake(of: request),
      let moment = wakeMoment(of: request, last: last, after: now)
    else { return nil }
    return WakeAlarm.Planned(
      moment: moment, limit: max(moment, last), isExact: request.isExact && moment == last)
  }

  /// Returns whether `request` can run in a wake only on external power, which the machine may not have then. A machine
  /// that was never seen on battery always has it.
  private func awaitsPowerAsleep(_ request: Request) -> Bool {
    !request.isExact && !request.terms.allowsBattery
      && (device.raw.isOnBattery || forecastModel.habit.shares.hasBeenOnBattery)
  }

  /// Returns the ends of `range` and the middle of each hour between them, without quiet hours of `request`, rising.
  private func moments(in range: ClosedRange<WallTime>, for request: Request) -> [WallTime] {
    let local = clocks.local(range.lowerBound)
    let middleOfFirstHour = range.lowerBound + (local.startOfHour + .minutes(30) - local)
    // The range has at most a day (`WakeTimes.reach`), which touches 25 hours.
    let middlesOfHours = (0...25).map { middleOfFirstHour + .hours($0) }
      .filter { $0 > range.lowerBound && $0 < range.upperBound }
    return ([range.lowerBound] + middlesOfHours + [range.upperBound])
      .filter { quietHold(request, at: $0) == nil }
  }

  /// Returns the one of the rising `moments` at which the sleeping machine most likely has external power; `nil` if
  /// there are none. Among equal ones the last is preferred, or the first for a request that is late already. The most
  /// preferred moment is returned even if it is slightly less likely.
  private func momentOfLikeliestPower(among moments: [WallTime], isLate: Bool) -> WallTime? {
    let preferredFirst = isLate ? moments : moments.reversed()
    let chances = preferredFirst.map(chanceOfPower(asleepAt:))
    guard let best = chances.max(), let bestIndex = chances.firstIndex(of: best) else { return nil }
    // No margin among the others: the power that one wake finds would move the next wake, and so on to the end of
    // power.
    let isPreferredGoodEnough = chances[0] >= best - WakeTimes.powerMargin
    return isPreferredGoodEnough ? preferredFirst[0] : preferredFirst[bestIndex]
  }

  /// Returns the chance that the machine has external power at `moment` if it sleeps then: that of an average user,
  /// corrected by the power that wakes have found.
  private func chanceOfPower(asleepAt moment: WallTime) -> Double {
    let local = clocks.local(moment)
    let isPowered = !device.raw.isOnBattery
    // The power that wakes have found after the machine fell asleep with the present kind of power.
    let finds = isPowered ? alarm.history.connected : alarm.history.onBattery
    return finds.chance(
      hour: local.hour, prior: UsualDay.power(at: local, wasPowered: isPowered))
  }

  /// Returns the last moment at which the machine can be woken so that `request` still ends in time, also if it has
  /// passed; `nil` if waking does not help the request.
  private func lastTimelyWake(of request: Request) -> WallTime? {
    guard request.terms.run.wakesMachine,
      let moment = request.lastTimelyWake(budget: budgetAsked(of: request), settings.value),
      pauses.holding(request.key, request.terms.kind, group: request.terms.group) == nil
    else { return nil }
    return moment
  }

  /// Returns whether the woken machine must stay awake for `request`: it would be late before the next night, its
  /// window is open, and it can run on the present power.
  func isAwaitedAwake(_ request: Request, at now: Instant) -> Bool {
    guard let stay = alarm.stay, let moment = lastTimelyWake(of: request) else { return false }
    // The next wake may come a day later.
    let isLateBeforeNextNight = moment <= stay.since.wall + WakeTimes.reach + WakeTimes.early
    return request.window.opens <= now.wall && isLateBeforeNextNight
      && (request.terms.allowsBattery || !device.raw.isOnBattery)
  }

  /// Returns whether a woken machine must stay awake for a live run: the run is not frozen, and may use the present
  /// power. Another run sleeps with the machine, as if a user had requested the sleep.
  private func keepsAwake(_ entry: ActiveRun) -> Bool {
    if entry.run.isFrozen { return false }
    let isSteadilyOnBattery = device.isOnBattery && device.isOnBatterySteadily
    if !isSteadilyOnBattery || entry.run.isForced { return true }
    guard let request = entry.request else { return false }
    return request.terms.allowsBattery || request.isExact
  }

  /// Whether a live run keeps a woken machine awake.
  var hasRunThatKeepsAwake: Bool { runs.active.all.contains { keepsAwake($0) } }

  /// Begins the time awake after an alarm that has woken the machine. Ends it if the user comes: the device was not in
  /// use since it woke, and is now. Ends it also if the machine does not sleep again.
  mutating func followAlarm(at now: Instant) -> FollowUp? {
    switch alarm.noteEvent(at: now) {
    case .alarm: alarm.begin(at: now, isInUse: device.raw.showsUser)
    case .other: alarm.end()
    case nil: followStay(at: now)
    }
    alarm.notePower(!device.isOnBattery)
    return device.setWoken(alarm.stay != nil)
  }

  /// Updates the time awake after an alarm: notes a run, the use of the device and the found power. Ends the time if
  /// the user comes or the machine does not sleep again. Does nothing if no alarm has woken the machine.
  private mutating func followStay(at now: Instant) {
    guard let stay = alarm.stay else { return }
    if hasRunThatKeepsAwake { alarm.noteRun() }
    let isInUse = device.raw.showsUser
    if isInUse, !stay.wasInUse { return alarm.endForUser() }
    alarm.noteUse(isInUse)
    if device.raw.power != nil {
      let hour = clocks.local(stay.since.wall).hour
      alarm.learnPower(!device.raw.isOnBattery, hour: hour, at: now)
    }
    if alarm.isOverstayed(at: now) { alarm.end() }
  }
}

extension DeviceState {
  /// Whether a user may be present. The load does not show that: other work may cause it. If nothing is known, a user
  /// may have opened the lid of a desktop that reports no idleness.
  fileprivate var showsUser: Bool { isInUse ?? true }
}
