import Scheduling

extension Scenario {
  /// Returns every change of the device's values in this life, with its time after the start, such as the battery at
  /// 79 % after two hours. The habits are drawn from `seed`, and no background work runs.
  ///
  /// `rubatoctl device play` sends these steps to a daemon, which plays them but has no model of a device.
  package func deviceChanges(seed: UInt64) -> [DeviceModel.Change] {
    let generated = life(seed: seed)
    let timeline = generated.timeline
    var recorder = DeviceChangeRecorder(physics: generated.physics, starts: timeline.starts)
    for step in timeline.steps { recorder.add(step) }
    // The battery and the heat change also after the last step.
    recorder.advance(to: timeline.ends)
    return recorder.changes
  }

  /// Collects the changes of a device: those that a timeline contains, and those that its physics computes in between.
  private struct DeviceChangeRecorder {
    var physics: DevicePhysics?
    let starts: WallTime
    private(set) var changes: [DeviceModel.Change] = []

    init(physics: DevicePhysics?, starts: WallTime) {
      self.physics = physics
      self.starts = starts
    }

    /// Adds the computed changes up to the step, and then the step's own values.
    mutating func add(_ step: TimelineStep) {
      advance(to: step.at)
      if case .device(let values) = step.happening { add(values, at: step.at) }
    }

    /// Adds every change that happens without a new event until `end`.
    mutating func advance(to end: WallTime) {
      while let next = physics?.nextChange, next <= end {
        add(physics?.advance(to: next) ?? [], at: next)
      }
      add(physics?.advance(to: end) ?? [], at: end)
    }

    /// Adds a change of the device. If the last change is at the same moment, the values are added to it and replace
    /// its values of the same fields.
    private mutating func add(_ values: [DeviceValue], at moment: WallTime) {
      guard !values.isEmpty else { return }
      let after = moment - starts
      if let last = changes.last, last.after == after {
        let keys = Set(values.map(\.key))
        let rest = last.values.filter { !keys.contains($0.key) }
        changes[changes.count - 1].values = rest + values
      } else {
        changes.append(DeviceModel.Change(after: after, values: values))
      }
    }
  }
}
