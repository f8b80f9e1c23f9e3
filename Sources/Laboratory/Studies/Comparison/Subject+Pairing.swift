import Scheduling
import Simulation

extension Subject {
  /// Returns why the worlds of a variant cannot be compared with these, and the remedy; `nil` if they begin and end
  /// at the same times and have a task in common.
  package func mismatch(with variant: Subject) throws(SimulationError) -> String? {
    let (world, other) = (try experiment(seed: seed), try variant.experiment(seed: seed))
    let names = (name, variant.name)
    if world.timeline.starts != other.timeline.starts {
      return "\(names.1) begins at \(other.timeline.starts.text) and \(names.0) at"
        + " \(world.timeline.starts.text) (UTC); use the same start and zone for both"
    }
    if world.timeline.ends != other.timeline.ends {
      let lengths = (world.timeline.length.notation, other.timeline.length.notation)
      return "\(names.1) lasts \(lengths.1) and \(names.0) \(lengths.0); use the same end for both,"
        + " or set the compared length with --days"
    }
    let tasks = world.taskNames
    guard Set(tasks).isDisjoint(with: other.taskNames) else { return nil }
    let known = tasks.prefix(5).joined(separator: ", ") + (tasks.count > 5 ? ", ..." : "")
    return "\(names.1) has none of the tasks of \(names.0), which are \(known); use the same app"
      + " and id for compared tasks in both"
  }
}

extension WallTime {
  fileprivate var text: String { UniversalTime.text(self) }
}

extension Timeline {
  fileprivate var length: Duration { ends - starts }
}
