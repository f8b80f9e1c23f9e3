import Scheduling

extension Experiment {
  /// Submits each task at the start of a world of its own, and returns the name of the first task that the scheduler
  /// refuses, with the message; `nil` if it accepts all.
  package func refusal() -> (task: String, message: String)? {
    let world = World(self, keeping: [], scheduler)
    for task in workload.tasks.indices {
      // Each is submitted separately: all together would be too many for a minute.
      var alone = world
      // A request is refused unless its predecessors are known.
      for predecessor in predecessors(of: task) { alone.submitArrived(predecessor) }
      alone.submitArrived(task)
      if let message = alone.log.refusals.first { return (taskNames[task], message) }
    }
    return nil
  }

  /// Returns the tasks that a task follows, each after those that it follows itself. Only earlier tasks can be followed.
  private func predecessors(of task: Int) -> [Int] {
    var names = Set(workload.tasks[task].terms.asked.needs.predecessors.all)
    var found: [Int] = []
    for earlier in (0..<task).reversed() where !names.isEmpty {
      let model = workload.tasks[earlier]
      guard model.app == nil, names.remove(model.id) != nil else { continue }
      found.append(earlier)
      names.formUnion(model.terms.asked.needs.predecessors.all)
    }
    return found.reversed()
  }
}
