import Devices
import Logging
import Scheduling

/// The machine that is read. After each step it receives the values that depend on the step, if they have changed.
/// Changes that matter to an administrator are logged to the journal.
struct FollowedMachine {
  private let machine: Machine
  private let logger: Logger

  // The values that were sent and logged last.
  private var pollingNeeds: PollingNeeds = []
  private var paths: [ExactString] = []
  private var ownCgroups: [String] = []
  private var deviceOverride = DeviceOverride()
  private var isGoingToSleep = false
  /// The run for which sleep is inhibited; `nil` if there is none.
  private var textOfRunPreventingSleep: String?
  /// The alarm that was set last; `nil` if none is set.
  private var alarm: BootTime?
  private var isWoken = false
  /// Whether the machine is kept awake after a wake by its alarm.
  private var isKeptAwake = false
  /// Whether a woken machine had to sleep again after the last step.
  private var hadToSleepAgain = false

  init(_ machine: Machine, _ logger: Logger) {
    self.machine = machine
    self.logger = logger
  }

  /// The values of the scheduler that concern the machine.
  struct Concerns {
    fileprivate let pollingNeeds: PollingNeeds
    fileprivate let paths: [ExactString]
    fileprivate let deviceOverride: DeviceOverride
    fileprivate let isGoingToSleep: Bool
    fileprivate let runPreventingSleep: Run?
    fileprivate let isReadyToSleep: Bool
    /// The time at which the machine must be awake; `nil` if there is none.
    fileprivate let alarm: WallTime?
    fileprivate let isAwakeByAlarm: Bool
    fileprivate let mustSleepAgain: Bool

    /// Copies the values from the scheduler after a step.
    init(_ core: Scheduler, at now: Instant) {
      pollingNeeds = core.pollingNeeds
      paths = core.watchedPaths
      deviceOverride = core.readings.overrides
      isGoingToSleep = core.device.isGoingToSleep
      runPreventingSleep = core.runsThatPreventSleep.first
      isReadyToSleep = core.isReadyToSleep
      alarm = core.machineAlarm
      isAwakeByAlarm = core.isAwakeByAlarm
      mustSleepAgain = core.returnsToSleep(at: now)
    }
  }

  /// Sends the machine the values that the last step has changed: the fields to poll, the watched paths, and whether it
  /// must not sleep or may now sleep. Logs changes of overridden values and of sleep.
  ///
  /// - Parameters:
  ///   - thaws: Time at which a frozen device thaws automatically; `nil` if it does not.
  ///   - now: The present time.
  mutating func update(
    for concerns: Concerns, thaws: @autoclosure () -> WallTime?, at now: Instant
  ) {
    sendPollingNeeds(of: concerns)
    if concerns.deviceOverride != deviceOverride { logOverride(concerns.deviceOverride, thaws()) }
    logSleep(isGoingToSleep: concerns.isGoingToSleep)
    preventSleep(for: concerns.runPreventingSleep.map { "run \($0.id) of \($0.key.id)" })
    updateAlarm(concerns, at: now)
    if concerns.isReadyToSleep { machine.letSleep() }
  }

  /// Sets the alarm that wakes the machine. Keeps a woken machine awake while it has work, and then lets it sleep
  /// again, once for each wake.
  private mutating func updateAlarm(_ concerns: Concerns, at now: Instant) {
    // The alarm counts from boot, so that a set clock does not move it. A time that has passed is due now.
    let alarmTime = concerns.alarm.map { now.boot + max($0 - now.wall, .zero) }
    if differsFromAlarm(alarmTime) {
      alarm = alarmTime
      machine.setAlarm(at: alarmTime)
    }
    let mustSleepAgain = concerns.mustSleepAgain
    recordWake(isWoken: concerns.isAwakeByAlarm)
    let mustStayAwake = isWoken && !mustSleepAgain
    if mustStayAwake != isKeptAwake {
      isKeptAwake = mustStayAwake
      machine.keepAwake(mustStayAwake ? "Work for which the machine was woken" : nil)
    }
    // Once for each wake: `mustSleepAgain` stays true until the machine sleeps.
    defer { hadToSleepAgain = mustSleepAgain }
    guard mustSleepAgain, !hadToSleepAgain else { return }
    logger.notice("No work is left for the woken machine, so it sleeps again")
    machine.sleepAgain()
  }

  /// Returns whether `moment` differs from the alarm that is set, by more than the error of reading two clocks.
  private func differsFromAlarm(_ moment: BootTime?) -> Bool {
    guard let moment, let alarm else { return moment != alarm }
    return abs((moment - alarm).seconds) >= 1
  }

  /// Records whether the machine is awake because its alarm has woken it. Logs the wake.
  private mutating func recordWake(isWoken: Bool) {
    guard isWoken != self.isWoken else { return }
    self.isWoken = isWoken
    if isWoken { logger.notice("The machine was woken for work that would otherwise be late") }
  }

  /// Makes the machine poll the values without change events, and all requested paths.
  mutating func poll(for concerns: Concerns) {
    sendPollingNeeds(of: concerns)
    machine.poll()
  }

  /// Sends the machine the fields to poll and the paths to watch, if they have changed.
  private mutating func sendPollingNeeds(of concerns: Concerns) {
    if concerns.pollingNeeds != pollingNeeds { machine.setPollingNeeds(concerns.pollingNeeds) }
    if concerns.paths != paths { machine.watch(concerns.paths) }
    (pollingNeeds, paths) = (concerns.pollingNeeds, concerns.paths)
  }

  /// Sends the machine the cgroups of runs, whose load does not count, if they have changed.
  mutating func setOwnCgroups(_ cgroups: [String]) {
    guard cgroups != ownCgroups else { return }
    ownCgroups = cgroups
    machine.setOwnCgroups(cgroups)
  }

  /// Inhibits sleep of the machine for `run`, a text that names a run; `nil` allows sleep again. Does nothing if
  /// neither has changed.
  private mutating func preventSleep(for run: String?) {
    guard run != textOfRunPreventingSleep else { return }
    textOfRunPreventingSleep = run
    machine.preventSleep(run)
    let why = run.map { "Sleep is inhibited for \($0)" }
    logger.info("\(why ?? "Sleep is no longer inhibited")")
  }

  /// Logs that the machine is about to sleep or is awake again, if that has changed.
  private mutating func logSleep(isGoingToSleep: Bool) {
    guard isGoingToSleep != self.isGoingToSleep else { return }
    self.isGoingToSleep = isGoingToSleep
    logger.info(isGoingToSleep ? "The machine is about to sleep" : "The machine is awake again")
  }

  /// Logs the changed overridden values: that the device is frozen, until `thaws`, that fields were set by hand, or
  /// that no field is overridden any more.
  private mutating func logOverride(_ deviceOverride: DeviceOverride, _ thaws: WallTime?) {
    let old = self.deviceOverride
    self.deviceOverride = deviceOverride
    if deviceOverride.isFrozen && (!old.isFrozen || deviceOverride.thaws != old.thaws) {
      let end = thaws.map { " until \($0.text)" } ?? ""
      logger.notice("The device is frozen\(end): detected changes are ignored")
    }
    let added = deviceOverride.overriddenKeys.filter { !old.overriddenKeys.contains($0) }
    if !added.isEmpty {
      logger.notice("Set by hand, overriding detected values: \(added.listed)")
    }
    if deviceOverride.isEmpty { logger.notice("All fields follow detected values again") }
  }
}

// MARK: Sources of the fields

extension FollowedMachine {
  /// Logs the source of each measured field. Called at the start.
  func logOrigins(_ readings: DeviceReadings) {
    for key in readings.measured.values.map(\.key) {
      log(key, reportedBy: readings.source(of: key)?.origin, before: nil)
    }
  }

  /// Logs each field that is now reported by another source than before.
  ///
  /// - Parameter readings: The readings without these measurements.
  func log(_ measurements: [Measurement], _ readings: DeviceReadings) {
    for measurement in measurements {
      let key = measurement.value.key
      log(key, reportedBy: measurement.origin, before: readings.source(of: key)?.origin)
    }
  }

  /// Logs that the source of the field `key` is now `origin` and was `before`; `nil` means no source. Does nothing if
  /// they are equal.
  private func log(_ key: ExactString, reportedBy origin: String?, before: String?) {
    func name(_ origin: String?) -> String {
      guard let origin, !origin.isEmpty else { return "no source" }
      return origin
    }
    let (nameNow, nameBefore) = (name(origin), name(before))
    guard nameNow != nameBefore else { return }
    logger.debug("\(key) now comes from \(nameNow), previously \(nameBefore)")
  }
}
