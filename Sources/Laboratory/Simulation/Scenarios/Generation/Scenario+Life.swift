import Scheduling

extension Scenario {
  /// The parts of a world.
  package struct Life: Sendable {
    package var timeline: Timeline
    package var workload: Workload
    /// The model of the battery and the heat; `nil` if nothing of the device follows from its use.
    package var physics: DevicePhysics?

    /// Returns the world of this life for a scheduler with these settings.
    package func experiment(_ settings: Settings, seed: UInt64) -> Experiment {
      Experiment(
        timeline: timeline, workload: workload, device: physics, settings: settings, seed: seed)
    }
  }

  /// Creates the timeline, the workload and the physics of this scenario. The random parts of the habits are drawn from
  /// `seed`: the same seed gives the same life.
  ///
  /// - Parameter days: The maximum number of days; those that remain are the same as without it.
  package func life(seed: UInt64, days: Double? = nil) -> Life {
    let span = range(days: days)
    let generated = ScenarioTimeline(self, DayGenerator(self, seed: seed, range: span))
    let names = apps.flatMap(\.names)
    var timeline = Timeline(
      steps: generated.steps, apps: names, starts: span.lowerBound, ends: span.upperBound)
    var physics = devicePhysics(generated.cues)
    if let first = physics?.firstReport() { timeline.addFirstValues(first) }
    return Life(timeline: timeline, workload: workload(apps: names), physics: physics)
  }

  /// Creates the model of the battery, the heat and the low-power mode; `nil` if the scenario has none of the three.
  private func devicePhysics(_ cues: PhysicsEvents) -> DevicePhysics? {
    guard device.battery != nil || device.heat != nil || device.lowPower != nil else { return nil }
    return DevicePhysics(
      battery: device.battery, heat: device.heat, lowPower: device.lowPower ?? .always(false),
      cues: cues)
  }

  // MARK: Work

  /// Returns the tasks of this scenario on a device with these apps: those of each app, and those without an app. An
  /// app has the tasks that the scenario gives to its name or, for a name that it does not contain, to the app `*`.
  /// If the scenario has no tasks at all, returns the usual tasks.
  package func workload(apps names: [String]) -> Workload {
    if tasks.isEmpty && apps.allSatisfy(\.tasks.isEmpty) {
      return UsualWorkload().workload(apps: names.count)
    }
    var models: [String: AppModel] = [:]
    for app in apps { for name in app.names { models[name] = app } }
    // An app that the scenario does not name has the tasks of `*`.
    let tasksOfOtherApps = models["*"]?.tasks ?? []
    let tasksOfApps = names.enumerated().flatMap { index, name in
      (models[name]?.tasks ?? tasksOfOtherApps).map { task in
        var task = task
        task.app = index
        return task
      }
    }
    return Workload(tasks: (tasksOfApps + tasks).map(slowed))
  }

  /// Returns the task with the slowness of this scenario's device.
  private func slowed(_ task: ModelTask) -> ModelTask {
    var task = task
    task.work.slowness = device.slowness
    return task
  }
}

extension Timeline {
  /// Adds the first values of the device's physics to the first step with device values, and replaces that step's
  /// values of the same fields. Without such a step, a new one is inserted at the start.
  fileprivate mutating func addFirstValues(_ values: [DeviceValue]) {
    guard let first = steps.firstIndex(where: { $0.hasDeviceValues }),
      case .device(let reported) = steps[first].happening
    else {
      steps.insert(TimelineStep(at: starts, happening: .device(values)), at: 0)
      return
    }

    let keys = Set(values.map(\.key))
    steps[first].happening = .device(reported.filter { !keys.contains($0.key) } + values)
  }
}

extension TimelineStep {
  fileprivate var hasDeviceValues: Bool { if case .device = happening { true } else { false } }
}
