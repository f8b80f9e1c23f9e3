extension Experiment {
  /// Returns the first task that the scheduler refuses at the start, and its message; `nil` if it accepts all.
  package func refusal() -> (task: String, message: String)? {
    let world = World(self, keeping: [], scheduler)
    for task in workload.tasks.indices {
      // Each is submitted separately: all together would be too many for a minute.
      var alone = world
      alone.arrive(task)
      if let message = alone.log.refusals.first { return (taskNames[task], message) }
    }
    return nil
  }
}
