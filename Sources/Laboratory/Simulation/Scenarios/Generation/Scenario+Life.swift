import Scheduling

extension Scenario {
  /// What a world is made from.
  package struct Life: Sendable {
    package var timeline: Timeline
    package var workload: Workload
    /// Nil where nothing of the device follows from its use.
    package var body: DevicePhysics?

    /// The world in which a scheduler with these settings lives this life.
    package func experiment(_ settings: Settings, seed: UInt64) -> Experiment {
      Experiment(
        timeline: timeline, workload: workload, device: body, settings: settings, seed: seed)
    }
  }

  /// Lets chance decide what the habits leave open: the same seed gives the same life.
  ///
  /// - Parameter days: at most so many of them; what happens in these is the same as without it.
  package func life(seed: UInt64, days: Double? = nil) -> Life {
    let range = range(days: days)
    let told = ScenarioTimeline(self, DayGenerator(self, seed: seed, range: range))
    let names = apps.flatMap(\.names)
    var timeline = Timeline(
      steps: told.steps, apps: names, starts: range.lowerBound, ends: range.upperBound)
    var body = body(told.cues)
    if let first = body?.begin() { timeline.begin(with: first) }
    return Life(timeline: timeline, workload: workload(apps: names), body: body)
  }

  private func body(_ cues: [PhysicsEvent]) -> DevicePhysics? {
    guard device.battery != nil || device.heat != nil || device.lowPower != nil else { return nil }
    return DevicePhysics(
      battery: device.battery, heat: device.heat, lowPower: device.lowPower ?? .always(false),
      cues: cues)
  }

  // MARK: Work

  /// The tasks of this scenario on a device with these apps, each app's by its name and else those of
  /// an app called `*`; where there is none at all, the usual ones.
  package func workload(apps names: [String]) -> Workload {
    if tasks.isEmpty && apps.allSatisfy(\.tasks.isEmpty) {
      return UsualWorkload().workload(apps: names.count)
    }
    var models: [String: AppModel] = [:]
    for app in apps { for name in app.names { models[name] = app } }
    let others = models["*"]?.tasks ?? []
    let ofApps = names.enumerated().flatMap { index, name in
      (models[name]?.tasks ?? others).map { task in
        var task = task
        task.app = index
        return task
      }
    }
    return Workload(tasks: (ofApps + tasks).map(slowed))
  }

  private func slowed(_ task: ModelTask) -> ModelTask {
    var task = task
    task.work.slowness = device.slowness
    return task
  }
}

extension Timeline {
  /// What a body tells at first is told with the first step, which tells of the device.
  fileprivate mutating func begin(with values: [DeviceValue]) {
    guard let first = steps.firstIndex(where: { $0.tellsDevice }),
      case .device(let told) = steps[first].happening
    else { return steps.insert(TimelineStep(at: starts, happening: .device(values)), at: 0) }
    let keys = Set(values.map(\.key))
    steps[first].happening = .device(told.filter { !keys.contains($0.key) } + values)
  }
}

extension TimelineStep {
  fileprivate var tellsDevice: Bool { if case .device = happening { true } else { false } }
}
