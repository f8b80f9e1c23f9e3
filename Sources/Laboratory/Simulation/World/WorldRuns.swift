import Scheduling

/// The runs of a world that have not ended.
struct WorldRuns: Sendable {
  var plannedEnds = RunEndQueue()
  var live: [RunID: SimulatedRun] = [:]
  /// The work of runs whose end has not been sent.
  var done: [RunID: WorkDone] = [:]
}
