import Scheduling

// Events of the device and its user.
extension World {
  /// Applies a step of the timeline. A sleeping machine receives it when it wakes.
  mutating func apply(_ happening: TimelineStep.TimelineEvent) throws(SimulationError) {
    if machine.asleepUntil != nil {
      machine.missed.append(happening)
      return
    }
    switch happening {
    case .device(let values):
      machine.reactive?.apply(values)
      setDevice(values)
    case .opened(let app): open(app)
    case .closed(let app):
      log.recordClose(of: app, at: now.wall)
      workload.waitChecks.markTasks(ofApp: app)
      send(.app(apps.key(app), .closed, ticket()))
    case .forceQuit(let app): send(app, .forceQuit)
    case .refreshSwitched(let app, let isOn): send(app, .refreshSwitched(on: isOn))
    case .zone(let seconds): setZone(seconds)
    case .sleep(let end): try fallAsleep(until: end)
    case .gap(let end): skipGap(until: end)
    }
  }

  /// Computes battery and heat up to the present moment, and reports the values that have changed.
  mutating func updateReactiveDevice() {
    guard let values = machine.reactive?.advance(to: now.wall, under: machine.load), !values.isEmpty
    else { return }
    setDevice(values)
  }

  /// Applies values to the device and reports them to the decider. The first known power also submits the daily tasks
  /// that begin with the world: until then, a trace has said nothing of its device.
  mutating func setDevice(_ values: [DeviceValue]) {
    addPassedConditions()
    for value in values { machine.device.apply(value) }
    log.record(values, at: now.wall)
    send(.device(values, nil))
    guard machine.awaitsPower, machine.device.power != nil else { return }
    machine.awaitsPower = false
    for task in workload.tasks.indices where workload.tasks[task].isDailyFromStart {
      submitArrived(task)
    }
  }

  /// Changes the user's clocks. Daily tasks keep their times on the clocks: a time that the clocks skip is now, and one
  /// that they show twice is the first.
  private mutating func setZone(_ seconds: Int) {
    let daily = workload.tasks.indices.filter { workload.tasks[$0].isDaily }
    workload.arrivals.move(
      Set(daily), by: .seconds(machine.zoneSeconds - seconds), at: now.wall)
    machine.zoneSeconds = seconds
    workload.waitChecks.markAll()
    send(.zone(secondsFromUTC: seconds))
  }

  /// Brings an app to the foreground and reports the open. Tasks that arrive with the app's first open are submitted.
  private mutating func open(_ app: Int) {
    registerIfNew(app)
    log.recordOpen(of: app, at: now.wall)
    workload.waitChecks.markTasks(ofApp: app)
    send(.app(apps.key(app), .opened, ticket()))
    // Another task may have registered the app before its first open.
    for task in workload.tasksAtOpen[app, default: []] where !workload.states[task].hasArrived {
      submitArrived(task)
    }
  }

  /// Sends an event of an app to the decider. An app without a registration is registered before.
  private mutating func send(_ app: Int, _ event: AppEvent) {
    registerIfNew(app)
    workload.waitChecks.markTasks(ofApp: app)
    send(.app(apps.key(app), event, ticket()))
  }

  /// Registers an app with the decider, unless it is registered already.
  mutating func registerIfNew(_ app: Int) {
    guard workload.registered.insert(app).inserted else { return }
    workload.waitChecks.markTasks(ofApp: app)
    send(.registerApp(App(key: apps.key(app), registered: now.wall), ticket()))
  }
}

extension ModelTask {
  package var isDaily: Bool { if case .daily = arrival { true } else { false } }

  fileprivate var isDailyFromStart: Bool {
    if case .daily(_, let fromStart) = arrival { fromStart } else { false }
  }
}
