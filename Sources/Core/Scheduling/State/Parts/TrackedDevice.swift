/// The device state: measured values, overrides, the effective values, and the device as seen by the gates.
///
/// After a failed commit, measured values stay, because sources report each change only once. Overrides, freezes and
/// thaws are rolled back.
struct TrackedDevice: Sendable {
  let settings: Shared<Settings>
  /// The device as seen by the policies.
  private(set) var shared: Shared<DeviceView>
  private(set) var readings = DeviceReadings()
  /// The last seen states of watched paths.
  var seen = SeenPaths()
  /// The hours in which the network is metered.
  var metering = HourClock()
  /// The history, to explain why a request has waited.
  private(set) var timeline: DeviceTimeline
  /// The moment of the last event; `nil` before the first.
  private var lastMoment: Instant?
  /// Whether the delay after the boot has not ended.
  private var hasJustBooted = true

  init(_ state: DeviceState, settings: Shared<Settings>) {
    self.settings = settings
    shared = Shared(DeviceView(state, settings: settings.value))
    timeline = DeviceTimeline(limit: settings.value.rememberedDeviceChanges)
  }

  /// The device as the gates see it: changes take effect when they have lasted long enough.
  var view: DeviceView {
    _read { yield shared.value }
  }

  /// Whether the device runs on battery, steadily, without the copy of the view that `view` makes.
  var isOnBatterySteadily: Bool { shared.value.onBattery.value }

  /// Whether the device runs on battery at the moment, without the copy of the state that `raw` makes.
  var isOnBattery: Bool { shared.value.raw.isOnBattery }

  /// The latest values of the device, as reported or overridden.
  var raw: DeviceState {
    _read { yield shared.value.raw }
  }

  /// Starts to follow the machine: the device gets the measured values, and the stored values that are overridden or a
  /// choice of the user. Drops overrides of an earlier boot. Returns the change of the overrides.
  mutating func beginReading(
    _ measured: [Measurement], _ snapshot: Snapshot, sameBoot: Bool, at now: Instant
  ) -> FollowUp {
    readings.isRead = true
    readings.overrides = snapshot.overrides
    // Overrides end with the boot.
    let followUp = sameBoot ? FollowUp() : set(DeviceOverride())
    var state = DeviceState()
    for value in snapshot.device.values
    where readings.overrides.covers(value.key) || value.isUserChoice {
      state.apply(value)
    }
    for value in readings.note(withoutMachinesMetering(measured), at: now) { state.apply(value) }
    readings.notePollEnd(at: now.boot)
    shared = Shared(DeviceView(state, settings: settings.value))
    return followUp
  }

  /// Returns the device after a failed commit: the store's overrides apply again, and all other values are the measured
  /// ones.
  func reloaded(_ snapshot: Snapshot, at now: Instant) -> TrackedDevice {
    var device = self
    // A simulated device has no measured values, and keeps its present ones.
    guard readings.isRead else { return device }
    device.readings.overrides = snapshot.overrides
    let overridden = snapshot.device.values.filter {
      snapshot.overrides.covers($0.key) || $0.isUserChoice
    }
    let measured = readings.measured.changes(since: raw)
      .filter { !snapshot.overrides.covers($0.key) && !$0.isUserChoice }
    _ = device.change { [settings] in
      $0.apply(overridden + measured, at: now, settings: settings.value)
    }
    return device
  }

  /// Changes a copy of the device view by `change` and stores it. Returns the result of `change`.
  private mutating func change<Result>(_ change: (inout DeviceView) -> Result) -> Result {
    var changed = shared.value
    let result = change(&changed)
    shared = Shared(changed)
    return result
  }

  /// Adds the present view of the device, as the gates see it, to the timeline.
  mutating func noteView(at now: Instant) { timeline.note(view, at: now) }

  // MARK: Reported values

  /// Applies values that a caller sets or a recording replays. On a measured machine, these values override measured
  /// values from now on, until the device is thawed.
  mutating func applyOverrides(_ values: [DeviceValue], at now: Instant) -> FollowUp {
    var followUp = FollowUp()
    if readings.isRead {
      var overrides = readings.overrides
      overrides.addKeys(values.filter { !$0.isUserChoice }.map(\.key))
      followUp = set(overrides)
    }
    followUp.add(apply(withoutMachinesMetering(values), at: now))
    return followUp
  }

  /// Applies measured values, except to a frozen device or an overridden field. Remembers all of the values.
  ///
  /// - Parameter isFullPoll: Whether every unreported value was polled.
  mutating func apply(_ measurements: [Measurement], isFullPoll: Bool, at now: Instant) -> FollowUp
  {
    let measurements = withoutMachinesMetering(measurements)
    let firstReports = measurements.map(\.value).filter(isFirstReportOfPath)
    var followUp = apply(readings.note(measurements, at: now) + firstReports, at: now)
    if isFullPoll {
      readings.notePollEnd(at: now.boot)
      followUp.touched.inputs.insert(.reading)
    }
    return followUp
  }

  /// Returns whether `value` is the first report of a path. It applies also to a frozen device, which would otherwise
  /// assume that a drive is present without a check.
  private func isFirstReportOfPath(_ value: DeviceValue) -> Bool {
    guard case .path(let path, _) = value, readings.overrides.isFrozen else { return false }
    return raw.isThere(path) == nil && !readings.overrides.overriddenKeys.contains(value.key)
  }

  /// Applies values to the device state, and announces the values that changed it. Records these changes only if the
  /// next daemon cannot measure them again. Returns an empty follow-up if nothing changed.
  private mutating func apply(_ values: [DeviceValue], at now: Instant) -> FollowUp {
    let before = shared
    let changed = change { [settings] in $0.apply(values, at: now, settings: settings.value) }
    var followUp = FollowUp()
    guard !changed.isEmpty else { return followUp }
    // The next daemon measures all other values again.
    let hasUnmeasured = changed.contains { readings.overrides.covers($0.key) || $0.isUserChoice }
    if !readings.isRead || hasUnmeasured {
      followUp.effects.append(.change(.device(changed, raw, at: now.wall)))
    }
    followUp.effects.append(.afterCommit(.announce(.device(changed))))
    followUp.touched.inputs = changedAppInputs(since: before).union(.fields)
    for value in changed { followUp.touched.fields.formUnion(value.field) }
    noteView(at: now)
    return followUp
  }

  /// Returns which inputs of the app policies differ from `before`: power and the switch of all apps, the cost of the
  /// network, or the unlocking of the device.
  private func changedAppInputs(since before: Shared<DeviceView>) -> Touched.Inputs {
    let (old, new) = (before.value.raw, shared.value.raw)
    let hasSamePowerAndSwitch =
      old.isOnBattery == new.isOnBattery && old.allowsRefresh == new.allowsRefresh
      && before.value.onBattery.value == shared.value.onBattery.value
    var changed: Touched.Inputs = []
    if !hasSamePowerAndSwitch { changed.insert(.appPower) }
    if old.isMetered != new.isMetered { changed.insert(.prices) }
    if old.isInUse == false && new.isInUse == true { changed.insert(.unlocking) }
    return changed
  }

  // MARK: Overrides

  /// Freezes the device: ignores measured values for `duration`, or until it is thawed if that is `nil`. Throws a
  /// refusal if the daemon reads no machine, or if `duration` is out of range.
  mutating func freeze(for duration: Duration?, at now: Instant) throws(Refusal) -> FollowUp {
    try checkMachine()
    try SubmissionCheck.check(
      duration, field: "seconds", in: .seconds(1)...settings.value.horizon)
    var frozen = readings.overrides
    frozen.isFrozen = true
    frozen.thaws = duration.map { now.boot + $0 }
    return set(frozen)
  }

  /// Follows the machine again, also for fields that were overridden. Throws a refusal if the daemon reads no machine.
  mutating func thaw(at now: Instant) throws(Refusal) -> FollowUp {
    try checkMachine()
    return thaw(to: DeviceOverride(), at: now)
  }

  /// Follows the machine again, except for the fields that `overrides` still covers.
  private mutating func thaw(to overrides: DeviceOverride, at now: Instant) -> FollowUp {
    var followUp = set(overrides)
    // Values that were polled during the freeze may be outdated.
    readings.forgetPolls()
    let measured = readings.measured.changes(since: raw)
    followUp.add(apply(measured.filter { !overrides.covers($0.key) && !$0.isUserChoice }, at: now))
    return followUp
  }

  /// Throws a refusal if the daemon reads no machine, since there are no measured values to ignore or to follow.
  private func checkMachine() throws(Refusal) {
    if readings.isRead { return }
    throw Refusal(
      .held, field: "device", value: "simulated",
      message:
        "this daemon does not detect the device's state, so it cannot be frozen or thawed;"
        + " set values with `rubatoctl device set`")
  }

  /// Stores `overrides`, the overridden fields and the freeze. Returns the change; empty if they are already stored.
  private mutating func set(_ overrides: DeviceOverride) -> FollowUp {
    guard overrides != readings.overrides else { return FollowUp() }
    readings.overrides = overrides
    return FollowUp(effects: [.change(.override(overrides))])
  }

  // MARK: Sleep

  /// Notes that the machine is about to sleep, or is awake again. Returns an empty follow-up if that is already known.
  mutating func noteSleep(isComing: Bool, at now: Instant) -> FollowUp {
    guard view.isGoingToSleep != isComing else { return FollowUp() }
    change { $0.isGoingToSleep = isComing }
    // Values from before the sleep must be polled again.
    if !isComing { readings.forgetPolls() }
    noteView(at: now)
    return FollowUp(touched: Touched(inputs: .sleep, fields: .machine))
  }

  /// Notes whether the machine is awake only because of its alarm. Returns `nil` if that is already known.
  mutating func setWoken(_ isWoken: Bool) -> FollowUp? {
    guard shared.value.isWoken != isWoken else { return nil }
    change { $0.isWoken = isWoken }
    return FollowUp(touched: Touched(inputs: [.sleep, .reading], fields: .all))
  }

  /// Detects by the clocks that the machine has slept, even if no event reported it. The device may have changed, so
  /// values that were becoming steady start again.
  mutating func followSleep(at now: Instant) {
    defer { lastMoment = now }
    guard let lastMoment, now.hasSlept(since: lastMoment) else { return }
    readings.forgetPolls()
    change { [settings] in $0.restartSettling(at: now.boot, settings: settings.value) }
  }

  // MARK: Changes by time

  /// Thaws the device when the time of its freeze is over; `nil` before. Overrides of single fields last longer.
  mutating func endTimedFreeze(at now: Instant) -> FollowUp? {
    guard let moment = readings.overrides.thaws, now.boot >= moment else { return nil }
    var overrides = readings.overrides
    overrides.isFrozen = false
    overrides.thaws = nil
    return thaw(to: overrides, at: now)
  }

  /// Marks values that have lasted long enough as steady, gives up a poll that was not answered in time, and notes the
  /// end of the delay after a boot. Returns the inputs and the device fields that changed; `nil` if time has changed
  /// nothing.
  mutating func followTime(at now: Instant) -> FollowUp? {
    // Local references, so that neither settings nor view are copied during the mutation.
    let (settings, shared) = (settings, shared)
    var touched = Touched()
    if readings.giveUpLatePoll(at: now.boot, settings.value) { touched.inputs.insert(.reading) }
    if let moment = shared.value.nextChange(settings.value), now.boot >= moment {
      let hasSettled = change {
        $0.settle(at: now.boot, settings: settings.value)
      }
      if hasSettled {
        touched.inputs.formUnion(changedAppInputs(since: shared).union(.steadiness))
        touched.fields.formUnion(.all)
      }
    }
    if hasJustBooted, now.boot >= bootDelayEnds {
      hasJustBooted = false
      touched.inputs.insert(.boot)
      touched.fields.formUnion(.machine)
    }
    if touched.inputs.isEmpty { return nil }
    if touched.touches([.steadiness, .boot]) { noteView(at: now) }
    return FollowUp(touched: touched)
  }

  /// Returns whether the policies' last verdicts still apply at `now`: the boot delay has not ended since the last
  /// event.
  func lastVerdictsApply(at now: Instant) -> Bool { !hasJustBooted || now.boot < bootDelayEnds }

  /// The end of the delay after the boot, in which no work starts.
  private var bootDelayEnds: BootTime {
    BootTime(nanoseconds: settings.value.bootDelay.nanoseconds)
  }

  /// Notes that work was stopped for the present heat: starts wait until the device has cooled down.
  mutating func noteHeatStop() { change { $0.noteHeatStop() } }

  /// Adds to `deadlines` the moments at which time changes the device or ends a poll, except the end of a freeze.
  ///
  /// - Parameter hasRequests: Whether a request may wait for the end of the boot delay.
  func includeMoments(in deadlines: inout NextDeadlines, hasRequests: Bool) {
    deadlines.include(shared.value.nextChange(settings.value))
    if hasJustBooted && hasRequests { deadlines.include(bootDelayEnds) }
    deadlines.include(metering.next)
    deadlines.include(readings.pollDeadline(settings.value))
  }

  // MARK: Poll before a start

  /// Returns whether the last poll is so old that a start must wait for a new one.
  func isStale(at now: Instant) -> Bool { readings.isStale(at: now.boot, settings.value) }

  /// Returns whether a start must wait for a poll of the machine; requests the poll if none is in progress.
  ///
  /// - Parameters:
  ///   - paths: Paths on which the start depends.
  ///   - watched: All paths to poll.
  mutating func requestPollIfNeeded(
    for paths: [ExactString], watched: [ExactString], at now: Instant
  ) -> (isAwaited: Bool, followUp: FollowUp) {
    let unknown = paths.filter { raw.isThere($0) == nil }
    switch readings.requestPollIfNeeded(
      at: now.boot, unknown: unknown, watched: watched, settings: settings.value)
    {
    case .fresh: return (false, FollowUp())
    case .awaited: return (true, FollowUp())
    case .needed: return (true, FollowUp(effects: [.immediate(.poll)]))
    }
  }
}
