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
    package var model = Model()

    package init() {}
  }

  package struct Result: Sendable {
    package var report: SimulationReport
    package var runs: [RunRecord]
  }

  /// The same trace and options give the same result.
  package static func run(
    _ trace: Trace, _ options: Options
  ) throws(SimulationError) -> Result {
    let timeline = Timeline(
      trace, seed: options.seed, days: options.days, dayBegins: options.model.dayBegins)
    let settings = options.model.settings(refreshesPerDay: options.refreshesPerDay)
    var world = World(timeline, model: options.model, settings: settings, seed: options.seed)
    try world.play(timeline)
    let report = SimulationReport(
      trace, timeline, world.log, model: options.model, settings: settings, seed: options.seed,
      splits: options.splits)
    return Result(report: report, runs: world.log.runs)
  }
}
