import Scheduling

/// The runs of a world that have not ended.
struct WorldRuns: Sendable {
  var plannedEnds = RunEndQueue()
  var live: [RunID: LiveRun] = [:]
  /// What came of the work of runs whose end has not been told.
  var done: [RunID: WorkDone] = [:]
}
