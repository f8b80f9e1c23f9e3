/// The device: what the machine tells and what was told by hand, what counts of it, and what the gates have seen.
///
/// After a commit that failed what the machine told stays, since it tells it once; what was told by hand, frozen
/// or thawed is taken back.
struct TrackedDevice: Sendable {
  private let settings: Shared<Settings>
  /// As the policies see it.
  private(set) var shared: Shared<DeviceView>
  private(set) var readings = DeviceReadings()
  /// How the paths that requests watch look.
  var seen = SeenPaths()
  /// What is remembered for explaining why something has waited.
  private(set) var timeline: DeviceTimeline
  /// How long the machine had slept since its boot at the last event.
  private var slept: Duration?
  /// Whether it was booted too recently.
  private var hasJustBooted = true

  init(_ state: DeviceState, settings: Shared<Settings>) {
    self.settings = settings
    shared = Shared(DeviceView(state, settings: settings.value))
    timeline = DeviceTimeline(limit: settings.value.rememberedDeviceChanges)
  }

  var view: DeviceView {
    _read { yield shared.value }
  }

  var raw: DeviceState {
    _read { yield shared.value.raw }
  }

  /// Begins with what the machine tells, and what is still held against it: until the next boot.
  mutating func beginReading(
    _ measured: [Measurement], _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) -> FollowUp {
    readings.isRead = true
    readings.hold = snapshot.hold
    let followUp = sameBoot ? FollowUp() : hold(DeviceOverride())
    var state = DeviceState()
    for value in snapshot.device.values where readings.hold.covers(value.key) || value.isWish {
      state.apply(value)
    }
    for value in readings.note(measured, at: now) { state.apply(value) }
    readings.noteLook(at: now.boot)
    shared = Shared(DeviceView(state, settings: settings.value))
    return followUp
  }

  /// As it is after a commit that failed.
  func reloaded(_ snapshot: Snapshot, at now: Instant) -> TrackedDevice {
    var device = self
    guard readings.isRead else { return device }
    device.readings.hold = snapshot.hold
    let held = snapshot.device.values.filter { snapshot.hold.covers($0.key) || $0.isWish }
    let followed = readings.measured.changes(since: raw)
      .filter { !snapshot.hold.covers($0.key) && !$0.isWish }
    _ = device.change { [settings] in $0.apply(held + followed, at: now, settings: settings.value) }
    return device
  }

  private mutating func change<Result>(_ change: (inout DeviceView) -> Result) -> Result {
    var view = shared.value
    let result = change(&view)
    shared = Shared(view)
    return result
  }

  /// Remembers what the gates see from now on.
  mutating func note(at now: Instant) { timeline.note(view, at: now) }

  // MARK: What is told

  /// Takes what was told by hand or played. On a machine that is read it holds until it is thawed.
  mutating func tell(_ values: [DeviceValue], at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    if readings.isRead {
      var hold = readings.hold
      hold.tell(values.filter { !$0.isWish }.map(\.key))
      followUp = self.hold(hold)
    }
    followUp.add(apply(values, at: now))
    return followUp
  }

  /// Takes what the machine tells.
  ///
  /// - Parameter isLook: All was read that does not tell of its changes.
  mutating func take(_ measurements: [Measurement], isLook: Bool, at now: Instant) -> FollowUp {
    let first = measurements.map(\.value).filter(isFirstOfItsPath)
    var followUp = apply(readings.note(measurements, at: now) + first, at: now)
    if isLook {
      readings.noteLook(at: now.boot)
      followUp.touched.inputs.insert(.reading)
    }
    return followUp
  }

  /// Whether `value` is the first word about a path: it counts on a frozen device, too, which would
  /// otherwise take a drive for there that was never looked for.
  private func isFirstOfItsPath(_ value: DeviceValue) -> Bool {
    guard case .path(let path, _) = value, readings.hold.isFrozen else { return false }
    return raw.isThere(path) == nil && !readings.hold.told.contains(value.key)
  }

  private mutating func apply(_ values: [DeviceValue], at now: Instant) -> FollowUp {
    let before = view
    let changed = change { [settings] in $0.apply(values, at: now, settings: settings.value) }
    var followUp = FollowUp()
    guard !changed.isEmpty else { return followUp }
    // What the machine tells it tells again to the next daemon.
    let isTold = changed.contains { readings.hold.covers($0.key) || $0.isWish }
    if !readings.isRead || isTold {
      followUp.effects.append(.change(.device(changed, raw, at: now.wall)))
    }
    followUp.effects.append(.promise(.announce(.device(changed))))
    followUp.touched.inputs = appInputs(before).union(.fields)
    for value in changed { followUp.touched.fields.formUnion(value.field) }
    note(at: now)
    return followUp
  }

  /// What the policies of apps read of the device, where that is not as it was.
  private func appInputs(_ before: DeviceView) -> Touched.Inputs {
    let isSame =
      before.raw.isOnBattery == raw.isOnBattery
      && before.onBattery.value == view.onBattery.value
      && before.raw.allowsRefresh == raw.allowsRefresh
    let costsTheSame = before.raw.isMetered == raw.isMetered
    return (isSame ? [] : Touched.Inputs.appPower).union(costsTheSame ? [] : .prices)
  }

  // MARK: What is held

  /// Lets nothing that the machine tells count.
  mutating func freeze(for duration: Duration?, at now: Instant) throws(Refusal) -> FollowUp {
    try checkMachine()
    try SubmissionCheck.check(
      duration, field: "seconds", in: .seconds(1)...settings.value.horizon)
    var frozen = readings.hold
    frozen.isFrozen = true
    frozen.thaws = duration.map { now.boot + $0 }
    return hold(frozen)
  }

  /// Follows the machine again, also where fields were set by hand.
  mutating func thaw(at now: Instant) throws(Refusal) -> FollowUp {
    try checkMachine()
    return thaw(to: DeviceOverride(), at: now)
  }

  /// Follows the machine again, but for what `hold` still holds.
  private mutating func thaw(to hold: DeviceOverride, at now: Instant) -> FollowUp {
    var followUp = self.hold(hold)
    // What was read while nothing of it counted may be long out of date.
    readings.forgetLook()
    let news = readings.measured.changes(since: raw)
    followUp.add(apply(news.filter { !hold.covers($0.key) && !$0.isWish }, at: now))
    return followUp
  }

  private func checkMachine() throws(Refusal) {
    if readings.isRead { return }
    throw Refusal(
      .held, field: "device", value: "simulated",
      message:
        "this daemon does not detect the device's state, so there is nothing to freeze or thaw;"
        + " values are those of `device set`")
  }

  private mutating func hold(_ hold: DeviceOverride) -> FollowUp {
    guard hold != readings.hold else { return FollowUp() }
    readings.hold = hold
    return FollowUp(effects: [.change(.hold(hold))])
  }

  // MARK: Sleep

  /// The machine is about to sleep, or is awake again.
  mutating func prepareSleep(isComing: Bool, at now: Instant) -> FollowUp {
    guard view.isGoingToSleep != isComing else { return FollowUp() }
    change { $0.isGoingToSleep = isComing }
    // Whatever was known before it slept is to be read anew.
    if !isComing { readings.forgetLook() }
    note(at: now)
    return FollowUp(touched: Touched(inputs: .sleep, fields: .machine))
  }

  /// Sees by the clocks that the machine has slept, whoever told of it: the device may be another one
  /// now, and what was becoming steady begins anew.
  mutating func followSleep(at now: Instant) {
    let total = Duration.nanoseconds(now.boot.nanoseconds - now.awake.nanoseconds)
    defer { slept = total }
    guard let slept, total - slept >= .seconds(1) else { return }
    readings.forgetLook()
    change { [settings] in $0.beginSettlingAnew(at: now.boot, settings: settings.value) }
  }

  // MARK: What time changes

  /// Thaws what was frozen for a time that is over. What was set by hand was set for longer.
  mutating func followHold(at now: Instant) -> FollowUp {
    guard let moment = readings.hold.thaws, now.boot >= moment else { return FollowUp() }
    var hold = readings.hold
    (hold.isFrozen, hold.thaws) = (false, nil)
    return thaw(to: hold, at: now)
  }

  /// Follows what has held for long enough, and gives up what the machine does not answer.
  mutating func followTime(at now: Instant) -> FollowUp {
    // Held here, so that they are not copied while this changes.
    let settings = settings
    var touched = Touched()
    if readings.followLook(at: now.boot, settings.value) { touched.inputs.insert(.reading) }
    if let moment = view.nextChange(settings.value), now.boot >= moment {
      let before = view
      let hasSettled = change {
        $0.settle(at: now.boot, settings: settings.value)
      }
      if hasSettled {
        touched.inputs.formUnion(appInputs(before).union(.steadiness))
        touched.fields.formUnion(.all)
      }
    }
    if hasJustBooted, now.boot >= bootDelayEnds {
      hasJustBooted = false
      touched.inputs.insert(.boot)
      touched.fields.formUnion(.machine)
    }
    if touched.touches([.steadiness, .boot]) { note(at: now) }
    return FollowUp(touched: touched)
  }

  /// Whether the policies say at `now` what they said when they were last asked.
  func isCurrent(at now: Instant) -> Bool { !hasJustBooted || now.boot < bootDelayEnds }

  private var bootDelayEnds: BootTime {
    BootTime(nanoseconds: settings.value.bootDelay.nanoseconds)
  }

  /// Work was stopped for the present heat: what starts waits until the device has cooled down.
  mutating func noteHeatStop() { change { $0.noteHeatStop() } }

  /// When time alone changes something.
  ///
  /// - Parameter hasRequests: Something may wait for the boot to be long ago.
  func includeMoments(in wake: inout Wake, hasRequests: Bool) {
    wake.include(view.nextChange(settings.value))
    if hasJustBooted && hasRequests { wake.include(bootDelayEnds) }
    wake.include(readings.hold.thaws)
    wake.include(readings.lookEnds(settings.value))
  }

  // MARK: Looking before a start

  /// Whether nobody has looked for so long that a start must wait for a look.
  func isStale(at now: Instant) -> Bool { readings.isStale(at: now.boot, settings.value) }

  /// Whether a start must wait until the machine has been looked at; asks for that where nobody has.
  ///
  /// - Parameters:
  ///   - paths: What the start depends on.
  ///   - watched: All paths that a look is about.
  mutating func awaitsLook(
    for paths: [ExactString], watched: [ExactString], at now: Instant
  ) -> (isAwaited: Bool, followUp: FollowUp) {
    let unknown = paths.filter { raw.isThere($0) == nil }
    switch readings.awaitsLook(
      at: now.boot, unknown: unknown, watched: watched, settings: settings.value)
    {
    case .fresh: return (false, FollowUp())
    case .awaited: return (true, FollowUp())
    case .needed: return (true, FollowUp(effects: [.withdraw(.look)]))
    }
  }
}
