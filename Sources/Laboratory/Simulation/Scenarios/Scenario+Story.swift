import Scheduling

extension Scenario {
  /// Returns the changes of the device in this life without runs, as steps from the start. They can be played on a
  /// device that is not modelled.
  package func story(seed: UInt64) -> [DeviceModel.Change] {
    let life = life(seed: seed)
    var story = Story(physics: life.physics, starts: life.timeline.starts)
    for step in life.timeline.steps { story.add(step) }
    story.advance(to: life.timeline.ends)
    return story.changes
  }

  private struct Story {
    var physics: DevicePhysics?
    let starts: WallTime
    private(set) var changes: [DeviceModel.Change] = []

    init(physics: DevicePhysics?, starts: WallTime) {
      self.physics = physics
      self.starts = starts
    }

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
