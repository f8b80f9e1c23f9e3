import Scheduling

/// Converts a scenario's moments to the steps of a timeline, and to the events of the device's physics (`cues`).
struct ScenarioTimeline {
  private let device: DeviceModel
  private let apps: [AppModel]
  /// The model of each app, by the app's number.
  private let models: [Int]
  private(set) var steps: [TimelineStep] = []
  private(set) var cues = PhysicsEvents()
  /// The present state, and the last reported one.
  private var state = DeviceState()
  private var reported = DeviceState()
  /// The latest different lists of reported values. Equal lists in the steps share their memory.
  private var reports: [[DeviceValue]] = []
  private static let mostReports = 16
  /// The surroundings and the use of the device at the present moment.
  private var cue: PhysicsEvent
  /// The end of the machine's sleep; `nil` if it is awake.
  private var wakesAt: WallTime?

  /// Creates the steps and the events of all days.
  init(_ scenario: Scenario, _ days: DayGenerator) {
    device = scenario.device
    apps = scenario.apps
    models = scenario.apps.enumerated().flatMap { index, app in
      Array(repeating: index, count: app.count)
    }
    cue = PhysicsEvent(at: days.range.lowerBound)
    setInitialState()
    // The device is reported even if nothing else happens at the very beginning.
    let firstReport = DeviceMoment(at: days.range.lowerBound, change: .reported([]))
    var moments = DeviceMoment.all(scenario, days)
    moments.insert(firstReport, at: 0)
    // The lists are long: growing step by step, they would take twice the memory.
    steps.reserveCapacity(moments.count)
    cues.reserveCapacity(moments.count)
    // Applies all moments of the same time together.
    var next = moments.startIndex
    while next < moments.endIndex {
      let simultaneous = moments[next...].prefix { $0.at == moments[next].at }
      apply(simultaneous.map(\.change), at: moments[next].at)
      next = simultaneous.endIndex
    }
  }

  /// Sets the device state and the cue before the first moment: the fixed values, the first place, a dark screen and
  /// the initial battery level. A modelled device has no external power then, unless it has no battery.
  private mutating func setInitialState() {
    for value in device.always { state.apply(value) }
    if !device.isReported { apply(.powered(false)) }
    apply(.place(0))
    if device.hasScreen { apply(.lit(false)) }
    if let battery = device.battery { state.apply(.battery(battery.level)) }
  }

  // MARK: Moments

  /// Applies all changes of one moment. Adds its steps to the timeline, and its cue to the events of the physics.
  private mutating func apply(_ changes: [DeviceMoment.Change], at now: WallTime) {
    cue.at = now
    // Before the changes, one of which can be the beginning of the next sleep.
    if let wakesAt, wakesAt <= now {
      self.wakesAt = nil
      cue.isAsleep = false
    }
    for change in changes { apply(change) }
    addSteps(changes, at: now)
    cues.append(cue)
  }

  /// Applies one change to the device state and to the cue, without adding a step.
  private mutating func apply(_ change: DeviceMoment.Change) {
    switch change {
    case .powered(let isPowered):
      cue.isPowered = isPowered || device.battery == nil
      state.apply(.power(cue.isPowered ? .ac : .battery))
    case .place(let number) where device.places.indices.contains(number):
      let place = device.places[number]
      cue.ambient = place.ambient
      state.apply(.network(place.network))
      state.apply(.metered(place.isMetered))
      state.apply(.networkID(place.networkID))
      state.apply(.networkNames(place.connected))
    case .lit(let isLit):
      cue.screenIsOn = isLit
      state.apply(.screen(isOn: isLit))
      state.apply(.idle(!isLit))
    case .reported(let values):
      for value in values { state.apply(value) }
    case .opened(let app):
      cue.useDrain = apps[models[app]].useDrain
      cue.useHeat = apps[models[app]].useHeat
    case .closed:
      cue.useDrain = 0
      cue.useHeat = 0
    case .asleep(let until):
      wakesAt = until
      cue.isAsleep = true
    // A zone is only a step, and sleep ends with the time in `wakesAt`. A device without places has no place 0.
    case .zone, .woke, .place: break
    }
  }

  /// Adds steps in the order of traces: one app leaves before the next one comes. A sleeping device reports nothing
  /// until it wakes.
  private mutating func addSteps(_ changes: [DeviceMoment.Change], at now: WallTime) {
    for case .zone(let seconds) in changes { add(.zone(secondsFromUTC: seconds), at: now) }
    for case .closed(let app) in changes { add(.closed(app), at: now) }
    let fallsAsleep = changes.contains { if case .asleep = $0 { true } else { false } }
    // `apply` has marked a device that falls asleep now as asleep, but it still reports its last values.
    if !cue.isAsleep || fallsAsleep {
      let changed = state.changes(since: reported)
      if !changed.isEmpty { add(.device(sharedReport(changed)), at: now) }
      reported = state
    }
    for case .opened(let app) in changes { add(.opened(app), at: now) }
    for case .asleep(let until) in changes { add(.sleep(until: until), at: now) }
  }

  /// Returns the latest equal list of values, or the list itself.
  private mutating func sharedReport(_ values: [DeviceValue]) -> [DeviceValue] {
    if let known = reports.last(where: { $0 == values }) { return known }
    if reports.count == Self.mostReports { reports.removeFirst() }
    reports.append(values)
    return values
  }

  private mutating func add(_ happening: TimelineStep.TimelineEvent, at now: WallTime) {
    steps.append(TimelineStep(at: now, happening: happening))
  }
}
