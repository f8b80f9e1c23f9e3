extension DeviceHabit {
  /// Records that the device is in `state` from `now` on, on clocks `zoneSeconds` ahead of UTC. Called at each change of
  /// device, zone or clock; additional calls change nothing.
  @inline(__always)  // Otherwise the settings are copied, at every event.
  package mutating func observe(
    _ state: DeviceState, at now: Instant, zoneSeconds: Int, settings: Settings
  ) {
    let situation = situation(of: state, busyLoad: settings.busyLoad)
    let next = OpenInterval(situation: situation, start: now, zoneSeconds: zoneSeconds)
    guard let openInterval, openInterval.situation == situation, openInterval.continues(in: next)
    else {
      // The situation or a clock has changed: another interval begins.
      if let start = openInterval?.start, now.hasSlept(since: start) {
        restartIdleIntervals(at: now.awake)
      }
      fold(until: now, settings)
      openInterval = next
      return observeIntervals(situation, at: now.awake, settings)
    }
    foldWholeHours(until: now, settings)
  }

  /// Returns the habit at `now`, including time that is not in `shares` yet.
  package func settled(at now: Instant, settings: Settings) -> DeviceHabit {
    var habit = self
    habit.fold(until: now, settings)
    return habit
  }

  /// Drops the present interval of a stored habit, whose end is unknown. If the machine was booted since then, learns
  /// that it was off until that boot; its activity without the daemon is unknown. Called when the daemon starts at
  /// `now`.
  package mutating func resume(at now: Instant, settings: Settings) {
    // In any case, also if nothing can be learned.
    defer {
      openInterval = nil
      forgetIntervals()
    }
    guard let openInterval, openInterval.start.isOfAnotherBoot(than: now) else { return }
    let bootedAt = now.wall - .nanoseconds(now.boot.nanoseconds)
    learn(
      DeviceHabitShares.asleep, from: openInterval.local,
      lasting: bootedAt - openInterval.start.wall,
      settings.forecast)
  }

  /// Returns the situation of a device in `state`, and notes which fields are known. `nil`, so that nothing is learned,
  /// if a formerly known field is unknown.
  private mutating func situation(of state: DeviceState, busyLoad: Int) -> Situation? {
    var known = KnownFields()
    if state.power != nil { known.insert(.power) }
    if state.network != nil { known.insert(.network) }
    if state.isIdle != nil || state.screenIsOn != nil || state.load != nil {
      known.insert(.idleness)
    }
    let isGap = !everKnown.isSubset(of: known)
    everKnown.formUnion(known)
    return isGap ? nil : Situation(state, busyLoad: busyLoad)
  }

  /// Records for each kind of interval whether it continues; a `nil` situation drops all present intervals.
  private mutating func observeIntervals(
    _ situation: Situation?, at now: AwakeTime, _ settings: Settings
  ) {
    poweredIntervals.observe(situation?.isPowered, at: now, settings: settings)
    idleIntervals.observe(situation?.isIdle, at: now, settings: settings)
    restingIntervals.observe(
      situation.map { $0.isPowered && $0.isIdle }, at: now, settings: settings)
  }

  /// Restarts the ages of idle intervals after a sleep. A laptop wakes when its user opens the lid, so its earlier idle
  /// time is meaningless; it stays plugged in. A machine without a battery may also be woken by a timer or over the
  /// network, so nothing changes.
  private mutating func restartIdleIntervals(at now: AwakeTime) {
    guard shares.hasBeenOnBattery else { return }
    idleIntervals.interrupt(at: now)
    restingIntervals.interrupt(at: now)
  }

  /// Drops the present interval of each kind, whose end is unknown.
  private mutating func forgetIntervals() {
    poweredIntervals.forget()
    idleIntervals.forget()
    restingIntervals.forget()
  }
}

extension DeviceHabit.OpenInterval {
  /// Whether only time has passed until `next`: no sleep, no clock change.
  fileprivate func continues(in next: Self) -> Bool {
    zoneSeconds == next.zoneSeconds && next.start.boot >= start.boot
      && start.matches(next.start)
  }
}

extension Instant {
  /// Clocks are read one after the other, and are constantly corrected a little.
  private static let tolerance = Duration.seconds(1)

  /// Returns whether all clocks advance by the same time until `later`, except for a small tolerance: no sleep, and no
  /// set clock.
  fileprivate func matches(_ later: Instant) -> Bool {
    let elapsed = later.boot - boot
    let timeAsleep = elapsed - (later.awake - awake)
    let clockChange = elapsed - (later.wall - wall)
    return timeAsleep.magnitude < Self.tolerance && clockChange.magnitude < Self.tolerance
  }

  /// Whether the machine was booted between the two moments: the clock since boot is behind, or began at another time.
  fileprivate func isOfAnotherBoot(than later: Instant) -> Bool {
    // The clock since boot begins at 0 with each boot, and then advances as the wall clock does.
    let difference = (later.wall - wall) - (later.boot - boot)
    return later.boot < boot || difference.magnitude > .minutes(2)
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
