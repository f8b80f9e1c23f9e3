import Scheduling

/// A whole simulation: a trace, lived through by a scheduler.
package enum Simulator {
  package struct Options: Hashable, Sendable {
    package var seed: UInt64 = 1
    /// Only so many days from the trace's beginning on; nil takes all.
    package var days: Double?
    /// About how many refreshes a day the device may spend energy on; nil takes the settings as they
    /// are.
    package var refreshesPerDay: Int?
    /// First days of parts that processing is reported of apart, counted from 1970.
    package var splits: [Int] = []
    package var model = UsualWorkload()
    package var settings = Settings()
    /// What is remembered of the run.
    package var keeping = Log.Retention.runs

    package init() {}
  }

  package struct Result: Sendable {
    package var report: SimulationReport
    package var runs: [RunRecord]
  }

  /// A trace with the usual work.
  package static func experiment(_ trace: Trace, _ options: Options) -> Experiment {
    let timeline = Timeline(trace, seed: options.seed, days: options.days)
    let workload = options.model.workload(apps: timeline.apps.count)
    let settings = options.settings.withRefreshes(
      perDay: options.refreshesPerDay ?? 0, of: workload)
    return Experiment(
      timeline: timeline, workload: workload, settings: settings, seed: options.seed)
  }

  /// The same trace and options give the same result.
  ///
  /// - Parameter progress: Hears the share of the time that is lived through, 0 to 1.
  package static func run(
    _ trace: Trace, _ options: Options, progress: ((Double) -> Void)? = nil
  ) throws(SimulationError) -> Result {
    let experiment = experiment(trace, options)
    let log = try experiment.log(keeping: options.keeping.union(.runs), progress: progress)
    let report = try SimulationReport(
      trace, experiment, log, model: options.model, splits: options.splits)
    return Result(report: report, runs: log.runs)
  }
}
