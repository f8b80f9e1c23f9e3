import Scheduling
import Simulation

/// A whole simulation: a trace with a scheduler that decides.
package enum Simulator {
  package struct Options: Hashable, Sendable {
    package var seed: UInt64 = 1
    /// The number of days from the trace's beginning; `nil` means all.
    package var days: Double?
    /// The approximate number of refreshes a day that the device has energy for; `nil` keeps the settings.
    package var refreshesPerDay: Int?
    /// The first days of parts whose processing is reported separately, counted from 1970.
    package var splits: [Int] = []
    package var model = UsualWorkload()
    package var settings = Settings()
    /// The recorded events of the run.
    package var keeping = Log.Retention.runs

    package init() {}
  }

  package struct Result: Sendable {
    package var report: SimulationReport
    package var runs: RunLog
  }

  /// Creates the world of a trace with the usual work.
  package static func experiment(_ trace: Trace, _ options: Options) -> Experiment {
    let timeline = Timeline(trace, seed: options.seed, days: options.days)
    let workload = options.model.workload(apps: timeline.apps.count)
    let settings = options.settings.withRefreshes(perDay: options.refreshesPerDay ?? 0)
    return Experiment(
      timeline: timeline, workload: workload, settings: settings, seed: options.seed)
  }

  /// Runs a simulation; the same trace and options give the same result.
  ///
  /// - Parameter progress: Receives the share of the time that is simulated, 0 to 1.
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
