import Scheduling
import Simulation

extension Subject {
  /// Returns why the worlds of a variant cannot be compared with these, and the remedy; `nil` if they begin and end
  /// at the same times and have a task in common.
  package func mismatch(with variant: Subject) throws(SimulationError) -> String? {
    let world = try experiment(seed: seed)
    let variantWorld = try variant.experiment(seed: seed)
    if world.timeline.starts != variantWorld.timeline.starts {
      return "\(variant.name) begins at \(variantWorld.timeline.starts.text) and \(name) at"
        + " \(world.timeline.starts.text) (UTC); use the same start and zone for both"
    }
    if world.timeline.ends != variantWorld.timeline.ends {
      let length = world.timeline.length.notation
      let variantLength = variantWorld.timeline.length.notation
      return "\(variant.name) lasts \(variantLength) and \(name) \(length); use the same end for"
        + " both, or set the compared length with --days"
    }
    let tasks = world.taskNames
    guard Set(tasks).isDisjoint(with: variantWorld.taskNames) else { return nil }
    let firstTasks = tasks.prefix(5).joined(separator: ", ") + (tasks.count > 5 ? ", ..." : "")
    return "\(variant.name) has none of the tasks of \(name), which are \(firstTasks); use the same"
      + " app and id for compared tasks in both"
  }
}

extension WallTime {
  fileprivate var text: String { UniversalTime.text(self) }
}

extension Timeline {
  fileprivate var length: Duration { ends - starts }
}
