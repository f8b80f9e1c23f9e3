import Scheduling

extension Experiment {
  /// Submits each task at the start of a world of its own, and returns the name of the first task that the scheduler
  /// refuses, with the message; `nil` if it accepts all. Called before a simulation, which ignores refused tasks.
  package func refusal() -> (task: String, message: String)? {
    let emptyWorld = World(self, keeping: [], scheduler)
    for task in workload.tasks.indices {
      // Each is submitted separately: all together would be too many for a minute.
      var world = emptyWorld
      // A request is refused unless its predecessors are known.
      for predecessor in predecessors(of: task) { world.submitArrived(predecessor) }
      world.submitArrived(task)
      if let message = world.log.refusals.first { return (taskNames[task], message) }
    }
    return nil
  }

  /// Returns the tasks that a task follows, each after its own predecessors. Only earlier tasks can be followed.
  private func predecessors(of task: Int) -> [Int] {
    var missingNames = Set(workload.tasks[task].terms.asked.needs.predecessors.all)
    var predecessors: [Int] = []
    // Backwards, since each predecessor can name tasks before it.
    for earlier in (0..<task).reversed() where !missingNames.isEmpty {
      let model = workload.tasks[earlier]
      // A predecessor is named by its id alone, which is that of a task without an app.
      guard model.app == nil, missingNames.remove(model.id) != nil else { continue }
      predecessors.append(earlier)
      missingNames.formUnion(model.terms.asked.needs.predecessors.all)
    }
    return predecessors.reversed()
  }
}
