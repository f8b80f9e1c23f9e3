// The device: what somebody tells of it, and what it tells itself.
extension Scheduler {
  /// Takes what was told by hand or played. On a machine that is read it holds until it is thawed.
  mutating func take(_ values: [DeviceValue], _ ticket: Ticket?, at now: Instant) {
    let before = readings.hold
    if readings.isRead {
      var hold = readings.hold
      hold.tell(values.filter { !$0.isWish }.map(\.key))
      set(hold)
    }
    apply(values, at: now)
    // Also what was so already is held from now on.
    if readings.hold != before { effects.append(.change(.device([], device.raw, at: now.wall))) }
    if let ticket { effects.append(.promise(.answer(ticket, .done(stopping: nil)))) }
  }

  /// Takes what the machine tells.
  mutating func take(_ measurements: [Measurement], isLook: Bool, at now: Instant) {
    // No closure: it would copy the whole scheduler.
    var news: [DeviceValue] = []
    for measurement in measurements where isFirstOfItsPath(measurement.value) {
      news.append(measurement.value)
    }
    apply(readings.note(measurements, at: now) + news, at: now)
    if isLook {
      readings.noteLook(at: now.boot)
      lanes.lookAtAll()
    }
  }

  /// Whether `value` is the first word about a path: it counts on a frozen device, too, which would
  /// otherwise take a drive for there that was never looked for.
  private func isFirstOfItsPath(_ value: DeviceValue) -> Bool {
    guard case .path(let path, _) = value, readings.hold.isFrozen else { return false }
    return device.raw.isThere(path) == nil && !readings.hold.told.contains(value.key)
  }

  /// Lets nothing that the machine tells count.
  mutating func freezeDevice(for duration: Duration?, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try checkMachine()
      _ = try SubmissionCheck.duration(
        duration, field: "seconds", in: .seconds(1)...settings.horizon)
    } catch {
      return refuse(ticket, error)
    }
    var hold = readings.hold
    hold.isFrozen = true
    hold.thaws = duration.map { now.boot + $0 }
    set(hold)
    effects.append(.change(.device([], device.raw, at: now.wall)))
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  mutating func thawDevice(_ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try checkMachine()
    } catch {
      return refuse(ticket, error)
    }
    thawDevice(at: now)
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  /// Follows the machine again, but for what `hold` still holds.
  private mutating func thawDevice(to hold: DeviceHold = DeviceHold(), at now: Instant) {
    set(hold)
    // What was read while nothing of it counted may be long out of date.
    readings.forgetLook()
    let news = readings.measured.changes(since: device.raw)
    apply(news.filter { !hold.covers($0.key) && !$0.isWish }, at: now)
  }

  private func checkMachine() throws(Refusal) {
    if readings.isRead { return }
    throw Refusal(
      .held, field: "device", value: "simulated",
      message: "this daemon reads no machine, so there is nothing to freeze or to thaw;"
        + " what `device set` says holds until it says otherwise")
  }

  private mutating func set(_ hold: DeviceHold) {
    guard hold != readings.hold else { return }
    readings.hold = hold
    effects.append(.change(.hold(hold)))
  }

  /// Thaws what was frozen for a time that is over. What was set by hand was set for longer.
  mutating func followHold(at now: Instant) {
    guard let moment = readings.hold.thaws, now.boot >= moment else { return }
    var hold = readings.hold
    (hold.isFrozen, hold.thaws) = (false, nil)
    thawDevice(to: hold, at: now)
  }

  private mutating func apply(_ values: [DeviceValue], at now: Instant) {
    let changed = device.apply(values, at: now, settings: settings)
    guard !changed.isEmpty else { return }
    // What the machine tells it tells again to the next daemon.
    let isTold = changed.contains { readings.hold.covers($0.key) || $0.isWish }
    if !readings.isRead || isTold {
      effects.append(.change(.device(changed, device.raw, at: now.wall)))
    }
    effects.append(.promise(.announce(.device(changed))))
    lookAnew(at: now)
  }

  /// The device is another one for the gates.
  private mutating func lookAnew(at now: Instant) {
    noteDevice(at: now)
    observeHabit(at: now)
    keepHabit(at: now, after: settings.forecast.keptEvery)
    askGatesAnew(at: now)
    watchGates(at: now)
  }

  mutating func observeHabit(at now: Instant) {
    foresight.observe(device.raw, at: now, zoneSeconds: zoneSeconds, settings: settings)
  }

  /// Has the store keep what is known of the device's habits, unless it did so lately.
  mutating func keepHabit(at now: Instant, after interval: Duration) {
    guard keeping.isDue(Learned.device, at: now.wall, after: interval) else { return }
    effects.append(.change(.learn(foresight.learned(at: now, settings: settings))))
  }

  /// Begins with what the machine tells, and what is still held against it: until the next boot.
  mutating func beginReading(
    _ measured: [Measurement], _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) {
    readings.isRead = true
    readings.hold = snapshot.hold
    if !sameBoot { set(DeviceHold()) }
    var state = DeviceState()
    for value in snapshot.device.values where readings.hold.covers(value.key) || value.isWish {
      state.apply(value)
    }
    for value in readings.note(measured, at: now) { state.apply(value) }
    readings.noteLook(at: now.boot)
    device = DeviceView(state, settings: settings)
  }

  /// Takes back what was told, frozen or thawed and could not be recorded.
  mutating func takeBackHold(to snapshot: Snapshot, at now: Instant) {
    guard readings.isRead else { return }
    readings.hold = snapshot.hold
    let held = snapshot.device.values.filter { snapshot.hold.covers($0.key) || $0.isWish }
    let followed = readings.measured.changes(since: device.raw)
      .filter { !snapshot.hold.covers($0.key) && !$0.isWish }
    device.apply(held + followed, at: now, settings: settings)
  }
}
