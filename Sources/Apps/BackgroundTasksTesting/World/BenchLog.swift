import Scheduling
import Simulation

/// The history of a bench, in the form that the metrics of simulations use.
struct BenchLog {
  let starts: WallTime
  private var steps: [TimelineStep] = []
  private var tasks: [String] = []
  private var arrivals: [Int: WallTime] = [:]
  private var runs: [RunRecord] = []

  init(starts: WallTime) {
    self.starts = starts
  }

  /// Notes that the user opens the app.
  mutating func noteOpen(at now: WallTime) {
    steps.append(TimelineStep(at: now, happening: .opened(0)))
  }

  /// Notes a change of the time zone.
  mutating func note(zoneSeconds: Int, at now: WallTime) {
    steps.append(TimelineStep(at: now, happening: .zone(secondsFromUTC: zoneSeconds)))
  }

  /// Notes the time at which a request of a task was first accepted. Later ones are ignored.
  mutating func noteArrival(of identifier: String, at now: WallTime) {
    let task = task(identifier)
    if arrivals[task] == nil { arrivals[task] = now }
  }

  /// Adds a run. The work of an unsuccessful run counts as lost, since only the app could know otherwise.
  mutating func note(_ run: Run, _ ending: Ending, _ conditions: RunConditions) {
    var record = RunRecord(
      run: run.id, task: task(run.key.id), id: run.key.id, app: run.key.app, kind: run.kind,
      started: run.started.wall, ending: ending, budget: run.budget)
    record.exposure = conditions
    record.isDone = record.isSuccess
    if record.isSuccess { record.saved = conditions.whole } else { record.lost = conditions.whole }
    runs.append(record)
  }

  /// Returns the number of a task in this log, and adds an unknown task.
  private mutating func task(_ identifier: String) -> Int {
    if let knownIndex = tasks.firstIndex(of: identifier) { return knownIndex }
    tasks.append(identifier)
    return tasks.count - 1
  }

  /// Returns a metric of a task; `nil` if the task is unknown or there is nothing to measure.
  ///
  /// - Parameters:
  ///   - after: The start of the measured time, counted from the start of the bench.
  ///   - end: The end of the measured time.
  func measure(
    _ metric: NumberMetric, of identifier: String, after: Duration, until end: WallTime
  ) -> Double? {
    guard let task = tasks.firstIndex(of: identifier) else { return nil }
    let timeline = Timeline(steps: steps, apps: ["app"], starts: starts, ends: end)
    return LivedTasks(timeline, tasks, arrivals, runs).measure(metric, of: task, after: after)
  }
}
