extension Experiment {
  /// The first task that the scheduler refuses when it is submitted at the start, and what it says; nil
  /// where it takes all of them.
  package func refusal() -> (task: String, message: String)? {
    let world = World(self, keeping: [], scheduler)
    for task in workload.tasks.indices {
      // Each by itself: all at once would be too many for a minute.
      var alone = world
      alone.arrive(task)
      if let message = alone.log.refusals.first { return (taskNames[task], message) }
    }
    return nil
  }
}
