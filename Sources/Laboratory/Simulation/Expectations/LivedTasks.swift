import Scheduling

/// Tasks that were lived through by something else than a modelled world, and measured with the same figures.
package struct LivedTasks {
  private let observation: Observation

  /// - Parameters:
  ///   - timeline: With the opens of the app, which is its only one, and how clocks are set.
  ///   - tasks: Their identifiers; they are known by their places.
  ///   - arrivals: When each was first submitted.
  ///   - runs: In the order in which they ended.
  package init(
    _ timeline: Timeline, _ tasks: [String], _ arrivals: [Int: WallTime], _ runs: [RunRecord]
  ) {
    let models = tasks.map {
      ModelTask(
        app: 0, id: $0, terms: TaskTerms(kind: .refresh), arrival: .start,
        work: ModelWork(length: .fixed(.zero)))
    }
    var log = Log(.runs)
    log.arrivals = arrivals
    log.runs = runs
    observation = Observation(timeline, models, log)
  }

  /// - Parameter after: What comes earlier is not looked at.
  /// - Returns: Nil where there is nothing to measure.
  package func measure(_ metric: NumberMetric, of task: Int, after: Duration) -> Double? {
    let observed = TaskObservation(observation, task: task, after: after).measure(.number(metric))
    if case .number(let number) = observed { return number }
    return nil
  }
}
