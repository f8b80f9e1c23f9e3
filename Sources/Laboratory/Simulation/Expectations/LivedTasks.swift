import Scheduling

/// Tasks that ran outside a modelled world, such as an app's own handlers on a test bench. The metrics are those of
/// simulated tasks.
package struct LivedTasks {
  private let observation: Observation

  /// - Parameters:
  ///   - timeline: The opens of the app, which is its only one, and the changes of clocks.
  ///   - tasks: Their identifiers; their places are their numbers.
  ///   - arrivals: The time of each first submission.
  ///   - runs: The runs in the order in which they ended.
  package init(
    _ timeline: Timeline, _ tasks: [String], _ arrivals: [Int: WallTime], _ runs: [RunRecord]
  ) {
    // The metrics of runs that have taken place use only the app and the id of a model: its other values are arbitrary.
    let models = tasks.map {
      ModelTask(
        app: 0, id: $0, terms: TaskTerms(kind: .refresh), arrival: .start,
        work: ModelWork(length: .fixed(.zero)))
    }
    var log = Log(.runs)
    log.arrivals = arrivals
    log.runs = RunLog(runs)
    observation = Observation(timeline, models, log)
  }

  /// Measures one task, by its number, over its runs.
  ///
  /// - Parameter after: The time from the start that is ignored.
  /// - Returns: The measure; `nil` if there is nothing to measure.
  package func measure(_ metric: NumberMetric, of task: Int, after: Duration) -> Double? {
    let observed = TaskObservation(observation, task: task, after: after).measure(.number(metric))
    if case .number(let number) = observed { return number }
    return nil
  }
}
