extension Experiment {
  /// Submits each task at the start of a world of its own, and returns the name of the first task that the scheduler
  /// refuses, with the message; `nil` if it accepts all.
  package func refusal() -> (task: String, message: String)? {
    let world = World(self, keeping: [], scheduler)
    for task in workload.tasks.indices {
      // Each is submitted separately: all together would be too many for a minute.
      var alone = world
      alone.submitArrived(task)
      if let message = alone.log.refusals.first { return (taskNames[task], message) }
    }
    return nil
  }
}
